package csv

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// An appender writes row i of a column; false when it is missing.
type appender func(dst []byte, i int) ([]byte, bool)

// appender is how column c is written, and whether it counts as text for quoting.
func (w *writer) appender(c *frame.Column, p Precision) (appender, bool) {
	if p == 0 && c.DType.IsTemporal() {
		p = Days
	}
	c = c.Stored()
	d := c.DType
	switch {
	case c.Enc == frame.Dict:
		return w.byDict(c, p)
	case c.Objects != nil:
		return w.object(c), true
	case d.IsDatetime():
		return w.datetime(c, p), true
	case d.IsTimedelta():
		return w.timedelta(c, p), true
	case c.Enc == frame.Range:
		return func(dst []byte, i int) ([]byte, bool) {
			v := c.Start + int64(i)*c.Step
			if d.Kind == dtype.Uint64Kind {
				return strconv.AppendUint(dst, uint64(v), 10), true
			}
			return strconv.AppendInt(dst, v, 10), true
		}, false
	case c.Enc == frame.Const:
		return w.constant(c, p)
	case d.IsString() || d.IsBinary():
		return func(dst []byte, i int) ([]byte, bool) {
			if c.IsNull(i) {
				return dst, false
			}
			if d.IsBinary() {
				return append(dst, frame.L(c.Str(i)).String()...), true
			}
			return append(dst, c.Text(i)...), true
		}, true
	case d.Kind == dtype.Float64Kind && !d.Null:
		vs := frame.Values[float64](c)
		return func(dst []byte, i int) ([]byte, bool) { return w.float(dst, vs[i], 8) }, false
	case d.Kind == dtype.Float32Kind && !d.Null:
		vs := frame.Values[float32](c)
		return func(dst []byte, i int) ([]byte, bool) { return w.float(dst, float64(vs[i]), 4) }, false
	case d.Kind == dtype.Int64Kind && c.Valid.IsZero():
		vs := frame.Values[int64](c)
		return func(dst []byte, i int) ([]byte, bool) { return strconv.AppendInt(dst, vs[i], 10), true }, false
	}
	return w.generic(c), !d.IsNumber()
}

// float is one float.
func (w *writer) float(dst []byte, v float64, size int) ([]byte, bool) {
	if v != v {
		return dst, false
	}
	from := len(dst)
	if w.verb != "" && !math.IsInf(v, 0) {
		dst = fmt.Appendf(dst, w.verb, v)
	} else {
		dst = appendFloat(dst, v, size)
	}
	if w.o.Decimal != 0 && w.o.Decimal != '.' {
		for i := from; i < len(dst); i++ {
			if dst[i] == '.' {
				dst[i] = w.o.Decimal
			}
		}
	}
	return dst, true
}

// constant writes the one value once.
func (w *writer) constant(c *frame.Column, p Precision) (appender, bool) {
	one, err := c.Slice(0, min(c.Rows, 1)).Decode(mem.Heap)
	if err != nil || one.Rows == 0 {
		return w.generic(c), true // the Go heap does not refuse
	}
	put, text := w.appender(one, p)
	cell, ok := put(nil, 0)
	return func(dst []byte, _ int) ([]byte, bool) { return append(dst, cell...), ok }, text
}

// byDict writes the value of a code.
func (w *writer) byDict(c *frame.Column, p Precision) (appender, bool) {
	put, text := w.appender(c.Dict.Values, p)
	return func(dst []byte, i int) ([]byte, bool) {
		k := c.Code(i)
		if k < 0 {
			return dst, false
		}
		return put(dst, k)
	}, text
}

// generic goes over the cells.
func (w *writer) generic(c *frame.Column) appender {
	size := c.DType.Size()
	return func(dst []byte, i int) ([]byte, bool) {
		if c.IsNull(i) {
			return dst, false
		}
		return w.value(dst, c.Cell(i), size)
	}
}

// value is a cell of its own.
func (w *writer) value(dst []byte, v any, size int) ([]byte, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return append(dst, "True"...), true
		}
		return append(dst, "False"...), true
	case int64:
		return strconv.AppendInt(dst, v, 10), true
	case uint64:
		return strconv.AppendUint(dst, v, 10), true
	case float64:
		return w.float(dst, v, size)
	case string:
		return append(dst, v...), true
	case complex128:
		return append(dst, dtype.FormatComplex(v, size/2)...), true
	}
	if l, ok := frame.LabelOf(v); ok {
		return append(dst, l.String()...), true
	}
	return fmt.Append(dst, v), true
}

// object writes each object by itself.
func (w *writer) object(c *frame.Column) appender {
	return func(dst []byte, i int) ([]byte, bool) {
		v := c.Objects[i]
		if frame.IsMissing(v) {
			return dst, false
		}
		return w.value(dst, v, 8)
	}
}

// datetime shows dates, and times as exactly as p says.
func (w *writer) datetime(c *frame.Column, p Precision) appender {
	d, ticks := c.DType, ticksOf(c)
	return func(dst []byte, i int) ([]byte, bool) {
		v := ticks(i)
		if v == dtype.NaT {
			return dst, false
		}
		switch {
		case w.o.DateFormat != "":
			return appendStrftime(dst, w.o.DateFormat, v, d), true
		case d.TZ != "":
			return append(dst, frame.L(frame.Timestamp{Ticks: v, Unit: d.Unit, TZ: d.TZ}).String()...), true
		}
		return appendTime(dst, v, d.Unit, p), true
	}
}

// ticksOf reads a temporal column of any encoding.
func ticksOf(c *frame.Column) func(i int) int64 {
	switch c.Enc {
	case frame.Plain:
		vs := frame.Values[int64](c)
		return func(i int) int64 { return vs[i] }
	case frame.Range:
		return func(i int) int64 { return c.Start + int64(i)*c.Step }
	}
	return func(i int) int64 {
		switch t := c.Cell(i).(type) {
		case frame.Timestamp:
			return t.Ticks
		case frame.Timedelta:
			return t.Ticks
		}
		return dtype.NaT
	}
}

func (w *writer) timedelta(c *frame.Column, p Precision) appender {
	u, ticks := c.DType.Unit, ticksOf(c)
	return func(dst []byte, i int) ([]byte, bool) {
		v := ticks(i)
		if v == dtype.NaT {
			return dst, false
		}
		s := frame.L(frame.Timedelta{Ticks: v, Unit: u}).String()
		if p == Days {
			s, _, _ = strings.Cut(s, " days")
			return append(dst, s+" days"...), true
		}
		return append(dst, s...), true
	}
}
