package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Build makes a column of dtype d of cells as frame.Column.Cell returns them; missing ones may be nil, NaN,
// NA or NaT. A category takes the cells' distinct values, ascending. Errors: Invalid where a cell does not
// fit, Type where its kind does not.
func (e Env) Build(cells []any, d dtype.DType) (*frame.Column, error) {
	switch {
	case d.IsObject():
		return frame.NewObjects(append([]any{}, cells...)), nil
	case d.IsCategorical():
		c, err := e.Build(cells, kindOfCells(cells))
		if err != nil {
			return nil, err
		}
		return e.Categories(c, d.Ordered)
	case d.IsString() || d.IsBinary():
		return e.buildText(cells, d)
	}
	one, err := e.cells1(d)
	if err != nil {
		return nil, err
	}
	w := d.Size()
	blk, err := e.Mem.Alloc(len(cells) * w)
	if err != nil {
		return nil, err
	}
	var valid frame.BitWriter
	missing := false
	p := blk.Bytes()
	for i, v := range cells {
		if frame.IsMissing(v) {
			if !frame.CanMiss(d) {
				return nil, errs.New(errs.Invalid, "cannot convert %s to %s", missingName(v), d)
			}
			if frame.UsesBitmap(d) && !missing {
				missing = true
				if valid, err = frame.NewBits(e.Mem, len(cells), true); err != nil {
					return nil, err
				}
			}
			if missing {
				valid.Clear(i)
			}
			v = nil
		}
		c, err := one(v)
		if err != nil {
			return nil, err
		}
		copy(p[i*w:(i+1)*w], mem.View[byte](c.Data, c.Offset*w, w))
	}
	c := frame.NewPlain(d, blk, 0, len(cells), frame.Bitmap{})
	if missing {
		c.Valid = valid.Bitmap()
	}
	return c, nil
}

// cells1 makes a cell of d a column of one row; equal cells in a row are made once.
func (e Env) cells1(d dtype.DType) (func(v any) (*frame.Column, error), error) {
	none := frame.NewPlain(d, mem.WrapOf(make([]uint64, 2)), 0, 1, frame.Bitmap{})
	if frame.CanMiss(d) && !frame.UsesBitmap(d) {
		var err error
		if none, err = Missing(d); err != nil {
			return nil, err
		}
	}
	return func(v any) (*frame.Column, error) {
		if v == nil {
			return none, nil
		}
		return Single(v, d)
	}, nil
}

func (e Env) buildText(cells []any, d dtype.DType) (*frame.Column, error) {
	b := frame.NewStrBuilder(e.Mem, d)
	for _, v := range cells {
		switch v := v.(type) {
		case string:
			b.Append(v)
		case []byte:
			b.AppendBytes(v)
		default:
			if !frame.IsMissing(v) {
				return nil, errs.New(errs.Type, "Invalid value '%s' for dtype '%s'", pyText(v), d)
			}
			b.AppendNull()
		}
	}
	return b.Column()
}

func missingName(v any) string {
	if f, ok := v.(float64); ok && f != f {
		return "float NaN"
	}
	return pyText(v)
}

// kindOfCells is the dtype of cells of one kind, object for mixed ones.
func kindOfCells(cells []any) dtype.DType {
	d := dtype.DType{}
	for _, v := range cells {
		if frame.IsMissing(v) {
			continue
		}
		t := Scalar(v).DType
		if t.IsDatetime() || t.IsTimedelta() {
			t.Unit = max(t.Unit, dtype.Micro)
		}
		switch {
		case d.IsZero():
			d = t
		case d != t:
			if d = dtype.Common(d, t); d.IsObject() {
				return d
			}
		}
	}
	if d.IsZero() {
		return dtype.Object
	}
	return d
}
