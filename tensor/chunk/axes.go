package chunk

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// NormAxis counts an axis from 0. Errors: Invalid, in NumPy's words.
func NormAxis(a, rank int) (int, error) {
	if a < -rank || a >= rank {
		return 0, errs.New(errs.Invalid, "axis %d is out of bounds for array of dimension %d", a, rank)
	}
	if a < 0 {
		a += rank
	}
	return a, nil
}

// NormAxes counts axes from 0, in order. nil, which means all, stays nil.
func NormAxes(axes []int, rank int) ([]int, error) {
	if axes == nil {
		return nil, nil
	}
	out := make([]int, len(axes))
	for i, a := range axes {
		n, err := NormAxis(a, rank)
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

// AllAxes is axes, or all of the rank for nil.
func AllAxes(axes []int, rank int) []int {
	if axes != nil {
		return axes
	}
	for a := range rank {
		axes = append(axes, a)
	}
	return axes
}

// Reduced is dims without the axes, or with them as 1.
func Reduced(dims []op.Dim, axes []int, keep bool) []op.Dim {
	axes = AllAxes(axes, len(dims))
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

// Kept is a result of x that has lost the reduced axes, with them back as 1 if they are to stay.
func Kept(x *op.Exec, a *nd.Array, axes []int, keep bool) *nd.Array {
	if keep {
		for _, k := range AllAxes(axes, len(x.Out(0).Dims)) {
			a = a.NewAxis(k)
		}
	}
	return a
}

// SomeElements refuses a reduction that has a result for no elements, where that is known.
func SomeElements(dims []op.Dim, axes []int, name string) error {
	size, none := 1, false
	axes = AllAxes(axes, len(dims))
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

// NonEmpty is g without the chunks that have no elements along reduced axes, unless there are no others. It
// needs the lengths.
func NonEmpty(t *op.Tiler, g op.Grid, axes []int) (op.Grid, error) {
	if err := t.Need(op.Rows, g); err != nil {
		return g, err
	}
	for _, a := range AllAxes(axes, len(g.Shape)) {
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

// Reaxis makes one task per chunk of the input, whose grid gets axes added or dropped.
func Reaxis(t *op.Tiler, change func(shape []int) []int) op.Grid { return ReaxisOf(t, t.In(0), change) }

// ReaxisOf is reaxis of a grid.
func ReaxisOf(t *op.Tiler, g op.Grid, change func(shape []int) []int) op.Grid {
	out := op.Grid{Shape: change(slices.Clone(g.Shape)), Edges: make([]op.Edge, 0, g.Len())}
	for k, e := range g.Edges {
		out.Edges = append(out.Edges, t.Edge([]int{k}, e))
	}
	return out
}

// Without is s less the places given.
func Without[T any](s []T, places []int) []T {
	out := make([]T, 0, len(s))
	for i, v := range s {
		if !slices.Contains(places, i) {
			out = append(out, v)
		}
	}
	return out
}
