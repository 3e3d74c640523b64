// Package ufunc computes element by element: universal functions and their folds, scans and parts, casts,
// roundings, choices and the parts of complex numbers.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package ufunc
