// Package csv reads and writes delimited text as pandas 3's read_csv and to_csv do.
//
// A file is read in parts. Sniff looks at samples and says what the columns are; Split cuts the bytes into
// ranges that begin and end between rows; Read turns one range into a frame. What the samples did not show
// comes out of Read as a *Misfit, which says how the schema must widen so that all ranges have one dtype per
// column.
//
// Text goes from the reader into blocks, a block is cut into fields, and the fields of a column are converted
// together into memory of the allocator. No cell becomes a Go string.
//
// What differs from pandas: numbers are rounded correctly (pandas' float_precision="round_trip"), and a
// column's dtype comes from all of its values, where pandas' low_memory decides by pieces.
//
// Floor 2.
package csv
