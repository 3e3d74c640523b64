// Package reduce folds arrays along axes: sums, extremes, positions, moments, and running folds with a carry.
//
// Sums of floats and complex numbers, and what is made of them, are without error: a state is the exact sum
// of its elements, as two doubles or, where two cannot tell it, as a wide sum; a result is that sum rounded
// once. So they depend on the elements alone: no order, split, stride, worker or level of instructions
// changes a bit. See docs/adr/0015.
//
// Products of floats and complex numbers are two doubles and an exponent, off by less than n·2^-100 of
// themselves, and rounded once: the bits are the same for every split, unless the exact product lies as near
// as that to where rounding turns, and is not one that 98 bits tell, which is without error.
//
// The order of every other fold is a tree that depends on the shape and the axes alone: leaves of 1024
// elements, or rows in groups of 16, joined two by two; strides and workers change no bit of those either.
//
// Floor 2.
package reduce
