package str

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// nan is the missing object.
var nan = math.NaN()

// A Func computes a text of a text and appends it to dst; false says that the answer is missing.
type Func func(dst, s []byte) ([]byte, bool)

// Texts is f of every row of a text column, or of a categorical of texts, as a column of dtype d: str, string
// or object. A missing row stays missing.
func Texts(al mem.Allocator, c *frame.Column, d dtype.DType, f Func) (*frame.Column, error) {
	c, err := worth(al, c)
	switch {
	case err != nil:
		return nil, err
	case d.IsObject():
		return Objects(al, c, func(s []byte) any {
			if t, ok := f(nil, s); ok {
				return string(t)
			}
			return nan
		})
	case c.Enc == frame.Dict:
		return dictTexts(al, c, d, f)
	case c.Enc == frame.Const && c.Rows > 0:
		one, err := Texts(al, plainOne(c), d, f)
		if err != nil {
			return nil, err
		}
		return frame.NewConst(al, one, c.Rows)
	}
	b := frame.PlainStr(al, d)
	var buf []byte
	vs := frame.Views(c)
	for i := range vs {
		ok := c.Valid.Get(i)
		if ok {
			buf, ok = f(buf[:0], vs[i].Bytes(c.Heaps))
		}
		if ok {
			b.AppendBytes(buf)
		} else {
			b.AppendNull()
		}
	}
	return b.Column()
}

// dictTexts computes the dictionary alone. Values that become equal share a code, one that becomes missing
// has none.
func dictTexts(al mem.Allocator, c *frame.Column, d dtype.DType, f Func) (*frame.Column, error) {
	vals := c.Dict.Values
	b := frame.PlainStr(al, d)
	to := make([]int32, vals.Rows)
	seen := make(map[string]int32, vals.Rows)
	same := true
	var buf []byte
	for k := range to {
		t, ok := f(buf[:0], vals.Text(k))
		buf = t
		to[k] = -1
		if ok {
			code, old := seen[string(t)]
			if !old {
				code = int32(b.Len())
				seen[string(t)] = code
				b.AppendBytes(t)
			}
			to[k] = code
		}
		same = same && to[k] == int32(k)
	}
	nv, err := b.Column()
	if err != nil {
		return nil, err
	}
	dict := &frame.Dictionary{Values: nv}
	if same {
		return frame.NewDict(d, dict, c.Data, c.Offset, c.Rows, c.Codes), nil
	}
	blk, err := al.Alloc(c.Rows * int(c.Codes))
	if err != nil {
		return nil, err
	}
	switch c.Codes {
	case 1:
		recode(mem.View[int8](blk, 0, c.Rows), frame.CodesOf[int8](c), to)
	case 2:
		recode(mem.View[int16](blk, 0, c.Rows), frame.CodesOf[int16](c), to)
	default:
		recode(mem.View[int32](blk, 0, c.Rows), frame.CodesOf[int32](c), to)
	}
	return frame.NewDict(d, dict, blk, 0, c.Rows, c.Codes), nil
}

func recode[T int8 | int16 | int32](dst, src []T, to []int32) {
	for i, k := range src {
		if k >= 0 {
			k = T(to[k])
		}
		dst[i] = k
	}
}

// worth decodes a dictionary that is larger than the rows that use it.
func worth(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	if c.Enc == frame.Dict && c.Dict.Len() > 2*c.Rows+16 {
		return c.Uncode(al)
	}
	return c, nil
}

// plainOne is the row of a constant column as a plain column.
func plainOne(c *frame.Column) *frame.Column {
	return frame.NewText(c.DType, c.Data, c.Offset, 1, c.Heaps, c.Valid)
}

// Truths is f of every row as a bool column of dtype d. In a nullable one missing rows stay so, unless na
// says what they are; else they are *na, or false.
func Truths(al mem.Allocator, c *frame.Column, d dtype.DType, na *bool, f func(s []byte) bool) (*frame.Column, error) {
	miss := na != nil && *na
	out, err := fixed(al, c, d, miss, f)
	if err == nil && d.Null && na == nil {
		out.Valid, err = valid(al, c)
	}
	return out, err
}

// Counts is f of every row as a column of dtype d, int64 or Int64. A row that is missing is so by the bitmap:
// int64 comes out pending.
func Counts(al mem.Allocator, c *frame.Column, d dtype.DType, f func(s []byte) int64) (*frame.Column, error) {
	out, err := fixed(al, c, d, 0, f)
	if err == nil {
		out.Valid, err = valid(al, c)
	}
	return out, err
}

// fixed is f of every row, miss where there is none.
func fixed[T bool | int64](al mem.Allocator, c *frame.Column, d dtype.DType, miss T, f func(s []byte) T) (*frame.Column, error) {
	c, err := worth(al, c)
	if err != nil {
		return nil, err
	}
	blk, err := al.Alloc(c.Rows * d.Size())
	if err != nil {
		return nil, err
	}
	dst := mem.View[T](blk, 0, c.Rows)
	switch {
	case c.Enc == frame.Dict:
		vals := c.Dict.Values
		of := make([]T, vals.Rows+1)
		for k := range vals.Rows {
			of[k+1] = f(vals.Text(k))
		}
		of[0] = miss
		switch c.Codes {
		case 1:
			spread(dst, frame.CodesOf[int8](c), of)
		case 2:
			spread(dst, frame.CodesOf[int16](c), of)
		default:
			spread(dst, frame.CodesOf[int32](c), of)
		}
	case c.Enc == frame.Const && c.Rows > 0:
		v := miss
		if s := c.Text(0); s != nil {
			v = f(s)
		}
		for i := range dst {
			dst[i] = v
		}
	case c.Valid.IsZero():
		vs := frame.Views(c)
		for i := range vs {
			dst[i] = f(vs[i].Bytes(c.Heaps))
		}
	default:
		vs := frame.Views(c)
		for i := range vs {
			if dst[i] = miss; c.Valid.Get(i) {
				dst[i] = f(vs[i].Bytes(c.Heaps))
			}
		}
	}
	return frame.NewPlain(d, blk, 0, c.Rows, frame.Bitmap{}), nil
}

// spread sends the answer of each code to its rows; of[0] is that of missing ones.
func spread[T any, C int8 | int16 | int32](dst []T, codes []C, of []T) {
	for i, k := range codes {
		dst[i] = of[int(k)+1]
	}
}

// valid is the bitmap of the rows that are there.
func valid(al mem.Allocator, c *frame.Column) (frame.Bitmap, error) {
	if c.Enc == frame.Plain {
		return c.Valid, nil
	}
	if !c.HasNulls() {
		return frame.Bitmap{}, nil
	}
	w, err := frame.NewBits(al, c.Rows, true)
	if err != nil {
		return frame.Bitmap{}, err
	}
	for i := range c.Rows {
		if c.IsNull(i) {
			w.Clear(i)
		}
	}
	return w.Bitmap(), nil
}

// Objects is f of every row as a column of objects: one object for all rows of a code. A missing row is NaN,
// NA in a string column.
func Objects(al mem.Allocator, c *frame.Column, f func(s []byte) any) (*frame.Column, error) {
	var miss any = nan
	if c.DType.Null {
		miss = frame.NA
	}
	c, err := worth(al, c)
	if err != nil {
		return nil, err
	}
	dst := make([]any, c.Rows)
	if c.Enc == frame.Dict {
		of := make([]any, c.Dict.Len()+1)
		of[0] = miss
		for k := range c.Dict.Len() {
			of[k+1] = f(c.Dict.Values.Text(k))
		}
		for i := range dst {
			dst[i] = of[c.Code(i)+1]
		}
		return frame.NewObjects(dst), nil
	}
	for i := range dst {
		if dst[i] = miss; !c.IsNull(i) {
			dst[i] = f(c.Text(i))
		}
	}
	return frame.NewObjects(dst), nil
}
