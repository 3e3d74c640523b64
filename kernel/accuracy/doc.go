// Package accuracy measures functions against package bigmath, in units of the last place.
//
// An error is the distance of a result from the true value, divided by the distance of neighbouring floats of
// the true value's magnitude. References of more than 70 bits tell which points cannot be the worst ones; all
// others are held against 200 bits. At zeros, infinities and NaN the results must be those of C99's annex F,
// signs of zeros included.
//
// Floor 2.
package accuracy
