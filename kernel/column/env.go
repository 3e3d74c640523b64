package column

import (
	"encoding/binary"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// An Env says where a function gets memory and helpers.
type Env struct {
	Mem      mem.Allocator
	Parallel parallel.Func
}

// run computes instructions over arrays of n elements, or of one that stands for all.
func (e Env) run(n int, lower func(b *kernel.Builder, in []kernel.Reg) kernel.Reg, in ...*nd.Array) (*nd.Array, error) {
	b := &kernel.Builder{}
	regs := make([]kernel.Reg, len(in))
	for i, a := range in {
		regs[i] = b.In(i, a.DType)
	}
	p, err := b.Compile(lower(b, regs))
	if err != nil {
		return nil, err
	}
	out, err := p.Run(kernel.Run{Mem: e.Mem, Parallel: e.Parallel}, in, []int{n})
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// call computes one function of basic.Resolve over arrays.
func (e Env) call(fn string, n int, in ...*nd.Array) (*nd.Array, error) {
	return e.run(n, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg { return b.Call(fn, r...) }, in...)
}

// Flat is c in plain or constant encoding; categories as their values. An int or bool column that gets
// missing values so is pending.
func (e Env) Flat(c *frame.Column) (*frame.Column, error) {
	switch {
	case c.Enc == frame.Dict:
		return c.Uncode(e.Mem)
	case c.Enc == frame.Range || c.Enc == frame.Narrow:
		return c.Decode(e.Mem)
	}
	return c, nil
}

// array is the values of a flat fixed-width column; what lies under missing rows is not defined.
func array(c *frame.Column) *nd.Array {
	a := &nd.Array{DType: c.DType.Base(), Shape: []int{c.Rows}, Strides: []int{1}, Block: c.Data, Offset: c.Offset}
	if c.Enc == frame.Const {
		a.Strides[0] = 0
	}
	return a
}

// Array is the values of a fixed-width column without a bitmap, as functions of arrays take them; of a
// constant, one value that stands for all.
func (e Env) Array(c *frame.Column) (*nd.Array, error) {
	c, err := e.Flat(c)
	if err != nil {
		return nil, err
	}
	return array(c), nil
}

// as is array cast to d.
func (e Env) as(c *frame.Column, d dtype.DType) (*nd.Array, error) {
	a := array(c)
	if a.DType == d {
		return a, nil
	}
	return e.run(c.Rows, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Cast(in[0], d) }, a)
}

// made is the column of an array in C order.
func made(d dtype.DType, a *nd.Array, valid frame.Bitmap) *frame.Column {
	return frame.NewPlain(d, a.Block, a.Offset, a.Size(), valid)
}

// bools is a new bool column of dtype d to fill.
func (e Env) bools(d dtype.DType, n int) (*frame.Column, []bool, error) {
	b, err := e.Mem.Alloc(n)
	if err != nil {
		return nil, nil, err
	}
	c := frame.NewPlain(d, b, 0, n, frame.Bitmap{})
	return c, mem.View[bool](b, 0, n), nil
}

// All is a bool column of n equal rows.
func (e Env) All(v bool, n int) (*frame.Column, error) {
	return frame.NewConst(e.Mem, frame.Of([]bool{v}), n)
}

// Valid is the bitmap of the rows of c that are there; the zero Bitmap when none is missing.
func (e Env) Valid(c *frame.Column) (frame.Bitmap, error) {
	if (c.Enc == frame.Plain || c.Enc == frame.Narrow) && c.Objects == nil && (frame.UsesBitmap(c.DType) || c.IsPending()) {
		return c.Valid, nil
	}
	if !c.HasNulls() {
		return frame.Bitmap{}, nil
	}
	w, err := frame.NewBits(e.Mem, c.Rows, true)
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

// both is the bitmap of the rows of n that are in a and in b.
func (e Env) both(n int, a, b frame.Bitmap) (frame.Bitmap, error) {
	switch {
	case a.IsZero():
		return b, nil
	case b.IsZero():
		return a, nil
	}
	return e.words(n, func(i int) uint64 { return a.Word(i) & b.Word(i) })
}

// words is the bitmap of n bits whose 64 bits from i on f gives.
func (e Env) words(n int, f func(i int) uint64) (frame.Bitmap, error) {
	blk, err := e.Mem.Alloc((n + 63) / 64 * 8)
	if err != nil {
		return frame.Bitmap{}, err
	}
	for i := 0; i < n; i += 64 {
		binary.LittleEndian.PutUint64(blk.Bytes()[i/8:], f(i))
	}
	return frame.Bitmap{Block: blk}, nil
}

// validPair is the bitmap of the rows that are in both columns.
func (e Env) validPair(a, b *frame.Column) (frame.Bitmap, error) {
	x, err := e.Valid(a)
	if err != nil {
		return x, err
	}
	y, err := e.Valid(b)
	if err != nil {
		return x, err
	}
	return e.both(a.Rows, x, y)
}
