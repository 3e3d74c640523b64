// Package str computes on columns of text: case, classes of characters, search, patterns, slices, padding and
// splitting.
//
// The functions on one text append to a buffer or answer at once; Texts, Truths, Counts and Objects carry
// them over a column, over its dictionary only where it has one. Characters are code points and text is
// UTF-8. Case and classes follow Arrow, as the str columns of pandas 3 do, by the Unicode tables of the Go
// version.
//
// Floor 2.
package str
