package op

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// contents identifies the elements of an array in C order: the bytes themselves when they are few, else their
// SHA-256.
func contents(a *nd.Array) []byte {
	c := a
	if !a.Contiguous() {
		var err error
		if c, err = a.Contig(mem.Heap); err != nil {
			panic(err) // Go memory does not refuse
		}
	}
	b := mem.View[byte](c.Block, c.Offset*c.DType.Size(), c.Bytes())
	if len(b) <= 64 {
		return b
	}
	s := sha256.Sum256(b)
	return s[:]
}

// digest identifies the labels, names, dtypes and values of a frame, whatever their encoding.
func digest(f *frame.Frame) []byte {
	h := sha256.New()
	put := func(s string) {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	x := f.Index
	put(x.Kind.String())
	for _, n := range x.Names {
		put(n.Repr())
	}
	if x.Kind == frame.RangeIndex {
		put(fmt.Sprint(x.Start, x.Step, x.N))
	}
	for _, c := range x.Levels {
		digestColumn(c, put)
	}
	for i, c := range f.Cols {
		put(f.Names[i].Repr())
		digestColumn(c, put)
	}
	return h.Sum(nil)
}

func digestColumn(c *frame.Column, put func(string)) {
	put(c.DType.String())
	if c.Enc != frame.Plain && c.DType.Fixed() {
		p, err := c.Decode(mem.Heap)
		if err != nil {
			panic(err) // Go memory does not refuse
		}
		c = p
	}
	if a, ok := c.Array(); ok {
		put(string(contents(a)))
		return
	}
	if c.DType.IsCategorical() {
		put(c.DType.String() + fmt.Sprint(c.DType.Ordered))
		digestColumn(c.Dict.Values, put)
	}
	for i := range c.Rows {
		switch {
		case c.Objects != nil && c.IsNull(i):
			put(fmt.Sprintf("\x00%T", c.Objects[i]))
		case c.IsNull(i):
			put("\x00null")
		case c.DType.IsString() || c.DType.IsBinary():
			put(c.Str(i))
		default:
			put(c.Label(i).Repr())
		}
	}
}
