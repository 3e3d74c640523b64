package frame

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// WidthOf is the width of codes for n dictionary values.
func WidthOf(n int) CodeWidth {
	switch {
	case n <= 1<<7:
		return 1
	case n <= 1<<15:
		return 2
	}
	return 4
}

// codeWriter writes codes of any width.
type codeWriter struct {
	w8  []int8
	w16 []int16
	w32 []int32
}

func (w codeWriter) set(i, k int) {
	switch {
	case w.w32 != nil:
		w.w32[i] = int32(k)
	case w.w16 != nil:
		w.w16[i] = int16(k)
	default:
		w.w8[i] = int8(k)
	}
}

func (w codeWriter) get(i int) int {
	switch {
	case w.w32 != nil:
		return int(w.w32[i])
	case w.w16 != nil:
		return int(w.w16[i])
	}
	return int(w.w8[i])
}

// codes are the codes of a dictionary column, for reading or, while it is being made, for writing.
func (c *Column) codes() codeWriter { return codesAt(c.Data, c.Offset, c.Rows, c.Codes) }

func codesAt(b *mem.Block, off, n int, width CodeWidth) codeWriter {
	if n == 0 {
		return codeWriter{}
	}
	switch width {
	case 1:
		return codeWriter{w8: mem.View[int8](b, off, n)}
	case 2:
		return codeWriter{w16: mem.View[int16](b, off, n)}
	}
	return codeWriter{w32: mem.View[int32](b, off, n)}
}

// NewCoded is the dictionary column of codes, which block holds, no wider than the dictionary needs: a block
// that is not kept is given back.
func NewCoded(al mem.Allocator, t dtype.DType, d *Dictionary, block *mem.Block, codes []int32) (*Column, error) {
	width := WidthOf(d.Len())
	if width == 4 {
		return NewDict(t, d, block, 0, len(codes), width), nil
	}
	b, err := al.Alloc(len(codes) * int(width))
	if err != nil {
		return nil, err
	}
	if width == 1 {
		narrowed(mem.View[int8](b, 0, len(codes)), codes)
	} else {
		narrowed(mem.View[int16](b, 0, len(codes)), codes)
	}
	mem.Free(al, block)
	return NewDict(t, d, b, 0, len(codes), width), nil
}

func narrowed[T int8 | int16](dst []T, codes []int32) {
	for i := range dst {
		dst[i] = T(codes[i])
	}
}
