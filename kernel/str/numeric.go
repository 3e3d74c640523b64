package str

import (
	"bytes"
	"math"
	"strconv"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Numeric is what was seen of texts that are numbers: their dtype follows from it.
type Numeric struct {
	Neg     bool // an integer below zero
	Uint    bool // an integer that fits a uint64 and no int64
	Big     bool // an integer beyond both
	Float   bool // a number with a point or an exponent, inf
	Missing bool // a row is missing, or becomes so
	Bool    bool // a cell of an object column is a bool
	Other   bool // one is a number or a text
}

// Join is what was seen in a or in b.
func (a Numeric) Join(b Numeric) Numeric {
	return Numeric{
		a.Neg || b.Neg, a.Uint || b.Uint, a.Big || b.Big, a.Float || b.Float, a.Missing || b.Missing, a.Bool || b.Bool, a.Other || b.Other,
	}
}

// Type is the dtype of the numbers in a column of dtype d, str or string. Integers that need uint64 beside
// negative or missing ones stay texts, as in pandas. Integers beyond 64 bits are an Invalid error: pandas
// makes Python integers of them.
func (a Numeric) Type(d dtype.DType) (dtype.DType, error) {
	out := dtype.Int64
	switch {
	case a.Bool && !a.Other && !a.Missing:
		return dtype.Bool, nil
	case a.Float:
		out = dtype.Float64
	case a.Big:
		return d, errs.New(errs.Invalid, "Integer out of range. A text is an integer that neither int64 nor uint64 holds")
	case a.Uint && (a.Neg || a.Missing && !d.Null):
		return d, nil
	case a.Missing && !d.Null:
		out = dtype.Float64
	case a.Uint:
		out = dtype.Uint64
	}
	if d.Null {
		out = out.Nullable()
	}
	return out, nil
}

// A number is a text that was read: the int of it, the uint where it fits no int, or the float.
type number struct {
	seen Numeric
	i    int64
	u    uint64
	f    float64
}

// readNumber reads a number of Python without underscores; false when it is none. An empty text is missing.
func readNumber(s []byte) (n number, ok bool) {
	s = bytes.TrimSpace(s)
	if len(s) == 0 {
		n.seen.Missing = true
		return n, true
	}
	if i, err := strconv.ParseInt(string(s), 10, 64); err == nil {
		n.i, n.u, n.f = i, uint64(i), float64(i)
		n.seen.Neg = i < 0
		return n, true
	}
	for _, c := range s {
		if c == 'x' || c == 'X' || c == '_' || c == 'p' || c == 'P' {
			return n, false
		}
	}
	f, err := strconv.ParseFloat(string(s), 64)
	if err != nil && !math.IsInf(f, 0) || math.IsNaN(f) {
		return n, false
	}
	n.f = f
	if len(bytes.Trim(s, "+-0123456789")) > 0 {
		n.seen.Float = true
		return n, true
	}
	n.seen.Neg = s[0] == '-'
	n.u, err = strconv.ParseUint(string(bytes.TrimPrefix(s, []byte("+"))), 10, 64)
	n.seen.Uint, n.seen.Big = err == nil, err != nil
	return n, true
}

// ScanNumbers says what the rows of a text column are. With coerce a text that is no number is missing, else
// the first one is an Invalid error.
func ScanNumbers(al mem.Allocator, c *frame.Column, coerce bool) (Numeric, error) {
	c, err := worth(al, c)
	if err != nil {
		return Numeric{}, err
	}
	seen := Numeric{Missing: c.HasNulls()}
	var used []bool
	vals := c
	if c.Enc == frame.Dict {
		vals, used = c.Dict.Values, make([]bool, c.Dict.Len())
		for i := range c.Rows {
			if k := c.Code(i); k >= 0 {
				used[k] = true
			}
		}
	}
	for i := range vals.Rows {
		s := vals.Text(i)
		if s == nil || used != nil && !used[i] {
			continue
		}
		n, ok := readNumber(s)
		if !ok && !coerce {
			return seen, errs.New(errs.Invalid, "Unable to parse string '%s'", s)
		}
		n.seen.Missing = n.seen.Missing || !ok
		seen = seen.Join(n.seen)
	}
	return seen, nil
}

// Numbers is the rows of a text column as numbers of dtype d, one that Type gives; what is no number is
// missing.
func Numbers(al mem.Allocator, c *frame.Column, d dtype.DType) (*frame.Column, error) {
	switch d.Kind {
	case dtype.StringKind:
		return c, nil
	case dtype.Int64Kind:
		return numbers(al, c, d, func(n number) int64 { return n.i })
	case dtype.Uint64Kind:
		return numbers(al, c, d, func(n number) uint64 { return n.u })
	}
	return numbers(al, c, d, func(n number) float64 { return n.f })
}

func numbers[T int64 | uint64 | float64](al mem.Allocator, c *frame.Column, d dtype.DType, of func(number) T) (*frame.Column, error) {
	c, err := worth(al, c)
	if err != nil {
		return nil, err
	}
	vals := c
	if c.Enc == frame.Dict {
		vals = c.Dict.Values
	}
	b := frame.NewNumBuilder[T](al, d, vals.Rows)
	for i := range vals.Rows {
		s := vals.Text(i)
		var n number
		ok := s != nil
		if ok {
			n, ok = readNumber(s)
		}
		if !ok || n.seen.Missing {
			b.AppendNull()
		} else {
			b.Append(of(n))
		}
	}
	out, err := b.Column()
	if err == nil && c.Enc == frame.Dict {
		if out, err = takeCodes(al, out, c); err == nil && !frame.CanMiss(d) {
			out.Valid = frame.Bitmap{} // no row misses, says the dtype
		}
	}
	return out, err
}
