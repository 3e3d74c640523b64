// Package linalg computes with matrices: factors, inverses, determinants, eigenvalues and solutions.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package linalg
