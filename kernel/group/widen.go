package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// Cells places long rows in a table: cells[j][i] is the row for column j of row i, -1 where there is none.
// rows are groups of the rows, codes their columns below k. With unique a second row for a cell is an Invalid
// error, worded as pandas'; else the last one wins.
func Cells(al mem.Allocator, rows *Groups, codes []int32, k int, unique bool) ([][]int64, error) {
	b, err := al.Alloc(8 * k * rows.N)
	if err != nil {
		return nil, err
	}
	all := mem.View[int64](b, 0, k*rows.N)
	for i := range all {
		all[i] = -1
	}
	cells := make([][]int64, k)
	for j := range cells {
		cells[j] = all[j*rows.N : (j+1)*rows.N]
	}
	for r, id := range rows.IDs {
		if id < 0 || codes[r] < 0 {
			continue
		}
		c := &cells[codes[r]][id]
		if *c >= 0 && unique {
			return nil, errs.New(errs.Invalid, "Index contains duplicate entries, cannot reshape")
		}
		*c = int64(r)
	}
	return cells, nil
}

// Places is the place of every row of keys among distinct rows of levels, missing keys included.
func Places(al mem.Allocator, levels, keys []*frame.Column) ([]int32, error) {
	n, err := hash.Number(al, hash.Appearance, false, levels, keys)
	if err != nil {
		return nil, err
	}
	return n.IDs[1], nil
}

// FillMissing is a column that Take made with v in place of missing rows, as a column of d: the column's
// dtype, float64 for integers, or object. v is a bool, int64 or float64, or anything where d is object.
func FillMissing(al mem.Allocator, c *frame.Column, v any, d dtype.DType) (*frame.Column, error) {
	if d.IsObject() {
		cells := c.Cells()
		for i := range cells {
			if c.IsNull(i) {
				cells[i] = v
			}
		}
		return frame.NewObjects(cells), nil
	}
	if !frame.CanMiss(c.DType) && d != c.DType {
		s, err := c.Settle(al, true)
		if err != nil {
			return nil, err
		}
		c = s
	}
	c, err := c.Decode(al)
	if err != nil || c.NullCount() == 0 && c.Valid.IsZero() {
		return c, err
	}
	var x float64
	var n int64
	ok := true
	switch v := v.(type) {
	case int64:
		x, n = float64(v), v
	case float64:
		x, n = v, int64(v)
		ok = c.DType.IsFloat()
	case bool:
		if v {
			n = 1
		}
		ok = c.DType.IsBool()
	default:
		ok = false
	}
	switch {
	case !ok:
	case c.DType.Kind == dtype.Float64Kind:
		return filled(c, x), nil
	case c.DType.Kind == dtype.Float32Kind:
		return filled(c, float32(x)), nil
	case c.DType.IsBool():
		if _, is := v.(bool); is {
			return filled(c, uint8(n)), nil
		}
	case c.DType.IsInteger():
		switch c.DType.Size() {
		case 1:
			return filled(c, uint8(n)), nil
		case 2:
			return filled(c, uint16(n)), nil
		case 4:
			return filled(c, uint32(n)), nil
		}
		return filled(c, n), nil
	}
	return nil, errs.New(errs.Invalid, "fill_value %v does not fit a column of %v", v, c.DType)
}

// filled writes v to missing rows in place.
func filled[T uint8 | uint16 | uint32 | int64 | float32 | float64](c *frame.Column, v T) *frame.Column {
	vals := frame.Values[T](c)
	for i := range vals {
		if c.IsNull(i) {
			vals[i] = v
		}
	}
	return frame.NewPlain(c.DType, c.Data, c.Offset, c.Rows, frame.Bitmap{})
}
