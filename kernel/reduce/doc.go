// Package reduce folds arrays along axes: sums, extremes, positions, moments, and running folds with a carry.
//
// The order of every fold is a tree that depends on the shape and the axes alone. Runs of 1024 elements are folded as NumPy's
// pairwise sum folds them (Higham, The accuracy of floating point summation, 1993), rows in groups of 16, and the pieces
// are joined two by two; so errors grow with the logarithm of the size along every axis, and neither strides nor workers change a bit.
//
// Floor 2.
package reduce
