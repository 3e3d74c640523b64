package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// sameIndex reports values whose row labels are known to be equal.
func sameIndex(a, b op.Meta) bool {
	x, y := a.Index, b.Index
	if len(a.Dims) == 0 || len(b.Dims) == 0 {
		return false
	}
	return x.Token == y.Token || x.Kind == frame.RangeIndex && y.Kind == frame.RangeIndex && x.Start == y.Start && x.Step == y.Step &&
		a.Dims[0] == b.Dims[0]
}

// unioned is a under the labels of a and b together: their union where they differ.
func unioned(a, b op.Meta) (op.Meta, error) {
	d, err := labelTypes(a.Index, b.Index)
	if err != nil {
		return a, err
	}
	m := a.WithRows(op.Sym("align", a, b))
	m.Index = a.Index.Derive("align", a, b)
	m.Index.Loose = false
	m.Index.Levels = slices.Clone(m.Index.Levels)
	for k := range d {
		m.Index.Levels[k].Type = op.T(d[k])
	}
	if len(d) == 1 {
		m.Index.Kind = frame.IndexKindOf(d[0])
	}
	return m, nil
}

// labelTypes are the dtypes of the labels of two indexes together.
func labelTypes(a, b op.IndexMeta) ([]dtype.DType, error) {
	if len(a.Levels) != len(b.Levels) {
		return nil, errs.New(errs.Invalid, "cannot join an index of %d levels with one of %d: such joins are not there yet", len(a.Levels), len(b.Levels))
	}
	d := make([]dtype.DType, len(a.Levels))
	for k := range d {
		var err error
		if d[k], err = column.JoinedType(a.Levels[k].Is, b.Levels[k].Is); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// keptLabels is f, whose rows were sent by label, with labels of the dtypes that they had before they were cast to meet others. Categories, which a task does not
// know by itself, stay what they are.
func keptLabels(x *op.Exec, f *frame.Frame) (*frame.Frame, error) {
	levels := x.Out(0).Index.Levels
	if x.Stage != op.Final || len(levels) != f.Index.NLevels() {
		return f, nil
	}
	to, cast := make([]dtype.DType, len(levels)), false
	for k, l := range levels {
		if to[k] = f.Index.Level(k).DType; !l.Is.IsCategorical() && !to[k].IsCategorical() {
			cast = cast || to[k] != l.Is
			to[k] = l.Is
		}
	}
	if !cast {
		return f, nil
	}
	ix, err := chunk.Env(x).Labels(f.Index, to)
	if err != nil {
		return nil, err
	}
	return f.WithIndex(ix), nil
}
