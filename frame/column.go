package frame

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// An Enc is how the rows of a column are stored.
type Enc uint8

// The encodings; the package comment tells them apart.
const (
	Plain Enc = iota
	Dict
	Const
	Range
	Narrow
)

func (e Enc) String() string { return [...]string{"plain", "dict", "const", "range", "narrow"}[e] }

// A Column is one typed vector of rows. Fields are read by kernels and never written after the column is
// shared.
type Column struct {
	DType dtype.DType
	Enc   Enc
	Rows  int

	Data   *mem.Block   // Plain, Narrow: values, Dict: codes, Const: one value; nil for Range, objects and zero rows
	Offset int          // of row 0 in Data, in elements
	Valid  Bitmap       // of the rows (Const: of the one value); the zero Bitmap says that none is missing
	Heaps  []*mem.Block // what string views point into

	Dict  *Dictionary // Dict encoding and every categorical
	Codes CodeWidth   // bytes of one code, or of one narrow value

	Start, Step int64 // Range encoding

	Objects []any // dtype object; already cut to the rows, Offset does not apply

	bounds *Bounds // what is known without reading
	stats  atomic.Pointer[Stats]
	nulls  atomic.Int64 // 1 + the missing rows; 0: they were not counted
}

// A CodeWidth is the size of a dictionary code or a narrow value in bytes: 1, 2 or 4.
type CodeWidth uint8

// A Dictionary is the distinct values that codes point at: immutable and shared by columns. Of a categorical
// it is the categories.
type Dictionary struct {
	Values  *Column // plain, nothing missing, no value twice
	Ordered bool    // values are in ascending order, so codes compare as values do

	line   *line // of a dictionary that others extend or that extends one
	lookup atomic.Pointer[map[Label]int32]
	ranks  atomic.Pointer[[]int32]
}

// Number is what plain columns hold in typed slices. Bools are uint8 0 or 1 in memory and read as bool.
type Number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64 | ~complex64 | ~complex128 | ~bool
}

// Values are the rows of a plain column, without copying. T must have the size of the dtype (float16 reads as
// uint16, datetimes as int64, bool as bool or uint8). It panics on another encoding or size: decode first.
func Values[T Number](c *Column) []T {
	if c.Enc != Plain || c.Objects != nil || c.isText() {
		panic(fmt.Sprintf("frame: Values of a %s %s column", c.Enc, c.DType))
	}
	return raw[T](c, c.Rows)
}

// CodesOf are the codes of a dictionary column, without copying. T must have the width c.Codes.
func CodesOf[T int8 | int16 | int32](c *Column) []T {
	if c.Enc != Dict {
		panic(fmt.Sprintf("frame: CodesOf a %s column", c.Enc))
	}
	return raw[T](c, c.Rows)
}

// Views are the string views of a plain text column; resolve them with c.View or c.Str.
func Views(c *Column) []View {
	if c.Enc != Plain || !c.isText() {
		panic(fmt.Sprintf("frame: Views of a %s %s column", c.Enc, c.DType))
	}
	return raw[View](c, c.Rows)
}

// raw reads n elements from row 0 on, whatever the encoding.
func raw[T any](c *Column, n int) []T {
	if n == 0 || c.Data == nil {
		return nil
	}
	var z T
	if int(unsafe.Sizeof(z)) != c.width() {
		panic(fmt.Sprintf("frame: elements of %d bytes read from a %s column of %d", unsafe.Sizeof(z), c.DType, c.width()))
	}
	return mem.View[T](c.Data, c.Offset, n)
}

// width is the size of one stored element: a code of a dictionary, else the value.
func (c *Column) width() int {
	if c.Enc == Dict || c.Enc == Narrow {
		return int(c.Codes)
	}
	return c.DType.Size()
}

// Len is the number of rows.
func (c *Column) Len() int { return c.Rows }

// Code is the code of row i of a dictionary column, -1 where it is missing; of a narrow column the value.
func (c *Column) Code(i int) int {
	switch c.Codes {
	case 1:
		return int(raw[int8](c, c.Rows)[i])
	case 2:
		return int(raw[int16](c, c.Rows)[i])
	}
	return int(raw[int32](c, c.Rows)[i])
}

// slot is the element of Data that holds row i.
func (c *Column) slot(i int) int {
	if c.Enc == Const {
		return 0
	}
	return i
}
