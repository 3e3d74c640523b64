// Package timetext reads texts of dates and times: formats of strptime, ISO 8601, and guesses of a format
// from an example.
//
// Floor 1.
package timetext
