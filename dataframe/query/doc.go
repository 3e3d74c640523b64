// Package query binds the names of expressions of Query and Eval to columns and variables, and computes what
// is constant in them.
//
// Package internal/expr has the grammar, and package dataframe evaluates expressions with the functions that
// users call.
//
// Floor 5.
package query
