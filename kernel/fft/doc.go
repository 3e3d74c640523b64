// Package fft is discrete Fourier transforms of any length, complex and real, in float64 and float32, along
// any axes of arrays.
//
// Lengths are cut into factors 8, 5, 4, 3, 2 and small primes, whose passes sort themselves (Stockham's
// form); a length with a greater prime is a convolution (Bluestein, A linear filtering approach to the
// computation of discrete Fourier transform, 1970). Real and imaginary parts lie apart while they are worked
// on, and eight transforms, or eight parts of one, lie side by side; a long one is a matrix of short ones,
// which helpers share. The error is a few units in the last place times the logarithm of the length, relative
// to the root mean square of the result.
//
// Floor 2.
package fft
