package frame

import (
	"bytes"
	"cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// A scan is what one pass over the rows finds: the places of the least and greatest row, -1 for none, and how
// neighbours compare. Missing rows are left out; tail says that they all come last.
type scan struct {
	nulls    int
	min, max int
	down     bool // a row is less than the one before
	up       bool // a row is greater than the one before
	tie      bool // a row equals the one before
	tail     bool
	known    bool // false: rows of the dtype have no order
}

// scan reads all rows once.
func (c *Column) scan() scan {
	switch {
	case c.Rows == 0:
		return scan{min: -1, max: -1, tail: true, known: true}
	case c.DType.IsObject() || c.DType.IsComplex() || c.DType.IsCategorical() && !c.DType.Ordered:
		return scan{nulls: c.NullCount(), min: -1, max: -1}
	case c.Enc == Const:
		if c.IsNull(0) {
			return scan{nulls: c.Rows, min: -1, max: -1, tail: true, known: true}
		}
		return scan{tie: c.Rows > 1, tail: true, known: true}
	case c.Enc == Range:
		return c.scanRange()
	case c.Enc == Dict:
		return c.scanDict()
	case c.isText():
		return c.scanText()
	case c.Enc == Narrow:
		return c.Stored().scan()
	}
	switch c.DType.Kind {
	case dtype.Int8Kind:
		return scanNums(raw[int8](c, c.Rows), c.Valid, false)
	case dtype.Int16Kind:
		return scanNums(raw[int16](c, c.Rows), c.Valid, false)
	case dtype.Int32Kind:
		return scanNums(raw[int32](c, c.Rows), c.Valid, false)
	case dtype.Int64Kind:
		return scanNums(raw[int64](c, c.Rows), c.Valid, false)
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		return scanNums(raw[int64](c, c.Rows), c.Valid, true)
	case dtype.BoolKind, dtype.Uint8Kind:
		return scanNums(raw[uint8](c, c.Rows), c.Valid, false)
	case dtype.Uint16Kind:
		return scanNums(raw[uint16](c, c.Rows), c.Valid, false)
	case dtype.Uint32Kind:
		return scanNums(raw[uint32](c, c.Rows), c.Valid, false)
	case dtype.Uint64Kind:
		return scanNums(raw[uint64](c, c.Rows), c.Valid, false)
	case dtype.Float32Kind:
		return scanNums(raw[float32](c, c.Rows), c.Valid, false)
	case dtype.Float64Kind:
		return scanNums(raw[float64](c, c.Rows), c.Valid, false)
	}
	hs := raw[dtype.F16](c, c.Rows)
	fs := make([]float32, len(hs))
	for i, h := range hs {
		fs[i] = h.Float32()
	}
	return scanNums(fs, c.Valid, false)
}

func scanNums[T cmp.Ordered](vs []T, valid Bitmap, nat bool) scan {
	s := scan{min: -1, max: -1, tail: true, known: true}
	last := -1
	var least T
	if nat {
		least = any(int64(NaT)).(T)
	}
	for i, v := range vs {
		if v != v || nat && v == least || !valid.Get(i) {
			s.nulls++
			continue
		}
		if s.nulls > 0 {
			s.tail = false
		}
		if last < 0 {
			s.min, s.max = i, i
		} else {
			switch p := vs[last]; {
			case v > p:
				s.up = true
				if v > vs[s.max] {
					s.max = i
				}
			case v < p:
				s.down = true
				if v < vs[s.min] {
					s.min = i
				}
			default:
				s.tie = true
			}
		}
		last = i
	}
	return s
}

func (c *Column) scanText() scan {
	s := scan{min: -1, max: -1, tail: true, known: true}
	vs := raw[View](c, c.Rows)
	text := func(i int) []byte { return vs[i].bytesIn(c.Heaps) }
	last := -1
	for i := range vs {
		if !c.Valid.Get(i) {
			s.nulls++
			continue
		}
		if s.nulls > 0 {
			s.tail = false
		}
		if last < 0 {
			s.min, s.max = i, i
		} else {
			switch d := bytes.Compare(text(i), text(last)); {
			case d > 0:
				s.up = true
				if bytes.Compare(text(i), text(s.max)) > 0 {
					s.max = i
				}
			case d < 0:
				s.down = true
				if bytes.Compare(text(i), text(s.min)) < 0 {
					s.min = i
				}
			default:
				s.tie = true
			}
		}
		last = i
	}
	return s
}

func (c *Column) scanRange() scan {
	s := scan{tail: true, known: true, up: c.Step > 0, down: c.Step < 0, tie: c.Step == 0, max: c.Rows - 1}
	if c.Rows == 1 {
		s.up, s.down, s.tie = false, false, false
	}
	if c.Step < 0 {
		s.min, s.max = s.max, s.min
	}
	return s
}

// scanDict compares codes: as they are when the dictionary is in order, else by the rank of their values.
func (c *Column) scanDict() scan {
	codes := c.codes()
	n := c.Dict.Values.Rows
	rank := c.Dict.rank(c.DType.IsCategorical())
	s := scan{min: -1, max: -1, tail: true, known: true}
	of := func(i int) int32 { return rank[codes.get(i)] }
	last := -1
	if n == 0 {
		s.nulls = c.Rows
		return s
	}
	for i := range c.Rows {
		if codes.get(i) < 0 {
			s.nulls++
			continue
		}
		if s.nulls > 0 {
			s.tail = false
		}
		if last < 0 {
			s.min, s.max = i, i
		} else {
			switch v, p := of(i), of(last); {
			case v > p:
				s.up = true
				if v > of(s.max) {
					s.max = i
				}
			case v < p:
				s.down = true
				if v < of(s.min) {
					s.min = i
				}
			default:
				s.tie = true
			}
		}
		last = i
	}
	return s
}

// compareSlots orders the values of slots i and j of a plain column, neither of them missing.
func (c *Column) compareSlots(i, j int) int {
	if c.isText() {
		a, b := &mem.View[View](c.Data, c.Offset+i, 1)[0], &mem.View[View](c.Data, c.Offset+j, 1)[0]
		return bytes.Compare(a.bytesIn(c.Heaps), b.bytesIn(c.Heaps))
	}
	return c.Label(i).Compare(c.Label(j))
}
