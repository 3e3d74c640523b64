// Package creation makes tensors from nothing: ranges, constants, literals, diagonals and triangles.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package creation
