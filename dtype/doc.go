// Package dtype names the types of elements, with NumPy 2's rules for promotion and casting and pandas 3's
// rules for missing values.
//
// Floor 1.
package dtype
