package aggregate

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

// rows are the places of the rows about each quantile among n sorted ones: one, or two neighbours and how far
// the quantile lies between them.
func (o *Quantile) rows(n int, each func(first, rows int, t float64)) {
	m, _ := o.method()
	for _, q := range o.Q {
		switch lo, hi, t := m.At(n, q); {
		case n == 0:
			each(0, 0, 0)
		case lo == hi:
			each(lo, 1, 0)
		case m.Exact() && t < 0.5:
			each(lo, 1, 0)
		case m.Exact():
			each(hi, 1, 0)
		default:
			each(lo, 2, t)
		}
	}
}

// about gathers the rows about each quantile of a sorted column of n rows.
func (o *Quantile) about(t *op.Tiler, s op.Grid, n int) []op.Edge {
	most := 0
	s.Meta = t.MetaOf(s.Edges[0])
	var boxes []op.Box
	o.rows(n, func(first, rows int, _ float64) {
		if rows > 0 {
			boxes = append(boxes, op.Box{From: s, Lo: []int{first}, At: []int{most}, Size: []int{rows}})
			most += rows
		}
	})
	return t.Gather(s.Meta.WithRows(op.Dim{N: most}), [][]op.Dim{op.Dims(most)}, []op.Grid{s}, func(_, _ []int) []op.Box { return boxes }).Edges
}

func (o *Quantile) Exec(x *op.Exec) error {
	if x.Stage != op.Chunk {
		return o.middle().Exec(x)
	}
	f := x.Frame(0)
	cols, err := o.results(*op.SchemaOf(f))
	if err != nil {
		return err
	}
	out := make([]*frame.Column, len(cols))
	for i, k := range o.middle().columns(op.SchemaOf(f).Cols) {
		var c *frame.Column
		n := 0
		if x.Index[0] == 1 {
			c, n = x.Frame(i + 1).Cols[0], x.Index[i+1]
		} else {
			if c, err = inOrder(x, f.Cols[k]); err != nil {
				return err
			}
			n = c.Rows
		}
		if out[i], err = o.pick(x, c, n, cols[i].Is); err != nil {
			return err
		}
	}
	return o.put(x, schema.LabelsOf(cols), f.Axis, out)
}

// inOrder is the values of c that are there, sorted.
func inOrder(x *op.Exec, c *frame.Column) (*frame.Column, error) {
	rows := order.Rows([]order.Key{{Col: c}}, c.Rows)
	return c.Take(x.Mem(), rows[:c.Rows-c.NullCount()])
}

// pick is the quantiles of n sorted values, c being all of them or those about the quantiles.
func (o *Quantile) pick(x *op.Exec, c *frame.Column, n int, d dtype.DType) (*frame.Column, error) {
	var parts []*frame.Column
	var err error
	at, all := 0, c.Rows == n && x.Index[0] == 0
	o.rows(n, func(first, rows int, t float64) {
		lo := at
		if at += rows; all {
			lo = first
		}
		var p *frame.Column
		p, err = o.between(x, c.Slice(lo, lo+rows), t, d, err)
		parts = append(parts, p)
	})
	if err != nil {
		return nil, err
	}
	if len(parts) == 0 {
		return chunk.Env(x).Cast(c.Slice(0, 0), d)
	}
	return frame.Concat(x.Mem(), parts...)
}

// between is the value t of the way from the first row of c to the second; of no row it is missing.
func (o *Quantile) between(x *op.Exec, c *frame.Column, t float64, d dtype.DType, err error) (*frame.Column, error) {
	if err != nil {
		return nil, err
	}
	if m, _ := o.method(); m.Exact() && c.Rows > 0 {
		return chunk.Env(x).Cast(c, d)
	}
	g, err := group.One(x.Mem(), c.Rows)
	if err != nil {
		return nil, err
	}
	a := group.New(group.Quantile)
	a.Q, a.Method = t, sort.Linear
	v, err := a.Direct(x.Mem(), g, c)
	if err != nil {
		return nil, err
	}
	return chunk.Env(x).Cast(v, d)
}

// put gives the quantiles of columns the form of the call.
func (o *Quantile) put(x *op.Exec, names, axis []frame.Label, cols []*frame.Column) error {
	m := x.Out(0)
	if o.List {
		out, err := frame.New(o.index(), names, cols...)
		if err != nil {
			return err
		}
		out.Axis = axis
		return x.Put(0, out)
	}
	if m.Kind != op.Series {
		v, err := chunk.Scalar(x, cols[0], 0)
		if err != nil {
			return err
		}
		return x.Put(0, v)
	}
	row, err := frame.New(frame.NewRange(0, 1, 1), names, cols...)
	if err != nil {
		return err
	}
	row.Axis = axis
	s, err := chunk.Cross(x, row, frame.L(o.Q[0]), m.Cols[0].Is)
	if err != nil {
		return err
	}
	return x.Put(0, s)
}
