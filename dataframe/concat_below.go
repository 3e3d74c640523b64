package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// conform brings a chunk of one input to the columns and labels of the whole.
func (o *concat) conform(x *op.Exec) error {
	f, m, in := x.Frame(0), x.Out(0), x.InMeta(0)
	e := column.Env{Mem: x.Mem(), Parallel: x.Parallel}
	names := belowNames(in)
	same := slices.Equal(names, labelsOf(m.Cols)) || m.Kind == op.Series
	cols := make([]*frame.Column, len(m.Cols))
	for i, c := range m.Cols {
		k := i
		if !same {
			k = slices.IndexFunc(names, c.Name.Same)
		}
		var err error
		if k < 0 {
			cols[i], err = missingColumn(e, c.Is, f.NRows)
		} else {
			cols[i], err = recast(e, f.Cols[k], c.Is)
		}
		if err != nil {
			return err
		}
	}
	ix, err := o.labels(e, f.Index, m.Index, x.Index[0])
	if err != nil {
		return err
	}
	g, err := frame.New(ix, labelsOf(m.Cols), cols...)
	if err != nil {
		return err
	}
	g.Axis = f.Axis
	return x.Put(0, g.WithOrd(f.Ord))
}

// recast is c as d; what has no common dtype becomes objects of its cells.
func recast(e column.Env, c *frame.Column, d dtype.DType) (*frame.Column, error) {
	if c.DType == d {
		return c, nil
	}
	if !d.IsObject() {
		return e.Cast(c, d)
	}
	cells := c.Cells()
	for i, v := range cells {
		if v == nil {
			cells[i] = missingCell(c.DType)
		}
	}
	return e.Build(cells, d)
}

// missingColumn is n missing rows of dtype d; an object misses as NaN.
func missingColumn(e column.Env, d dtype.DType, n int) (*frame.Column, error) {
	if d.IsObject() {
		return e.Build(slices.Repeat([]any{nan}, n), d)
	}
	if n == 0 && !frame.CanMiss(d) {
		return e.Build(nil, d)
	}
	if d.IsCategorical() { // the categories come from the inputs that have the column
		b, err := e.Mem.Alloc(n)
		if err != nil {
			return nil, err
		}
		codes := mem.View[int8](b, 0, n)
		for i := range codes {
			codes[i] = -1
		}
		none, err := heap.FromCells(nil)
		if err != nil {
			return nil, err
		}
		dict, err := frame.NewDictionary(none)
		if err != nil {
			return nil, err
		}
		return frame.NewDict(d, dict, b, 0, n, 1), nil
	}
	c, err := column.Missing(d)
	if err != nil {
		return nil, err
	}
	return e.Repeat(c, n)
}

// labels brings the index of a chunk of input i to the levels of the whole.
func (o *concat) labels(e column.Env, x *frame.Index, m op.IndexMeta, i int) (*frame.Index, error) {
	if o.IgnoreIndex {
		return frame.NewRange(0, 1, x.N), nil
	}
	var levels []*frame.Column
	if o.Keys != nil {
		k, err := e.Cast(frame.LabelColumn(o.Keys[i:i+1]), m.Levels[0].Is)
		if err != nil {
			return nil, err
		}
		if k, err = e.Repeat(k, x.N); err != nil {
			return nil, err
		}
		levels = append(levels, k)
	} else if x.Kind == frame.RangeIndex && m.Levels[0].Is == dtype.Int64 {
		return x.WithNames(m.Levels[0].Name), nil
	}
	for k := range x.NLevels() {
		c, err := recast(e, x.Level(k), m.Levels[len(levels)].Is)
		if err != nil {
			return nil, err
		}
		levels = append(levels, c)
	}
	names := labelsOf(m.Levels)
	if len(levels) == 1 {
		return frame.NewIndex(names[0], levels[0]), nil
	}
	return frame.NewMulti(names, levels...), nil
}
