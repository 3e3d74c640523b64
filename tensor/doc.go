// Package tensor is the n-dimensional array API of Mars: lazy NumPy functions over chunked arrays, one operator a file.
//
// A function checks its arguments and builds a node; nothing is computed before a session executes it. A bad call is kept in
// the result, with the caller's line, and is returned when the result is executed.
//
// Floor 5.
package tensor
