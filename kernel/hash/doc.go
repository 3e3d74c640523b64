// Package hash hashes the rows of columns: the same on every machine and in every process, whatever the encoding.
//
// Floor 2.
package hash
