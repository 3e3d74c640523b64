// Package schema finds columns, levels and labels in the metas of frames, and says what dtypes meet in.
//
// It sees no data: what works on chunks is in package chunk.
//
// Floor 5.
package schema
