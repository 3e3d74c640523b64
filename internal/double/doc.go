// Package double is the functions of mathematics to more than 70 bits in pairs of float64, a hundred times as
// fast as package bigmath.
//
// Results are within 2^-70 of themselves, those that cross zero away from 0 within 2^-70 of 1, for arguments
// and results between 2^-900 and 2^900 in magnitude where nothing else is said.
//
// Floor 0.
package double
