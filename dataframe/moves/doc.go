// Package moves computes along rows what needs the rows before: shifts, differences and running aggregates.
//
// Package dataframe has the functions that users call.
//
// Floor 5.
package moves
