// Package window computes over moving windows of rows: sums, means, variances and extremes of fixed windows,
// and exponentially weighted means.
//
// Sums, means and variances move with the window: the new value is added and the old one removed, each with
// Kahan's compensation (Kahan, Further remarks on reducing truncation errors, 1965; variances after Welford,
// Note on a method for calculating corrected sums of squares, 1962), as pandas computes them. A piece of the
// rows needs only those around it, and differs from the whole by the rounding that compensation leaves.
//
// Floor 2.
package window
