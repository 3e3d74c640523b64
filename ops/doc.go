// Package ops links every operator of Mars into a program, and lists them.
//
// Floor 6.
package ops
