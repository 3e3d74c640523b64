// Package compact writes and reads numbers, texts and lists in few bytes: the form in which leases and
// reports cross a link.
//
// Unsigned numbers are uvarints, signed ones zigzag varints, texts and lists have their length before them.
// Nothing says of what type a field is: writer and reader are of the same version, which links check.
//
// Floor 0.
package compact
