package nd

import (
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// Broadcast is the common shape of several, by NumPy's rule; the error has NumPy's words, without its blank
// at the end.
func Broadcast(shapes ...[]int) ([]int, error) {
	r := 0
	for _, s := range shapes {
		r = max(r, len(s))
	}
	out := make([]int, r)
	for i := range out {
		out[i] = 1
	}
	for _, s := range shapes {
		d := r - len(s)
		for i, n := range s {
			switch {
			case n == out[d+i] || n == 1:
			case out[d+i] == 1:
				out[d+i] = n
			default:
				return nil, errs.New(errs.Invalid, "operands could not be broadcast together with shapes %s", bareShapes(shapes))
			}
		}
	}
	return out, nil
}

// bareShape is a shape as NumPy's iterator errors write it: "(2,3)" without blanks.
func bareShape(s []int) string { return strings.ReplaceAll(ShapeString(s), " ", "") }

func bareShapes(shapes [][]int) string {
	words := make([]string, len(shapes))
	for i, s := range shapes {
		words[i] = bareShape(s)
	}
	return strings.Join(words, " ")
}

// AxisOf resolves a possibly negative axis of an array of rank r.
func AxisOf(axis, r int) (int, error) {
	if axis < -r || axis >= r {
		return 0, errs.New(errs.Invalid, "axis %d is out of bounds for array of dimension %d", axis, r)
	}
	if axis < 0 {
		axis += r
	}
	return axis, nil
}
