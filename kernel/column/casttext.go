package column

import (
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// Digits is the coarsest of D, s, ms, us and ns that writes all times of c; D where there is none.
func (e Env) Digits(c *frame.Column) (dtype.Unit, error) {
	u := dtype.Day
	if !c.DType.IsTemporal() {
		return u, nil
	}
	c, err := e.Flat(c)
	if err != nil {
		return u, err
	}
	for _, v := range raw(c) {
		for v != frame.NaT && u < c.DType.Unit {
			next := finer(u)
			f, ok := dtype.Factor(u, c.DType.Unit)
			if ok && v%f == 0 {
				break
			}
			u = next
		}
	}
	return u, nil
}

func finer(u dtype.Unit) dtype.Unit {
	switch u {
	case dtype.Day:
		return dtype.Second
	case dtype.Second:
		return dtype.Milli
	case dtype.Milli:
		return dtype.Micro
	}
	return dtype.Nano
}

// toText writes rows as str() does; times are written with the digits of unit, generic for those that c
// needs. What is missing stays so.
func (e Env) toText(c *frame.Column, d dtype.DType, unit dtype.Unit) (*frame.Column, error) {
	write, err := e.writer(c, unit)
	if err != nil {
		return nil, err
	}
	b := frame.NewStrBuilder(e.Mem, d)
	var buf []byte
	for i := range c.Rows {
		if c.IsNull(i) {
			b.AppendNull()
			continue
		}
		buf = write(buf[:0], i)
		b.AppendBytes(buf)
	}
	return b.Column()
}

// writer writes row i, which is there, behind b.
func (e Env) writer(c *frame.Column, unit dtype.Unit) (func(b []byte, i int) []byte, error) {
	d := c.DType
	switch {
	case d.IsInt():
		return func(b []byte, i int) []byte { return strconv.AppendInt(b, c.Cell(i).(int64), 10) }, nil
	case d.IsUint():
		return func(b []byte, i int) []byte { return strconv.AppendUint(b, c.Cell(i).(uint64), 10) }, nil
	case d.IsBinary():
		return func(b []byte, i int) []byte { return append(b, c.Text(i)...) }, nil
	case d.IsTemporal():
		if unit == dtype.Generic {
			var err error
			if unit, err = e.Digits(c); err != nil {
				return nil, err
			}
		}
		if d.IsDatetime() {
			return func(b []byte, i int) []byte { return append(b, timeText(c.Cell(i).(frame.Timestamp), unit)...) }, nil
		}
		return func(b []byte, i int) []byte { return append(b, spanText(c.Cell(i).(frame.Timedelta), unit)...) }, nil
	}
	return func(b []byte, i int) []byte { return append(b, cellText(c, i)...) }, nil
}

// timeText writes an instant with the digits of unit u. A zone's time is never a date alone.
func timeText(t frame.Timestamp, u dtype.Unit) string {
	s, zone := pyText(t), ""
	if t.TZ != "" {
		s, zone = s[:len(s)-6], s[len(s)-6:]
	}
	if u == dtype.Day && zone == "" {
		return strings.TrimSuffix(s, " 00:00:00")
	}
	return withDigits(s, map[dtype.Unit]int{dtype.Milli: 3, dtype.Micro: 6, dtype.Nano: 9}[u]) + zone
}

// spanText writes a span with the digits of unit u: days alone, or a time whose fraction has 0, 6 or 9
// digits.
func spanText(t frame.Timedelta, u dtype.Unit) string {
	s := pyText(t)
	if u == dtype.Day {
		return s[:strings.Index(s, "days")+4]
	}
	return withDigits(s, map[dtype.Unit]int{dtype.Milli: 6, dtype.Micro: 6, dtype.Nano: 9}[u])
}

// withDigits gives a time n digits after the point.
func withDigits(s string, n int) string {
	if n == 0 {
		return s
	}
	dot := strings.LastIndexByte(s, '.')
	if dot < 0 {
		dot = len(s)
		s += "."
	}
	for len(s) < dot+1+n {
		s += "0"
	}
	return s[:dot+1+n]
}

// fromText reads texts as d.
func (e Env) fromText(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	if d.IsBool() {
		if c.DType.Null && c.HasNulls() {
			return nil, errs.New(errs.Type, "boolean value of NA is ambiguous")
		}
		return e.byValue(c, true, func(c *frame.Column, i int) bool { return len(c.Text(i)) > 0 })
	}
	return e.readCells(c, d, func(s string) (any, error) { return readText(s, d) })
}

// readCells builds a column of what f reads of every text. A text that comes often is read once.
func (e Env) readCells(c *frame.Column, d dtype.DType, f func(s string) (any, error)) (*frame.Column, error) {
	if c.HasNulls() && d.IsInteger() && !d.Null {
		if c.DType.Null {
			return nil, noInt("NAType")
		}
		return nil, errs.New(errs.Invalid, "cannot convert float NaN to integer")
	}
	if c.HasNulls() && d.IsComplex() && c.DType.Null {
		return nil, errs.New(errs.Type, "must be real number, not NAType")
	}
	if c.Enc != frame.Dict {
		cells := make([]any, c.Rows)
		for i := range cells {
			if c.IsNull(i) {
				continue
			}
			v, err := f(c.Str(i))
			if err != nil {
				return nil, err
			}
			cells[i] = v
		}
		return e.Build(cells, d)
	}
	codes, used := make([]int32, c.Rows), []int32{}
	at := make([]int32, c.Dict.Len())
	for i := range codes {
		k := c.Code(i)
		if codes[i] = -1; k < 0 {
			continue
		}
		if at[k] == 0 {
			used = append(used, int32(k))
			at[k] = int32(len(used))
		}
		codes[i] = at[k] - 1
	}
	vs, err := frame.TakeColumn(e.Mem, c.Dict.Values, used)
	if err != nil {
		return nil, err
	}
	if vs, err = e.readCells(vs, d, f); err != nil {
		return nil, err
	}
	return frame.TakeColumn(e.Mem, vs, codes)
}

// readText is a text as a cell of d; nil for a text that says that something is missing.
func readText(s string, d dtype.DType) (any, error) {
	switch {
	case d.Null && d.IsInteger():
		v, err := strconv.ParseInt(s, 10, 64)
		u, err2 := strconv.ParseUint(s, 10, 64)
		switch {
		case strings.HasPrefix(s, "+"):
		case err == nil && d.Base().HoldsInt(v):
			return v, nil
		case err2 == nil && d.IsUint() && d.Base().HoldsUint(u):
			return u, nil
		}
		return nil, errs.New(errs.Invalid, "Failed to parse string: '%s' as a scalar of type %s", s, d.Base())
	case d.Null && d.IsFloat():
		v, err := pyFloat(s)
		if err != nil || strings.TrimSpace(s) != s || strings.ContainsAny(s, "_+") && !strings.ContainsAny(s, "eE") {
			return nil, errs.New(errs.Invalid, "Failed to parse string: '%s' as a scalar of type %s", s,
				map[int]string{4: "float", 8: "double"}[d.Size()])
		}
		return v, nil
	case d.IsInteger():
		return pyIntAs(s, d)
	case d.IsFloat():
		return pyFloat(s)
	case d.IsComplex():
		return pyComplex(s)
	case d.IsDatetime():
		return readTime(s, d)
	}
	return readSpan(s, d)
}
