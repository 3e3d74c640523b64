// Package linalg multiplies, factors and solves matrices: portable BLAS-3 shaped kernels without goroutines
// of their own.
//
// A product packs panels of both operands into contiguous memory and runs a register kernel over them, as in
// Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication" (ACM TOMS 34, 2008). The
// factorisations are blocked, so that nearly all their work is products. Eigenvalues and singular values are
// found by reductions to two diagonals and by divide and conquer, down to parts of 32 rows that gonum's QR
// iteration solves, as it finds the values where no vectors are wanted. Every element is summed in one order,
// whatever the number of helpers.
//
// Floor 2.
package linalg
