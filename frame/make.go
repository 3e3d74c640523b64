package frame

import (
	"fmt"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// NewPlain is a plain column of fixed-width values that lie in block from element off on. A dtype whose null
// rule has no bitmap must not have one, except a pending one.
func NewPlain(d dtype.DType, block *mem.Block, off, rows int, valid Bitmap) *Column {
	if !d.Fixed() {
		panic(fmt.Sprintf("frame: NewPlain of %s", d))
	}
	return &Column{DType: d, Rows: rows, Data: block, Offset: off, Valid: valid}
}

// NewText is a plain column of views that lie in block, pointing into heaps.
func NewText(d dtype.DType, block *mem.Block, off, rows int, heaps []*mem.Block, valid Bitmap) *Column {
	if !d.IsString() && !d.IsBinary() {
		panic(fmt.Sprintf("frame: NewText of %s", d))
	}
	return &Column{DType: d, Rows: rows, Data: block, Offset: off, Valid: valid, Heaps: heaps}
}

// NewDict is a dictionary column: codes of width bytes lie in block from code off on, -1 where a row is
// missing. Of a categorical d the dictionary is the categories.
func NewDict(d dtype.DType, dict *Dictionary, block *mem.Block, off, rows int, width CodeWidth) *Column {
	return &Column{DType: d, Enc: Dict, Rows: rows, Data: block, Offset: off, Dict: dict, Codes: width}
}

// NewConst is a column that repeats the one row of c. Only categoricals and objects, which have one encoding
// each, take memory for it.
func NewConst(al mem.Allocator, c *Column, rows int) (*Column, error) {
	if c.Rows != 1 {
		panic(fmt.Sprintf("frame: NewConst of %d rows", c.Rows))
	}
	switch {
	case c.DType.IsObject():
		vs := make([]any, rows)
		for i := range vs {
			vs[i] = c.Objects[0]
		}
		return NewObjects(vs), nil
	case c.DType.IsCategorical():
		return constCodes(al, c, rows)
	}
	p, err := c.Decode(al)
	if err != nil {
		return nil, err
	}
	return &Column{DType: p.DType, Enc: Const, Rows: rows, Data: p.Data, Offset: p.Offset, Valid: p.Valid, Heaps: p.Heaps}, nil
}

// constCodes repeats the code of the one row of c.
func constCodes(al mem.Allocator, c *Column, rows int) (*Column, error) {
	b, err := al.Alloc(rows * int(c.Codes))
	if err != nil {
		return nil, err
	}
	out := NewDict(c.DType, c.Dict, b, 0, rows, c.Codes)
	w, k := out.codes(), c.Code(0)
	for i := range rows {
		w.set(i, k)
	}
	return out, nil
}

// NewRangeColumn is the column start, start+step, ... of an 8-byte integer or datetime dtype.
func NewRangeColumn(d dtype.DType, start, step int64, rows int) *Column {
	if d.Size() != 8 || !d.IsInteger() && !d.IsTemporal() || d.Null {
		panic(fmt.Sprintf("frame: no range of %s", d))
	}
	return &Column{DType: d, Enc: Range, Rows: rows, Start: start, Step: step}
}

// NewObjects is the object column of vs, which it keeps.
func NewObjects(vs []any) *Column {
	if vs == nil {
		vs = []any{}
	}
	return &Column{DType: dtype.Object, Rows: len(vs), Objects: vs}
}

// Of is a plain column over a Go slice, which it keeps: bool, any number; int64 as Int64. For tests and small
// values.
func Of[T dtype.Elem](vs []T) *Column {
	return &Column{DType: dtype.Of[T](), Rows: len(vs), Data: mem.WrapOf(vs)}
}

// OfType is Of for a dtype that Of does not tell: datetimes and timedeltas over int64. The element sizes must
// agree.
func OfType[T dtype.Elem](d dtype.DType, vs []T) *Column {
	if !dtype.Holds[T](d.Base()) || d.Null {
		panic(fmt.Sprintf("frame: OfType %s over %s", d, dtype.Of[T]()))
	}
	return &Column{DType: d, Rows: len(vs), Data: mem.WrapOf(vs)}
}

// Strs is a str column of Go strings, in memory of the Go heap. For tests and small values.
func Strs(vs ...string) *Column {
	b := NewStrBuilder(mem.Heap, dtype.Str)
	for _, v := range vs {
		b.Append(v)
	}
	c, err := b.Column()
	if err != nil {
		panic(err) // the Go heap does not refuse
	}
	return c
}

// FromArray is the column of a one-dimensional array; strided ones are copied, contiguous ones shared.
func FromArray(al mem.Allocator, a *nd.Array) (*Column, error) {
	if len(a.Shape) != 1 {
		return nil, errs.New(errs.Invalid, "a column has one dimension, not shape %v", a.Shape)
	}
	if !a.Contiguous() {
		b, err := nd.New(al, a.DType, a.Shape...)
		if err != nil {
			return nil, err
		}
		if err := nd.Copy(b, a); err != nil {
			return nil, err
		}
		a = b
	}
	return NewPlain(a.DType, a.Block, a.Offset, a.Shape[0], Bitmap{}), nil
}

// Array is the rows of a plain fixed-width column as an array, shared; ok is false for other columns and
// where rows are missing.
func (c *Column) Array() (a *nd.Array, ok bool) {
	if c.Enc != Plain || !c.DType.Fixed() || c.DType.Null || !c.Valid.IsZero() {
		return nil, false
	}
	return &nd.Array{DType: c.DType, Shape: []int{c.Rows}, Strides: []int{1}, Block: c.Data, Offset: c.Offset}, true
}
