package str

import (
	"bytes"
	"unicode/utf8"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Split cuts s at the first n places of sep, all where n is not positive, and appends the pieces to out.
func Split(s []byte, sep []byte, n int, out [][]byte) [][]byte {
	for k := 0; n <= 0 || k < n; k++ {
		i := bytes.Index(s, sep)
		if i < 0 {
			break
		}
		out = append(out, s[:i:i])
		s = s[i+len(sep):]
	}
	return append(out, s)
}

// RSplit is Split at the last n places.
func RSplit(s []byte, sep []byte, n int, out [][]byte) [][]byte {
	from := len(out)
	for k := 0; n <= 0 || k < n; k++ {
		i := bytes.LastIndex(s, sep)
		if i < 0 {
			break
		}
		out = append(out, s[i+len(sep):])
		s = s[:i:i]
	}
	return reverse(append(out, s), from)
}

// Fields cuts s at the first n runs of blanks, all where n is not positive. Blanks at the ends count for
// nothing.
func Fields(s []byte, n int, out [][]byte) [][]byte {
	for k := 0; ; k++ {
		if s = trimLeft(s); len(s) == 0 {
			return out
		}
		if n > 0 && k == n {
			return append(out, s)
		}
		i := bytes.IndexFunc(s, isSpace)
		if i < 0 {
			i = len(s)
		}
		out = append(out, s[:i:i])
		s = s[i:]
	}
}

// RFields is Fields from the right.
func RFields(s []byte, n int, out [][]byte) [][]byte {
	from := len(out)
	for k := 0; ; k++ {
		if s = trimRight(s); len(s) == 0 {
			break
		}
		if n > 0 && k == n {
			out = append(out, s)
			break
		}
		i := bytes.LastIndexFunc(s, isSpace)
		if i < 0 {
			out = append(out, s)
			break
		}
		_, w := utf8.DecodeRune(s[i:])
		out = append(out, s[i+w:])
		s = s[:i:i]
	}
	return reverse(out, from)
}

func trimLeft(s []byte) []byte  { return bytes.TrimLeftFunc(s, isSpace) }
func trimRight(s []byte) []byte { return bytes.TrimRightFunc(s, isSpace) }

func reverse(out [][]byte, from int) [][]byte {
	for i, j := from, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// Partition cuts s in three at the first place of sep: before, sep, after. Without sep it is s and two empty
// texts; RPartition has them in front.
func Partition(s, sep []byte, out [][]byte) [][]byte {
	i := bytes.Index(s, sep)
	if i < 0 {
		return append(out, s, []byte{}, []byte{})
	}
	return append(out, s[:i:i], s[i:i+len(sep):i+len(sep)], s[i+len(sep):])
}

// RPartition is Partition at the last place.
func RPartition(s, sep []byte, out [][]byte) [][]byte {
	i := bytes.LastIndex(s, sep)
	if i < 0 {
		return append(out, []byte{}, []byte{}, s)
	}
	return append(out, s[:i:i], s[i:i+len(sep):i+len(sep)], s[i+len(sep):])
}

// Columns are k columns of dtype d: the pieces that f appends for every row. A row with fewer pieces, and a
// piece that is nil, is missing.
func Columns(al mem.Allocator, c *frame.Column, d dtype.DType, k int, f func(s []byte, out [][]byte) [][]byte) ([]*frame.Column, error) {
	if d.IsObject() {
		cs, err := Columns(al, c, dtype.Str, k, f)
		for i := range cs {
			cs[i] = frame.NewObjects(cells(cs[i]))
		}
		return cs, err
	}
	c, err := worth(al, c)
	if err != nil {
		return nil, err
	}
	vals := c
	if c.Enc == frame.Dict {
		vals = c.Dict.Values
	}
	bs := make([]*frame.StrBuilder, k)
	for i := range bs {
		bs[i] = frame.NewStrBuilder(al, d)
		if c.Enc == frame.Dict {
			bs[i] = frame.PlainStr(al, d)
		}
	}
	var out [][]byte
	for i := range vals.Rows {
		out = out[:0]
		if s := vals.Text(i); s != nil {
			out = f(s, out)
		}
		for j, b := range bs {
			if j < len(out) && out[j] != nil {
				b.AppendBytes(out[j])
			} else {
				b.AppendNull()
			}
		}
	}
	cs := make([]*frame.Column, k)
	for i, b := range bs {
		col, err := b.Column()
		if err == nil && c.Enc == frame.Dict {
			col, err = takeCodes(al, col, c)
		}
		if err != nil {
			return nil, err
		}
		cs[i] = col
	}
	return cs, nil
}

// takeCodes is the values that the codes of c stand for.
func takeCodes(al mem.Allocator, vals, c *frame.Column) (*frame.Column, error) {
	switch c.Codes {
	case 1:
		return frame.TakeColumn(al, vals, frame.CodesOf[int8](c))
	case 2:
		return frame.TakeColumn(al, vals, frame.CodesOf[int16](c))
	}
	return frame.TakeColumn(al, vals, frame.CodesOf[int32](c))
}

// cells are the texts of c as objects, NaN where one is missing.
func cells(c *frame.Column) []any {
	out := c.Cells()
	for i, v := range out {
		if v == nil {
			out[i] = nan
		}
	}
	return out
}

// Pieces is the most pieces that f appends for a row.
func Pieces(al mem.Allocator, c *frame.Column, f func(s []byte, out [][]byte) [][]byte) (int, error) {
	c, err := worth(al, c)
	if err != nil {
		return 0, err
	}
	if c.Enc == frame.Dict {
		c = c.Dict.Values
	}
	most := 0
	var out [][]byte
	for i := range c.Rows {
		if s := c.Text(i); s != nil {
			out = f(s, out[:0])
			most = max(most, len(out))
		}
	}
	return most, nil
}
