// Package summary reduces whole columns to one row in stages, with pandas' rules for dtypes and missing values.
//
// Columns of plain numbers are folded by package reduce, all others by package group as one group.
//
// Floor 2.
package summary
