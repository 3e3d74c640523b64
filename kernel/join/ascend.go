package join

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// NullsFirst reports that missing keys of two columns of these dtypes come before all others where a join
// orders by key. pandas orders times by their ticks and categories by their codes, and the missing ones are
// the least of those; other missing keys come last.
func NullsFirst(l, r dtype.DType) bool {
	return l.IsTemporal() && r.IsTemporal() || l.IsCategorical() && r.IsCategorical()
}

// ByValue reports that categories of one side order as the values of the other.
func ByValue(l, r dtype.DType) bool { return l.IsCategorical() != r.IsCategorical() }

// ascending turns keys whose missing values come first into integers that order so: ticks of one unit, codes
// of one dictionary. New categories of the right side follow those of the left one.
func ascending(al mem.Allocator, left, right []*frame.Column) (l, r []*frame.Column, err error) {
	l, r = append(l, left...), append(r, right...)
	for k := range l {
		switch {
		case !NullsFirst(l[k].DType, r[k].DType):
			continue
		case l[k].DType.IsCategorical():
			l[k], r[k], err = codes(al, l[k], r[k])
		default:
			l[k], r[k], err = ticks(al, l[k], r[k])
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return l, r, nil
}

func codes(al mem.Allocator, l, r *frame.Column) (x, y *frame.Column, err error) {
	_, maps, err := frame.MergeDicts(al, l, r)
	if err != nil {
		return nil, nil, err
	}
	if x, err = codeColumn(al, l, maps[0]); err != nil {
		return nil, nil, err
	}
	y, err = codeColumn(al, r, maps[1])
	return x, y, err
}

func codeColumn(al mem.Allocator, c *frame.Column, to []int32) (*frame.Column, error) {
	b, err := al.Alloc(4 * c.Rows)
	if err != nil {
		return nil, err
	}
	out := mem.View[int32](b, 0, c.Rows)
	for i := range out {
		k := c.Code(i)
		if k >= 0 && to != nil {
			k = int(to[k])
		}
		out[i] = int32(k)
	}
	return frame.NewPlain(dtype.Int32, b, 0, c.Rows, frame.Bitmap{}), nil
}

// ticks counts both columns in the finer unit; times that it does not reach stay as they are.
func ticks(al mem.Allocator, l, r *frame.Column) (x, y *frame.Column, err error) {
	unit := max(l.DType.Unit, r.DType.Unit)
	if x, err = tickColumn(al, l, unit); err != nil {
		return nil, nil, err
	}
	if y, err = tickColumn(al, r, unit); err != nil {
		return nil, nil, err
	}
	if x == nil || y == nil {
		return l, r, nil
	}
	return x, y, nil
}

func tickColumn(al mem.Allocator, c *frame.Column, unit dtype.Unit) (*frame.Column, error) {
	f, ok := dtype.Factor(c.DType.Unit, unit)
	if !ok {
		return nil, nil
	}
	p, err := c.Decode(al)
	if err != nil {
		return nil, err
	}
	if f == 1 {
		return frame.NewPlain(dtype.Int64, p.Data, p.Offset, p.Rows, frame.Bitmap{}), nil
	}
	b, err := al.Alloc(8 * c.Rows)
	if err != nil {
		return nil, err
	}
	out := mem.View[int64](b, 0, c.Rows)
	for i, v := range frame.Values[int64](p) {
		switch {
		case v == frame.NaT:
		case v > math.MaxInt64/f || v < math.MinInt64/f:
			return nil, nil
		default:
			v *= f
		}
		out[i] = v
	}
	return frame.NewPlain(dtype.Int64, b, 0, c.Rows, frame.Bitmap{}), nil
}
