package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
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

// kept is a result of x that has lost the reduced axes, with them back as 1 if they are to stay.
func kept(x *op.Exec, a *nd.Array, axes []int, keep bool) *nd.Array {
	if keep {
		for _, k := range allAxes(axes, len(x.Out(0).Dims)) {
			a = a.NewAxis(k)
		}
	}
	return a
}

// someElements refuses a reduction that has a result for no elements, where that is known.
func someElements(dims []op.Dim, axes []int, name string) error {
	size, none := 1, false
	axes = allAxes(axes, len(dims))
	for a, d := range dims {
		if !d.Known() {
			return nil
		}
		if slices.Contains(axes, a) {
			none = none || d.N == 0
		} else {
			size *= d.N
		}
	}
	if none && size > 0 {
		return reduce.NoIdentity(name)
	}
	return nil
}

// nonEmpty is g without the chunks that have no elements along reduced axes, unless there are no others. It
// needs the lengths.
func nonEmpty(t *op.Tiler, g op.Grid, axes []int) (op.Grid, error) {
	if err := t.Need(op.Rows, g); err != nil {
		return g, err
	}
	for _, a := range allAxes(axes, len(g.Shape)) {
		var keep []int
		for i, d := range t.Splits(g, a) {
			if d.N > 0 {
				keep = append(keep, i)
			}
		}
		if len(keep) > 0 && len(keep) < g.Shape[a] {
			g = slabs(g, a, keep)
		}
	}
	return g, nil
}

// slabs is the chunks of g at some places of an axis.
func slabs(g op.Grid, axis int, places []int) op.Grid {
	out := g
	out.Shape, out.Edges = slices.Clone(g.Shape), nil
	out.Shape[axis] = len(places)
	outer, inner := 1, 1
	for a, n := range g.Shape {
		if a < axis {
			outer *= n
		} else if a > axis {
			inner *= n
		}
	}
	for o := range outer {
		for _, p := range places {
			at := (o*g.Shape[axis] + p) * inner
			out.Edges = append(out.Edges, g.Edges[at:at+inner]...)
		}
	}
	return out
}
