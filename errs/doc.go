// Package errs is the one error type of Mars: a kind that crosses the wire, the user's line, and what went
// wrong in words.
//
// Floor 0.
package errs
