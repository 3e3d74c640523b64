package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// frameOf makes a frame of a user's columns.
func frameOf(o Options, cols []C) (*frame.Frame, error) {
	f := &frame.Frame{NRows: -1}
	if o.Index != nil {
		x, err := indexOf(o.Index, dtype.DType{})
		if err != nil {
			return nil, err
		}
		f.Index, f.NRows = x, x.N
	}
	single := map[int]any{}
	for i, c := range cols {
		name, ok := frame.LabelOf(c.Name)
		if !ok {
			return nil, errs.New(errs.Type, "a %T cannot name a column", c.Name)
		}
		f.Names, f.Cols = append(f.Names, name), append(f.Cols, nil)
		if v, ok := chunk.ScalarOf(c.Data); ok {
			single[i] = v
			continue
		}
		col, err := chunk.ColumnOf(c.Data)
		if err != nil {
			return nil, err
		}
		switch {
		case f.NRows >= 0 && col.Rows != f.NRows && f.Index != nil:
			return nil, errs.New(errs.Invalid, "Length of values (%d) does not match length of index (%d)", col.Rows, f.NRows)
		case f.NRows >= 0 && col.Rows != f.NRows:
			return nil, errs.New(errs.Invalid, "All arrays must be of the same length")
		}
		f.NRows, f.Cols[i] = col.Rows, col
	}
	switch {
	case f.NRows < 0 && len(single) > 0:
		return nil, errs.New(errs.Invalid, "If using all scalar values, you must pass an index")
	case f.NRows < 0:
		f.NRows = 0
	}
	if f.Index == nil {
		f.Index = frame.NewRange(0, 1, f.NRows)
	}
	for i := range cols {
		if v, ok := single[i]; ok {
			c, err := chunk.Infer([]any{v})
			if err != nil {
				return nil, err
			}
			if f.Cols[i], err = chunk.Heap.Repeat(c, f.NRows); err != nil {
				return nil, err
			}
		}
		if !o.DType.IsZero() {
			c, err := chunk.Heap.Cast(f.Cols[i], o.DType)
			if err != nil {
				return nil, err
			}
			f.Cols[i] = c
		}
	}
	return f, nil
}

// indexOf makes an index of what a column may be made of.
func indexOf(v any, d dtype.DType) (*frame.Index, error) {
	if x, ok := v.(*frame.Index); ok {
		return x, nil
	}
	if ls, ok := v.([]frame.Label); ok {
		return chunk.IndexOfLabels(ls), nil
	}
	c, err := chunk.ColumnOf(v)
	if err != nil {
		return nil, err
	}
	if !d.IsZero() {
		if c, err = chunk.Heap.Cast(c, d); err != nil {
			return nil, err
		}
	}
	if c, err = c.Decode(mem.Heap); err != nil {
		return nil, err
	}
	return frame.NewIndex(frame.Label{}, c), nil
}
