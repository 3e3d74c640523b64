// Package reduce computes one number of many: sums, extremes and their places, moments, and running sums.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package reduce
