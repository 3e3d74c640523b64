package basic

// Truth of a number is that it is not zero; NaN is true.

func andTruth[T comparable](x, y T) bool {
	var z T
	return x != z && y != z
}

func orTruth[T comparable](x, y T) bool {
	var z T
	return x != z || y != z
}

func xorTruth[T comparable](x, y T) bool {
	var z T
	return (x != z) != (y != z)
}

func not[T comparable](x T) bool {
	var z T
	return x == z
}

func no(n int, _, out []Vec) { clear(view[bool](out[0], n)) }

func yes(n int, _, out []Vec) {
	o := view[bool](out[0], n)
	for i := range o {
		o[i] = true
	}
}
