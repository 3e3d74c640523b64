// Package special is the special functions of real numbers: errors, gamma, beta, Bessel and their kin.
//
// Every function states the bound of its error in units of the last place; where it crosses zero, in those of
// a value it names. The proof of accuracy reads the same bounds from All.
//
// Floor 2.
package special
