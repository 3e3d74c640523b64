// Package text is the operators of columns of texts: what users call as Series.Str.
//
// Package dataframe has the functions that users call, and kernel/str the loops.
//
// Floor 5.
package text
