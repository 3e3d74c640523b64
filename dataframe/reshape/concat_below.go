package reshape

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// conform brings a chunk of one input to the columns and labels of the whole.
func (o *Concat) conform(x *op.Exec) error {
	f, m, in := x.Frame(0), x.Out(0), x.InMeta(0)
	e := column.Env{Mem: x.Mem(), Parallel: x.Parallel}
	names := belowNames(in)
	same := slices.Equal(names, schema.LabelsOf(m.Cols)) || m.Kind == op.Series
	cols := make([]*frame.Column, len(m.Cols))
	for i, c := range m.Cols {
		k := i
		if !same {
			k = slices.IndexFunc(names, c.Name.Same)
		}
		var err error
		if k < 0 {
			cols[i], err = chunk.MissingColumn(e, c.Is, f.NRows)
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
	g, err := frame.New(ix, schema.LabelsOf(m.Cols), cols...)
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
			cells[i] = chunk.MissingCell(c.DType)
		}
	}
	return e.Build(cells, d)
}

// labels brings the index of a chunk of input i to the levels of the whole.
func (o *Concat) labels(e column.Env, x *frame.Index, m op.IndexMeta, i int) (*frame.Index, error) {
	if o.IgnoreIndex {
		return frame.NewRange(0, 1, x.N), nil
	}
	var levels []*frame.Column
	if o.Keys != nil {
		for k, ls := range o.keyLevels() {
			c, err := e.Cast(frame.LabelColumn(ls[i:i+1]), m.Levels[k].Is)
			if err != nil {
				return nil, err
			}
			if c, err = e.Repeat(c, x.N); err != nil {
				return nil, err
			}
			levels = append(levels, c)
		}
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
	names := schema.LabelsOf(m.Levels)
	if len(levels) == 1 {
		return frame.NewIndex(names[0], levels[0]), nil
	}
	return frame.NewMulti(names, levels...), nil
}
