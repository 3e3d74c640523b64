package tensor

import "slices"

// negative reports a number below 0.
func negative(ns []int) bool { return len(ns) > 0 && slices.Min(ns) < 0 }

// unknown is how many lengths are not known.
func unknown(shape []int) (n int) {
	for _, d := range shape {
		if d < 0 {
			n++
		}
	}
	return n
}
