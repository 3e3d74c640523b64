package chunk

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// KeptLabels is f, whose rows were sent by label, with labels of the dtypes that they had before they were
// cast to meet others. Categories, which a task does not know by itself, stay what they are.
func KeptLabels(x *op.Exec, f *frame.Frame) (*frame.Frame, error) {
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
	ix, err := Env(x).Labels(f.Index, to)
	if err != nil {
		return nil, err
	}
	return f.WithIndex(ix), nil
}

// SharedAxis are the names of the column axis of frames side by side under names: those that all of them
// have, none where one is not at hand.
func SharedAxis(names []frame.Label, fs []*frame.Frame) (axis []frame.Label) {
	for i, f := range fs {
		switch {
		case f == nil || len(f.Axis) != frame.ColumnLevels(names):
			return nil
		case i == 0:
			axis = f.Axis
		case !slices.Equal(f.Axis, axis):
			return nil
		}
	}
	return axis
}

// PutRows puts the given rows of f.
func PutRows(x *op.Exec, f *frame.Frame, rows []int64) error {
	out, err := SomeRows(x, f, rows)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// SomeRows is rows of f that ascend, the frame itself where they are all of them.
func SomeRows(x *op.Exec, f *frame.Frame, rows []int64) (*frame.Frame, error) {
	if len(rows) == f.NRows {
		return f, nil
	}
	return f.Take(x.Mem(), rows)
}

// PickCols are columns by their places.
func PickCols(from []op.Col, at []int) []op.Col {
	cols := make([]op.Col, len(at))
	for i, c := range at {
		cols[i] = from[c]
	}
	return cols
}
