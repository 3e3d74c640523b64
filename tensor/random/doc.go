// Package random draws numbers, choices, permutations and places.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package random
