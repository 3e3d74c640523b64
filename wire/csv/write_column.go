package csv

import (
	"encoding/binary"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// How a column is written.
const (
	byCell     = iota // by its appender, then looked at for quotes
	direct            // by its appender, which writes nothing that needs quotes
	ofInts            // int64
	ofIntegers        // other integers, and those that may be missing
	ofFloats          // float64
	ofTexts           // plain views
	ofCodes           // a dictionary, whose values were made fields before
)

// A cellWriter writes one column.
type cellWriter struct {
	how   int
	put   appender
	text  bool
	tail  []byte // what stands behind a field: the separator, or the end of the row
	end   uint16 // the first two bytes of it
	na    []byte // the field of a missing value, and its tail
	nas   error  // that it cannot be written
	width int    // the most bytes of a field and its tail, where that is known, and of what is written behind them

	ints   []int64
	at     func(i int) int64
	floats []float64
	views  []frame.View
	col    *frame.Column

	codes1 []int8
	codes2 []int16
	codes4 []int32
	fields []byte     // of the values of a dictionary with their tails, one after the other
	ends   []int      // of each
	cells  [][16]byte // the fields when all are short; the last byte is the length
}

// integers makes a column of integers of some width ready.
func (c *cellWriter) integers() {
	d := c.col.DType
	switch d.Kind {
	case dtype.Int64Kind:
		if c.col.Valid.IsZero() {
			c.how, c.ints = ofInts, frame.Values[int64](c.col)
			break
		}
		c.how, c.at = ofIntegers, wide[int64](c.col)
	case dtype.Int32Kind:
		c.how, c.at = ofIntegers, wide[int32](c.col)
	case dtype.Int16Kind:
		c.how, c.at = ofIntegers, wide[int16](c.col)
	case dtype.Int8Kind:
		c.how, c.at = ofIntegers, wide[int8](c.col)
	case dtype.Uint32Kind:
		c.how, c.at = ofIntegers, wide[uint32](c.col)
	case dtype.Uint16Kind:
		c.how, c.at = ofIntegers, wide[uint16](c.col)
	case dtype.Uint8Kind:
		c.how, c.at = ofIntegers, wide[uint8](c.col)
	default: // uint64
		c.how = direct
		return
	}
	c.width += numberRoom
}

func wide[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](c *frame.Column) func(i int) int64 {
	vs := frame.Values[T](c)
	return func(i int) int64 { return int64(vs[i]) }
}

// code is the code of row i, below zero for a missing value.
func (c *cellWriter) code(i int) int {
	switch {
	case c.codes1 != nil:
		return int(c.codes1[i])
	case c.codes2 != nil:
		return int(c.codes2[i])
	}
	return int(c.codes4[i])
}

// padded keeps short fields at places of one size, from which they are copied without a loop.
func (c *cellWriter) padded() {
	c.cells = make([][16]byte, len(c.ends))
	from := 0
	for k, to := range c.ends {
		copy(c.cells[k][:15], c.fields[from:to])
		c.cells[k][15] = byte(to - from)
		from = to
	}
	c.width = max(c.width, 16)
}

// putField writes the field of a value of the dictionary and its tail; b has 16 bytes.
func (c *cellWriter) putField(b []byte, k int) int {
	if c.cells != nil {
		f := &c.cells[k]
		*(*[16]byte)(b) = *f
		return int(f[15])
	}
	return copy(b, c.field(k))
}

// field is the field of a value of the dictionary with its tail.
func (c *cellWriter) field(k int) []byte {
	from := 0
	if k > 0 {
		from = c.ends[k-1]
	}
	return c.fields[from:c.ends[k]]
}

// bytesAll has the byte c at all eight places.
func bytesAll(c byte) uint64 { return uint64(c) * 0x0101010101010101 }

// limit is, at all eight places, a bound above all bytes that are special; 0 when there is none below 0x80.
func (w *writer) limit() uint64 {
	top := 0
	for c, special := range w.special {
		if special {
			top = c
		}
	}
	if top >= 0x7f {
		return 0
	}
	return bytesAll(byte(top + 1))
}

// putText writes a text that lies in its view and has no byte that may be special; b has 16 bytes. It returns
// the length, below zero for another text. A byte below a bound borrows in a subtraction (H. Warren,
// "Hacker's Delight", 6-1).
func (x *Writer) putText(b []byte, v *frame.View) int {
	n := int(v.Len)
	if !v.Inline() || n == 0 || x.limit == 0 {
		return -1
	}
	const high = 0x8080808080808080
	lo, hi := v.Words()
	var seen uint64
	if n < 8 {
		l := lo | ^uint64(0)<<(8*n)
		seen = (l - x.limit) &^ l
	} else {
		h := hi | ^uint64(0)<<(8*(n-8))
		seen = (lo-x.limit)&^lo | (h-x.limit)&^h
	}
	if seen&high != 0 {
		return -1
	}
	binary.LittleEndian.PutUint64(b, lo)
	binary.LittleEndian.PutUint64(b[8:], hi)
	return n
}
