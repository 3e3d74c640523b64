package column

import (
	"bytes"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/asm"
)

// A Mask is the rows to keep: a byte for each row, not zero where it stays.
type Mask struct {
	bytes []byte
	n     int // rows that stay
}

// MaskOf reads a bool column; a missing value is not true. Errors: Type for another dtype.
func MaskOf(e Env, c *frame.Column) (Mask, error) {
	c, err := e.Flat(c)
	if err != nil {
		return Mask{}, err
	}
	if c.Objects != nil {
		m := make([]byte, c.Rows)
		for i, v := range c.Objects {
			if v == true {
				m[i] = 1
			}
		}
		return maskOf(m), nil
	}
	if !c.DType.IsBool() {
		return Mask{}, errs.New(errs.Type, "a mask of dtype %s", c.DType)
	}
	a, err := array(c).Contig(e.Mem)
	if err != nil {
		return Mask{}, err
	}
	if c.Rows == 0 {
		return Mask{}, nil
	}
	vs := a.Block.Bytes()[a.Offset : a.Offset+c.Rows]
	if c.Valid.IsZero() {
		return maskOf(vs), nil
	}
	b, err := e.Mem.Alloc(len(vs))
	if err != nil {
		return Mask{}, err
	}
	m := b.Bytes()[:len(vs)]
	for i, v := range vs {
		if m[i] = v; c.IsNull(i) {
			m[i] = 0
		}
	}
	return maskOf(m), nil
}

func maskOf(m []byte) Mask { return Mask{m, len(m) - bytes.Count(m, []byte{0})} }

// Len is the number of rows that stay.
func (m Mask) Len() int { return m.n }

// Places are the rows that stay, in order.
func (m Mask) Places() []int64 {
	out := make([]int64, m.n)
	m.places(out, 0)
	return out
}

// places writes the rows that stay, counted from at.
func (m Mask) places(out []int64, at int64) {
	looked, n := asm.KeepPlaces(asm.Active(), out, m.bytes, int(at))
	for i, v := range m.bytes[looked:] {
		if n == len(out) {
			return
		}
		out[n] = at + int64(looked+i)
		if v != 0 {
			n++
		}
	}
}
