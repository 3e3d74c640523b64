package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// Assign is the frame with columns set: those of a label that is there are replaced, others are added last. A
// value may be a series, whose rows are met by label (the frame's rows decide; what has no label there is
// missing), a tensor or Go slice of as many rows, or a single value.
// Errors: Invalid for lengths that differ and for a series that repeats labels.
func (d *DataFrame) Assign(cols ...C) *DataFrame {
	v := d.Value()
	for _, c := range cols {
		v = assigned(FrameOf(v), c)
	}
	return FrameOf(v)
}

// Set moves the cell to the frame with a column set: d[label] = value. Frames and series that were made of d
// keep what they have.
func (d *DataFrame) Set(label, value any) error {
	v := assigned(d, C{label, value})
	if d != nil && (v.Err() == nil || d.v.Err() != nil) {
		d.v = v
	}
	return v.Err()
}

func assigned(h Handle, c C) op.Value {
	const name = "dataframe.assign"
	l, ok := frame.LabelOf(c.Name)
	if !ok {
		return bad(name, errs.New(errs.Type, "a %T cannot name a column", c.Name))
	}
	o := &cells.Assign{Column: l}
	switch v := c.Data.(type) {
	case Handle:
		return apply(o, h, v)
	case *nd.Array:
		return apply(o, h, tensor.FromArray(v))
	}
	if v, ok := chunk.ScalarOf(c.Data); ok {
		o.Args = []any{nil, v}
		return apply(o, h)
	}
	col, err := chunk.ColumnOf(c.Data)
	if err != nil {
		return bad(name, err)
	}
	m := h.Value().Meta()
	if len(m.Dims) > 0 && m.Dims[0].Known() && m.Dims[0].N != col.Rows {
		return bad(name, errs.New(errs.Invalid, "Length of values (%d) does not match length of index (%d)", col.Rows, m.Dims[0].N))
	}
	return apply(o, h, SeriesFromFrame(&frame.Frame{Index: frame.NewRange(0, 1, col.Rows), NRows: col.Rows, Names: []frame.Label{cells.Listed}, Cols: []*frame.Column{col}}))
}
