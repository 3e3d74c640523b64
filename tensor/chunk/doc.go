// Package chunk is what the rooms of package tensor share: lengths and axes, arguments, dtypes, and the code
// of one chunk.
//
// Floor 5.
package chunk
