// Package counts counts elements by value and by bin, and finds the edges of bins.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package counts
