// Package clock is time as an argument: the real clock, and one that tests move by hand.
//
// Floor 0.
package clock
