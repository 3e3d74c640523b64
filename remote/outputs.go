package remote

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
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
func openOutput(kind string, i int, of op.Meta) (op.Meta, error) {
	var h op.Hasher
	of.Key = h.Key(of.Key).Int(i).Sum()
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

// promised describes the tensor of which shape and dtype were said.
func (o *Spawn) promised() ([]op.Meta, error) {
	switch {
	case len(o.Types) != 1 || o.Types[0] != "tensor":
		return nil, errs.New(errs.Invalid, "shape and dtype of what is no tensor")
	case !o.DType.Fixed():
		return nil, errs.New(errs.Type, "a tensor of %s of a function; there are those of numbers, bools and times", o.DType)
	}
	return []op.Meta{op.NewTensor(o.DType, op.Dims(o.Shape...)...)}, nil
}

// keeps checks what a function gave against what was promised.
func (o *Spawn) keeps(v any) error {
	a, ok := v.(*nd.Array)
	if o.DType.IsZero() || ok && a.DType == o.DType && slices.Equal(a.Shape, o.Shape) {
		return nil
	}
	return errs.New(errs.Type, "a tensor of %s and shape %v was promised, and the function returned one of %s and shape %v", o.DType, o.Shape, a.DType, a.Shape)
}

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
	if !o.DType.IsZero() {
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
