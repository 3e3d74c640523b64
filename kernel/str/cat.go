package str

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Cat is the texts of a, sep, and those of b, row by row, as a column of dtype d. A missing text is *na, or
// its row is missing.
func Cat(al mem.Allocator, d dtype.DType, a, b *frame.Column, sep string, na *string) (*frame.Column, error) {
	out := frame.NewStrBuilder(al, d)
	var buf []byte
	for i := range a.Rows {
		x, y := a.Text(i), b.Text(i)
		if na != nil {
			x, y = or(x, *na), or(y, *na)
		}
		if x == nil || y == nil {
			out.AppendNull()
			continue
		}
		buf = append(append(append(buf[:0], x...), sep...), y...)
		out.AppendBytes(buf)
	}
	return out.Column()
}

// or is s, or na where s is missing.
func or(s []byte, na string) []byte {
	if s == nil {
		return []byte(na)
	}
	return s
}

// CatAll appends all texts of c with sep between; missing ones are *na, or left out. It counts the texts it
// appends.
func CatAll(dst []byte, c *frame.Column, sep string, na *string) ([]byte, int) {
	n := 0
	for i := range c.Rows {
		s := c.Text(i)
		if s == nil && na != nil {
			s = or(s, *na)
		}
		if s == nil {
			continue
		}
		if n > 0 {
			dst = append(dst, sep...)
		}
		dst = append(dst, s...)
		n++
	}
	return dst, n
}
