// Package summary reduces whole columns to one row in stages, with pandas' rules for dtypes and missing
// values.
//
// Columns of plain numbers are folded by package reduce, all others by package group as one group. Sums of
// floats, means and variances are made of sums without error and rounded once: no split of the rows changes a
// bit of them.
//
// Floor 2.
package summary
