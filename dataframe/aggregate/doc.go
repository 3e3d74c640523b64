// Package aggregate reduces the rows of frames to one: sums, extremes, quantiles and medians.
//
// Package groupby does so for each group, package dataframe has the functions that users call, and
// kernel/summary the loops.
//
// Floor 5.
package aggregate
