package basic

import "math"

// Identity is the number that a function of two arguments begins a reduction with, as NumPy has it; nil for
// functions without one.
func Identity(name string) any {
	switch name {
	case "add", "bitwise_or", "bitwise_xor", "gcd", "hypot":
		return 0
	case "multiply":
		return 1
	case "bitwise_and":
		return -1
	case "logical_and":
		return true
	case "logical_or", "logical_xor":
		return false
	case "logaddexp", "logaddexp2":
		return math.Inf(-1)
	}
	return nil
}

// Reorderable reports a function of two arguments whose reductions may go along several axes.
func Reorderable(name string) bool {
	switch name {
	case "maximum", "minimum", "fmax", "fmin":
		return true
	}
	return Identity(name) != nil
}
