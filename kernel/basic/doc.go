// Package basic holds NumPy's universal functions and casts as loops over blocks of elements.
//
// A loop takes contiguous operands of one length, any of which may be a single value that stands for all, and
// never allocates. Which loop serves which dtypes is NumPy 2's own resolution; tests compare it with NumPy
// for every pair of dtypes.
//
// Floor 2.
package basic
