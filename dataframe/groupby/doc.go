// Package groupby aggregates groups of rows, and keeps what groups need: their rows, their keys, distinct
// values and counts.
//
// agg.go plans groupby(...).agg(...), tile.go cuts it, exec.go computes it. Package dataframe has the
// functions that users call, and kernel/group the loops.
//
// Floor 5.
package groupby
