package chunk

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// maxRows bounds what a header may claim, so that sizes cannot overflow.
const maxRows = 1 << 56

func (d *decoder) frame(h *frameHead) (*frame.Frame, error) {
	if len(h.Names) != len(h.Cols) || h.Index.N != h.Rows {
		return nil, damaged("a frame of %d rows, %d names, %d columns, an index of %d", h.Rows, len(h.Names), len(h.Cols), h.Index.N)
	}
	x, err := d.index(&h.Index)
	if err != nil {
		return nil, err
	}
	f := &frame.Frame{Index: x, NRows: h.Rows, Cols: make([]*frame.Column, len(h.Cols))}
	if f.Names, err = getLabels(h.Names); err != nil {
		return nil, err
	}
	if f.Axis, err = getLabels(h.Axis); err != nil {
		return nil, err
	}
	for i := range h.Cols {
		if f.Cols[i], err = d.columnOf(&h.Cols[i], h.Rows); err != nil {
			return nil, err
		}
	}
	if h.Ord != nil {
		if f.Ord, err = d.columnOf(h.Ord, h.Rows); err != nil {
			return nil, err
		}
		if f.Ord.DType != dtype.Int64 {
			return nil, damaged("ordinals of %v", f.Ord.DType)
		}
	}
	return f, nil
}

func (d *decoder) index(h *indexHead) (*frame.Index, error) {
	x := &frame.Index{Kind: h.Kind, Start: h.Start, Step: h.Step, N: h.N}
	levels := len(h.Levels)
	switch {
	case h.Kind > frame.MultiIndex || h.N < 0 || h.N > maxRows:
		return nil, damaged("an index of kind %d and %d rows", h.Kind, h.N)
	case h.Kind == frame.RangeIndex && (levels != 0 || len(h.Names) != 1 || h.Step == 0):
		return nil, damaged("a range index of %d levels, %d names, step %d", levels, len(h.Names), h.Step)
	case h.Kind != frame.RangeIndex && (levels == 0 || len(h.Names) != levels || levels > 1 && h.Kind != frame.MultiIndex):
		return nil, damaged("a %v index of %d levels, %d names", h.Kind, levels, len(h.Names))
	}
	switch len(h.Token) {
	case 0:
	case len(x.Token):
		copy(x.Token[:], h.Token)
	default:
		return nil, damaged("an index token of %d bytes", len(h.Token))
	}
	var err error
	if x.Names, err = getLabels(h.Names); err != nil {
		return nil, err
	}
	for i := range h.Levels {
		c, err := d.columnOf(&h.Levels[i], h.N)
		if err != nil {
			return nil, err
		}
		x.Levels = append(x.Levels, c)
	}
	if levels > 0 && h.Kind != frame.MultiIndex && kindOf(x.Levels[0].DType) != h.Kind {
		return nil, damaged("a %v index of %v", h.Kind, x.Levels[0].DType)
	}
	return x, nil
}

// kindOf is the kind of the index that has one level of d.
func kindOf(d dtype.DType) frame.IndexKind {
	return frame.NewIndex(frame.Label{}, &frame.Column{DType: d}).Kind
}

// columnOf is a column that must have rows.
func (d *decoder) columnOf(h *columnHead, rows int) (*frame.Column, error) {
	if h.Rows != rows {
		return nil, damaged("a column of %d rows among %d", h.Rows, rows)
	}
	return d.column(h)
}

func (d *decoder) column(h *columnHead) (*frame.Column, error) {
	t, err := parseDType(h.DType)
	if err != nil {
		return nil, err
	}
	if err := h.check(t); err != nil {
		return nil, err
	}
	if t.IsObject() {
		p, err := d.bytes()
		if err != nil {
			return nil, err
		}
		vs, err := cellRows(p, h.Rows)
		if err != nil {
			return nil, err
		}
		return frame.NewObjects(vs), nil
	}
	c := &frame.Column{DType: t, Enc: h.Enc, Rows: h.Rows, Codes: h.Codes, Start: h.Start, Step: h.Step}
	if err := d.data(h, c); err != nil {
		return nil, err
	}
	if h.Dict != nil {
		if c.Dict, err = d.dict(h.Dict); err != nil {
			return nil, err
		}
		if !t.IsCategorical() && c.Dict.Values.DType.Kind != t.Kind {
			return nil, damaged("a dictionary of %v for %v", c.Dict.Values.DType, t)
		}
	}
	if h.Known != nil {
		b, err := h.Known.bounds()
		if err != nil {
			return nil, err
		}
		c.WithBounds(b)
	}
	return c, sound(c)
}

// check says whether the parts of h fit together.
func (h *columnHead) check(t dtype.DType) error {
	ok := h.Rows >= 0 && h.Rows <= maxRows && h.Off >= 0 && h.Off < 8 && h.Heaps >= 0 && (h.Heaps == 0 || (t.IsString() || t.IsBinary()) && h.Enc != frame.Dict)
	switch h.Enc {
	case frame.Dict:
		ok = ok && h.Dict != nil && !h.Valid && !t.IsObject() && (h.Codes == 1 || h.Codes == 2 || h.Codes == 4)
	case frame.Range:
		ok = ok && t.Size() == 8 && (t.IsInteger() || t.IsTemporal()) && !t.Null && !h.Valid
	case frame.Narrow:
		ok = ok && t.Kind == dtype.Int64Kind && (h.Codes == 1 || h.Codes == 2 || h.Codes == 4)
	case frame.Plain, frame.Const:
		ok = ok && !t.IsCategorical() && (h.Enc == frame.Plain || !t.IsObject()) && (!t.IsObject() || !h.Valid)
	default:
		ok = false
	}
	if h.Enc != frame.Dict {
		ok = ok && h.Dict == nil && (h.Codes == 0 || h.Enc == frame.Narrow)
	}
	if h.Enc != frame.Range {
		ok = ok && h.Start == 0 && h.Step == 0
	}
	if slots(h.Enc, h.Rows) == 0 {
		ok = ok && !h.Valid && h.Heaps == 0
	}
	if h.Enc != frame.Plain && h.Enc != frame.Narrow || t.IsObject() {
		ok = ok && h.Known == nil
	}
	if !ok {
		return damaged("a column %+v", *h)
	}
	return nil
}

// data reads elements, validity and heaps.
func (d *decoder) data(h *columnHead, c *frame.Column) (err error) {
	n := int64(slots(h.Enc, h.Rows))
	if n == 0 {
		return nil
	}
	if c.Data, err = d.block(n*int64(width(c)), "a column of "+h.DType); err != nil {
		return err
	}
	if h.Valid {
		b, err := d.block((int64(h.Off)+n+7)/8, "validity")
		if err != nil {
			return err
		}
		c.Valid = frame.Bitmap{Block: b, Off: h.Off}
	}
	if h.Heaps > d.segs.Len()-d.next {
		return damaged("%d heaps in %d segments", h.Heaps, d.segs.Len()-d.next)
	}
	c.Heaps = make([]*mem.Block, h.Heaps)
	for i := range c.Heaps {
		if c.Heaps[i], err = d.block(d.size(), "a heap"); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) dict(h *dictHead) (*frame.Dictionary, error) {
	if h.Values == nil {
		if h.ID < 0 || h.ID >= len(d.dicts) {
			return nil, damaged("dictionary %d of %d", h.ID, len(d.dicts))
		}
		return d.dicts[h.ID], nil
	}
	if h.ID != len(d.dicts) || h.Values.Enc != frame.Plain {
		return nil, damaged("dictionary %d, the next is %d, encoding %d", h.ID, len(d.dicts), h.Values.Enc)
	}
	values, err := d.column(h.Values)
	if err != nil {
		return nil, err
	}
	if n := values.NullCount(); n > 0 {
		return nil, damaged("a dictionary with %d missing values", n)
	}
	dict := &frame.Dictionary{Values: values, Ordered: h.Ordered}
	d.dicts = append(d.dicts, dict)
	return dict, nil
}
