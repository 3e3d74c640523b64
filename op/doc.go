// Package op holds the node of a graph, the registry of operators, and what an operator sees while it is
// tiled and run.
//
// An operator is plain data with three moments: Infer says what comes out, Tile cuts the work into chunks,
// Exec does one chunk. Exported fields are its parameters, its Python signature and its wire form.
//
// Floor 3.
package op
