// Package fourier computes Fourier transforms along an axis.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package fourier
