// Package marstest checks operators: one call runs an expression in every way that must not change the
// answer.
//
// Floor 8.
package marstest
