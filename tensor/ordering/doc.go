// Package ordering sorts, and finds what a sort tells: places, largest elements, distinct elements,
// quantiles.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package ordering
