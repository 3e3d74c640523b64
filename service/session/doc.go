// Package session knows which sessions there are, and since when nobody has used them.
//
// Floor 6.
package session
