package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// normAxis counts an axis from 0. Errors: Invalid, in NumPy's words.
func normAxis(a, rank int) (int, error) {
	if a < -rank || a >= rank {
		return 0, errs.New(errs.Invalid, "axis %d is out of bounds for array of dimension %d", a, rank)
	}
	if a < 0 {
		a += rank
	}
	return a, nil
}

// normAxes counts axes from 0, in order. nil, which means all, stays nil.
func normAxes(axes []int, rank int) ([]int, error) {
	if axes == nil {
		return nil, nil
	}
	out := make([]int, len(axes))
	for i, a := range axes {
		n, err := normAxis(a, rank)
		if err != nil {
			return nil, err
		}
		if slices.Contains(out[:i], n) {
			return nil, errs.New(errs.Invalid, "duplicate value in 'axis'")
		}
		out[i] = n
	}
	slices.Sort(out)
	return out, nil
}

// allAxes is axes, or all of the rank for nil.
func allAxes(axes []int, rank int) []int {
	if axes != nil {
		return axes
	}
	for a := range rank {
		axes = append(axes, a)
	}
	return axes
}

// reduced is dims without the axes, or with them as 1.
func reduced(dims []op.Dim, axes []int, keep bool) []op.Dim {
	axes = allAxes(axes, len(dims))
	out := make([]op.Dim, 0, len(dims))
	for a, d := range dims {
		switch {
		case !slices.Contains(axes, a):
			out = append(out, d)
		case keep:
			out = append(out, op.Dim{N: 1})
		}
	}
	return out
}
