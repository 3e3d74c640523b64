package windows

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/kernel/window"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// labels says what windows need of the row labels: their times, or to pass them on.
func (w moving) labels() op.Look {
	if w.width != nil {
		return op.Looks
	}
	return op.Passes
}

// tileTimes gives every chunk the rows before it that its windows reach. These follow from the times, so each
// chunk hands on the last ones of itself and of what it was given.
func (w moving) tileTimes(t *op.Tiler) op.Grid {
	g := t.In(0)
	out := op.Grid{Shape: g.Shape}
	var before []op.Edge
	for i, e := range g.Edges {
		in := append([]op.Edge{e}, before...)
		out.Edges = append(out.Edges, op.Edge{ID: t.Task([]int{i, len(before), 0}, []op.Meta{t.MetaOf(e)}, in...), Part: -1})
		if i+1 < len(g.Edges) {
			id := t.At(op.Map).Task([]int{i, len(before), 0}, nil, in...)
			before = []op.Edge{{ID: id, Part: -1}}
		}
	}
	return out
}

func borderMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Map {
		return nil, nil
	}
	return []op.Meta{in[0].WithRows(op.Sym("rolling border", in...))}, nil
}

// border writes the rows of the inputs that windows of later rows may reach.
func (w moving) border(x *op.Exec) error {
	times, from, err := w.times(x)
	if err != nil {
		return err
	}
	f := x.Frame(0)
	lo := window.Behind(times, w.ticks(f), w.closed)
	if lo >= from {
		return x.Put(0, f.Slice(lo-from, f.NRows))
	}
	v, err := x.Join([]int{2}, []any{x.Frame(1).Slice(lo, from), f})
	if err != nil {
		return err
	}
	return x.Put(0, v)
}

// ticks is the width in the unit of the labels of f.
func (w moving) ticks(f *frame.Frame) int64 {
	u := f.Index.Level(0).DType.Unit
	if k, ok := dtype.Factor(w.width.Unit, u); ok {
		if hi := math.MaxInt64 / k; w.width.Ticks > hi {
			return math.MaxInt64
		}
		return max(w.width.Ticks, math.MinInt64/k) * k
	}
	k, _ := dtype.Factor(u, w.width.Unit)
	return floorDivide(w.width.Ticks, k)
}

func floorDivide(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// times are the labels of the rows before the chunk and of its own, and where the chunk starts. Errors:
// Invalid where they do not serve windows.
func (w moving) times(x *op.Exec) (t []int64, from int, err error) {
	f := x.Frame(0)
	before, _ := x.Sides()
	if before > 0 {
		from = x.Frame(before).NRows
	}
	b, err := x.Mem().Alloc(8 * (from + f.NRows))
	if err != nil {
		return nil, 0, err
	}
	t = mem.View[int64](b, 0, from+f.NRows)
	if before > 0 {
		if err := ticksOf(x, t[:from], x.Frame(before)); err != nil {
			return nil, 0, err
		}
	}
	if err := ticksOf(x, t[from:], f); err != nil {
		return nil, 0, err
	}
	for _, v := range t {
		if v == dtype.NaT {
			return nil, 0, errs.New(errs.Invalid, "index values must not have NaT")
		}
	}
	if !window.Monotonic(t) {
		return nil, 0, errs.New(errs.Invalid, "index values must be monotonic")
	}
	return t, from, nil
}

func ticksOf(x *op.Exec, dst []int64, f *frame.Frame) error {
	t, err := dt.Ticks(x.Mem(), f.Index.Level(0))
	copy(dst, t)
	return err
}

// specOf is the windows of a chunk.
func (w moving) specOf(x *op.Exec) (window.Spec, error) {
	s := w.spec
	if s.Least = s.Window; w.width != nil {
		s.Least = 1
	}
	if w.least != nil {
		s.Least = *w.least
	}
	if w.width == nil && w.closed == window.Right {
		return s, nil
	}
	n := x.Frame(0).NRows
	before, after := x.Sides()
	for _, side := range []int{before, after} {
		if side > 0 {
			n += x.Frame(side).NRows
		}
	}
	b, err := x.Mem().Alloc(8 * n)
	if err != nil {
		return s, err
	}
	room := mem.View[window.Range](b, 0, n)
	if w.width == nil {
		return s.Close(room, w.closed), nil
	}
	times, _, err := w.times(x)
	if err != nil {
		return s, err
	}
	return s.Spans(room, times, w.ticks(x.Frame(0)), w.closed), nil
}
