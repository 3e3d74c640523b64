// Package npy reads and writes NumPy's .npy format, versions 1 to 3, and the bare elements of arrays.
//
// The format is NEP 1 (https://numpy.org/neps/nep-0001-npy-format.html). Files are written byte for byte as
// numpy.save writes them. Object arrays are pickles, and pickles are never read.
//
// Floor 2.
package npy
