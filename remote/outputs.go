package remote

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// outType is what output i is.
func (o *Spawn) outType(i int) string {
	if len(o.Types) == 0 {
		return "object"
	}
	return o.Types[i]
}

// openOutput describes an output before its function has run: columns, labels and dtypes follow from what it
// gives, and how many axes a tensor has.
func (o *Spawn) openOutput(kind string, i int) (op.Meta, error) {
	var h op.Hasher
	of := op.Meta{Key: h.Int(int(o.Nonce)).Int(i).Sum()} // calls of one function give other labels
	rows := op.Sym("remote.spawn", of)
	guess := op.Type{Is: dtype.Float64, Or: dtype.Float64, When: op.OpenColumn}
	labels := op.IndexMeta{Kind: frame.IntIndex, Levels: []op.Col{{Type: guess}}}.Derive("remote.spawn", of)
	var m op.Meta
	switch kind {
	case "object":
		return op.NewPickled(), nil
	case "tensor":
		m = op.Meta{Kind: op.Tensor, DType: guess}
	case "dataframe":
		m = op.NewFrame(rows, labels)
	case "series":
		m = op.NewSeries(rows, labels, op.Col{Type: guess})
	case "index":
		m = op.NewFrame(rows, labels)
		m.Kind = op.Index
	default:
		return m, errs.New(errs.Invalid, "an output of type %.40q; there are tensor, dataframe, series, index and object", kind)
	}
	m.Open = true
	return m, nil
}

// promised describes the one output of which was said what it is.
func (o *Spawn) promised() ([]op.Meta, error) {
	switch {
	case len(o.Types) != 1 || (o.Types[0] == "tensor") == (o.Like != nil):
		return nil, errs.New(errs.Invalid, "a tensor has a shape and a dtype, a frame is like another one")
	case o.Like != nil:
		m, err := o.openOutput(o.Types[0], 0)
		if err != nil || m.Kind == op.Object {
			return nil, errs.New(errs.Invalid, "an object is like no frame")
		}
		s := op.SchemaOf(o.Like)
		token := m.Index.Token
		m.Open, m.Cols, m.Axis, m.Index = false, s.Cols, s.Axis, s.Index
		m.Index.Token = token
		if m.Kind == op.Series && len(m.Cols) != 1 || m.Kind == op.Index && len(m.Cols) != 0 {
			return nil, errs.New(errs.Invalid, "a %s like a frame of %d columns", m.Kind, len(m.Cols))
		}
		return []op.Meta{m}, nil
	case !o.DType.Fixed():
		return nil, errs.New(errs.Type, "a tensor of %s of a function; there are those of numbers, bools and times", o.DType)
	}
	return []op.Meta{op.NewTensor(o.DType, op.Dims(o.Shape...)...)}, nil
}

// kept is what a function gave, which must be what was promised.
func (o *Spawn) kept(al mem.Allocator, v any) (any, error) {
	if f, ok := v.(*frame.Frame); ok && o.Like != nil {
		g := *f
		g.Cols = slices.Clone(f.Cols)
		for i, c := range f.Cols {
			if i == len(o.Like.Cols) {
				break
			}
			switch t, err := texts(al, c, o.Like.Cols[i].DType); {
			case err == nil:
				g.Cols[i] = t
			case !errs.Is(err, errs.Internal): // that is another dtype, which is told below
				return nil, err
			}
		}
		return &g, o.alike(op.SchemaOf(&g), op.SchemaOf(o.Like))
	}
	a, ok := v.(*nd.Array)
	if o.DType.IsZero() || ok && a.DType == o.DType && slices.Equal(a.Shape, o.Shape) {
		return v, nil
	}
	return nil, errs.New(errs.Type, "a tensor of %s and shape %v was promised, and the function returned one of %s and shape %v", o.DType, o.Shape, a.DType, a.Shape)
}

// alike checks columns and labels of a frame against those that were promised.
func (o *Spawn) alike(is, was *op.Meta) error {
	describe := func(cols []op.Col) string {
		var b strings.Builder
		for i, c := range cols {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%s %s", c.Name, c.Type)
		}
		return b.String()
	}
	what := o.Types[0]
	switch {
	case !slices.Equal(is.Cols, was.Cols):
		return errs.New(errs.Type, "a %s of columns %s was promised, and the function returned one of %s", what, describe(was.Cols), describe(is.Cols))
	case is.Index.Kind != was.Index.Kind || is.Index.Start != was.Index.Start || is.Index.Step != was.Index.Step || !slices.Equal(is.Index.Levels, was.Index.Levels):
		return errs.New(errs.Type, "a %s of labels %s (%s) was promised, and the function returned one of %s (%s)", what,
			describe(was.Index.Levels), was.Index.Kind, describe(is.Index.Levels), is.Index.Kind)
	}
	return nil
}

// said reports that it was said what the output is.
func (o *Spawn) said() bool { return !o.DType.IsZero() || o.Like != nil }

// learn makes grids of the outputs of a call. What is no object is looked at first.
func (o *Spawn) learn(t *op.Tiler, id op.ID) error {
	outs := make([]op.Grid, o.outputs())
	var open []op.Grid
	for i := range outs {
		outs[i] = op.Grid{Shape: slices.Repeat([]int{1}, len(o.Shape)), Edges: []op.Edge{{ID: id, Out: int32(i), Part: -1}}}
		if o.outType(i) != "object" {
			open = append(open, outs[i])
		}
	}
	if o.said() {
		if o.Like != nil {
			outs[0].Shape = []int{1}
		}
		return t.Out(outs...)
	}
	if err := t.Need(op.Stats, open...); err != nil {
		return err
	}
	for i := range outs {
		switch kind := o.outType(i); kind {
		case "object":
		case "tensor":
			m := *t.Facts(outs[i], 0).Schema
			t.Refine(i, m)
			final := t.At(op.Final).Task(make([]int, len(m.Dims)), []op.Meta{m}, outs[i].Edges[0])
			outs[i] = op.Grid{Shape: slices.Repeat([]int{1}, len(m.Dims)), Edges: []op.Edge{{ID: final, Part: -1}}}
		default:
			m, s := t.Meta(i), t.Facts(outs[i], 0).Schema
			token := m.Index.Token
			m.Index, m.Cols, m.Axis, m.Open = s.Index, s.Cols, s.Axis, false
			m.Index.Token = token
			t.Refine(i, m)
			outs[i].Shape = []int{1}
		}
	}
	return t.Out(outs...)
}
