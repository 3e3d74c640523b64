package aggregate

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

func (o *Reduction) Exec(x *op.Exec) error {
	switch {
	case o.Axis == 1:
		return o.across(x)
	case x.Stage == op.Map:
		return o.partial(x)
	case x.Stage != op.Chunk:
		return o.combine(x)
	}
	rs, err := o.finals(x.Mem(), x.Tuple(0), x.InMeta(0).Cols)
	if err != nil {
		return err
	}
	m := x.Out(0)
	if m.Kind != op.Series {
		v, err := chunk.Scalar(x, rs[0], 0)
		if err != nil {
			return err
		}
		if v == nil { // of no object there is no least one
			v = chunk.Nan
		}
		return x.Put(0, v)
	}
	at := o.columns(x.InMeta(0).Cols)
	f, err := frame.New(frame.NewRange(0, 1, 1), schema.LabelsOf(chunk.PickCols(x.InMeta(0).Cols, at)), rs...)
	if err != nil {
		return err
	}
	f.Axis = x.Tuple(0)[0].(*frame.Frame).Axis
	s, err := chunk.Cross(x, f, frame.Label{}, m.Cols[0].Is)
	if err != nil {
		return err
	}
	return x.Put(0, s)
}

// partial reduces the columns of a chunk.
func (o *Reduction) partial(x *op.Exec) error {
	f, a := x.Frame(0), o.agg()
	at := o.columns(x.InMeta(0).Cols)
	cols := make([]*frame.Column, len(at))
	for i, k := range at {
		cols[i] = f.Cols[k]
	}
	parts, err := a.MapAll(x.Mem(), cols, x.Parallel)
	if err != nil {
		return err
	}
	return putColumns(x, parts, f.Axis)
}

// putColumns puts columns of one row, and the names of the column axis, as a tuple of one frame, which no
// dtype of the whole is settled on.
func putColumns(x *op.Exec, parts [][]*frame.Column, axis []frame.Label) error {
	cols := slices.Concat(parts...)
	f, err := frame.New(frame.NewRange(0, 1, 1), make([]frame.Label, len(cols)), cols...)
	if err != nil {
		return err
	}
	f.Axis = axis
	return x.Put(0, op.Tuple{f})
}

// tupleColumns are the columns that putColumns put.
func tupleColumns(t op.Tuple) []*frame.Column { return t[0].(*frame.Frame).Cols }

// combine joins the partials of several chunks.
func (o *Reduction) combine(x *op.Exec) error {
	if x.Len() == 1 {
		return x.Put(0, x.In(0))
	}
	a, cols := o.agg(), x.InMeta(0).Cols
	in := make([][]*frame.Column, x.Len())
	for i, t := range x.Tuples() {
		in[i] = tupleColumns(t)
	}
	var parts [][]*frame.Column
	k := 0
	for _, i := range o.columns(cols) {
		n, err := a.Width(cols[i].Is)
		if err != nil {
			return err
		}
		p := make([]*frame.Column, n)
		for j := range p {
			cs := make([]*frame.Column, len(in))
			for c := range in {
				cs[c] = in[c][k+j]
			}
			if p[j], err = frame.Concat(x.Mem(), cs...); err != nil {
				return err
			}
		}
		k += n
		if p, err = a.Combine(x.Mem(), p, cols[i].Is); err != nil {
			return err
		}
		parts = append(parts, p)
	}
	return putColumns(x, parts, x.Tuple(0)[0].(*frame.Frame).Axis)
}

// finals are the results of joined partials.
func (o *Reduction) finals(al mem.Allocator, t op.Tuple, cols []op.Col) ([]*frame.Column, error) {
	a, k := o.agg(), 0
	var out []*frame.Column
	for _, i := range o.columns(cols) {
		n, err := a.Width(cols[i].Is)
		if err != nil {
			return nil, err
		}
		c, err := a.Final(al, tupleColumns(t)[k:k+n], cols[i].Is)
		k += n
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}
