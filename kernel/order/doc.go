// Package order sorts rows by several columns: stable, missing values first or last, on any encoding.
//
// Floor 2.
package order
