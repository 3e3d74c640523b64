package jsonl

import (
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// WriteOptions are those of pandas' to_json. The zero value is its defaults.
type WriteOptions struct {
	ISO    bool       // times as texts; the default is numbers since 1970
	Unit   dtype.Unit // of times. The default is milliseconds.
	Digits *int       // decimals of floats, 0 to 15. The default is 10.
	UTF8   bool       // letters beyond ASCII as they are; the default escapes them
}

// A Writer appends rows as lines.
type Writer struct {
	o      WriteOptions
	names  [][]byte // in quotes, with colon
	digits int
}

// NewWriter is a writer of frames with these columns. Errors: Invalid for options that do not fit.
func NewWriter(names []frame.Label, o WriteOptions) (*Writer, error) {
	w := &Writer{o: o, digits: 10}
	if o.Digits != nil {
		w.digits = *o.Digits
	}
	if w.digits < 0 || w.digits > 15 {
		return nil, errs.New(errs.Invalid, "Invalid value '%d' for option 'double_precision', max is '15'", w.digits)
	}
	if o.Unit == dtype.Generic {
		w.o.Unit = dtype.Milli
	}
	seen := map[string]bool{}
	for _, l := range names {
		if seen[l.String()] {
			return nil, errs.New(errs.Invalid, "DataFrame columns must be unique for orient='records'.")
		}
		seen[l.String()] = true
		w.names = append(w.names, append(w.text(nil, l.String()), ':'))
	}
	return w, nil
}

// Append appends the rows of a frame to b. Errors: Type for a value that JSON does not have.
func (w *Writer) Append(b []byte, f *frame.Frame) ([]byte, error) {
	put := make([]func(b []byte, i int) ([]byte, error), len(f.Cols))
	for k, c := range f.Cols {
		put[k] = w.cells(c)
	}
	for i := range f.NRows {
		b = append(b, '{')
		for k := range f.Cols {
			if k > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = put[k](append(b, w.names[k]...), i); err != nil {
				return nil, errs.Wrap(errs.KindOf(err), err, "column %s", f.Names[k].Repr())
			}
		}
		b = append(b, "}\n"...)
	}
	return b, nil
}

// cells is how the rows of a column are written.
func (w *Writer) cells(c *frame.Column) func(b []byte, i int) ([]byte, error) {
	if c.Enc == frame.Plain && c.Valid.IsZero() {
		switch c.DType {
		case dtype.Int64:
			vs := frame.Values[int64](c)
			return func(b []byte, i int) ([]byte, error) { return strconv.AppendInt(b, vs[i], 10), nil }
		case dtype.Float64:
			vs := frame.Values[float64](c)
			return func(b []byte, i int) ([]byte, error) { return w.float(b, vs[i]), nil }
		}
	}
	if c.DType.IsString() {
		return func(b []byte, i int) ([]byte, error) {
			if c.IsNull(i) {
				return append(b, "null"...), nil
			}
			return w.text(b, view(c.Text(i))), nil
		}
	}
	return func(b []byte, i int) ([]byte, error) {
		if c.IsNull(i) {
			return append(b, "null"...), nil
		}
		return w.cell(b, c.Cell(i), 0)
	}
}

// keyOf is the name of a part of an object: JSON has texts alone.
func keyOf(p frame.Part) string {
	if l, ok := frame.LabelOf(p.Label()); ok {
		return l.String()
	}
	return p.Name
}

// cell appends a value of any kind.
func (w *Writer) cell(b []byte, v any, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, errs.New(errs.Invalid, "values nest deeper than %d", maxDepth)
	}
	if frame.IsMissing(v) {
		return append(b, "null"...), nil
	}
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return w.text(b, v), nil
	case []any:
		return w.list(b, v, depth)
	case frame.Tuple:
		return w.list(b, v, depth)
	case frame.Record:
		b = append(b, '{')
		for i, p := range v {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = w.cell(append(w.text(b, keyOf(p)), ':'), p.Value, depth+1); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case frame.Timestamp:
		return w.moment(b, v)
	case frame.Timedelta:
		return w.span(b, v)
	}
	l, ok := frame.LabelOf(v)
	switch {
	case !ok:
	case l.Kind() == frame.LabelInt:
		i, _ := l.Int()
		return strconv.AppendInt(b, i, 10), nil
	case l.Kind() == frame.LabelUint:
		return append(b, l.String()...), nil
	case l.Kind() == frame.LabelFloat:
		x, _ := l.Float()
		return w.float(b, x), nil
	}
	return nil, errs.New(errs.Type, "a value of type %T is not written as JSON", v)
}

func (w *Writer) list(b []byte, vs []any, depth int) ([]byte, error) {
	b = append(b, '[')
	for i, v := range vs {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = w.cell(b, v, depth+1); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// float is pandas' form: so many decimals at most, one at least; very large and very small numbers by power
// of ten.
func (w *Writer) float(b []byte, v float64) []byte {
	if v != v || math.IsInf(v, 0) {
		return append(b, "null"...)
	}
	if a := math.Abs(v); a > 1e16 || a < 1e-15 && v != 0 {
		lo := len(b)
		b = strconv.AppendFloat(b, v, 'g', max(w.digits, 1), 64)
		if n := len(b); n-lo > 2 && (b[n-2] == '+' || b[n-2] == '-') { // C writes two digits of the power
			b = append(b[:n-1], '0', b[n-1])
		}
		return b
	}
	if v < 0 {
		b, v = append(b, '-'), -v
	}
	if w.digits == 0 {
		return strconv.AppendFloat(b, math.Floor(v+0.5), 'f', 0, 64)
	}
	whole := uint64(v)
	part := (v - float64(whole)) * pow10[w.digits]
	frac := uint64(part)
	if over := part - float64(frac); over > 0.5 || over == 0.5 && (frac == 0 || frac&1 == 1) { // as pandas rounds
		frac++
	}
	if frac >= uint64(pow10[w.digits]) {
		whole, frac = whole+1, 0
	}
	b = append(strconv.AppendUint(b, whole, 10), '.')
	if frac == 0 {
		return append(b, '0')
	}
	digits := strconv.FormatUint(frac, 10)
	for range w.digits - len(digits) {
		b = append(b, '0')
	}
	b = append(b, digits...)
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	return b
}

const hexDigits = "0123456789abcdef"

// text is a text in quotes.
func (w *Writer) text(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '"' || c == '\\' || c == '/':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c == '\t':
			b = append(b, '\\', 't')
		case c == '\b':
			b = append(b, '\\', 'b')
		case c == '\f':
			b = append(b, '\\', 'f')
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		case c < utf8.RuneSelf || w.o.UTF8:
			b = append(b, c)
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			i += n - 1
			if r >= 1<<16 {
				r -= 1 << 16
				b = unit16(b, 0xd800+r>>10)
				r = 0xdc00 + r&0x3ff
			}
			b = unit16(b, r)
		}
	}
	return append(b, '"')
}

func unit16(b []byte, r rune) []byte {
	return append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// moment is a time, as a number or a text of the writer's unit.
func (w *Writer) moment(b []byte, t frame.Timestamp) ([]byte, error) {
	n, err := w.ticks(t.Ticks, t.Unit)
	if err != nil || !w.o.ISO {
		return strconv.AppendInt(b, n, 10), err
	}
	per, form := int64(1), "2006-01-02T15:04:05"
	switch w.o.Unit {
	case dtype.Milli:
		per, form = 1e3, form+".000"
	case dtype.Micro:
		per, form = 1e6, form+".000000"
	case dtype.Nano:
		per, form = 1e9, form+".000000000"
	}
	sec := floorDiv(n, per)
	at := time.Unix(sec, (n-sec*per)*(1e9/per)).UTC()
	b = at.AppendFormat(append(b, '"'), form)
	if t.TZ != "" {
		b = append(b, 'Z')
	}
	return append(b, '"'), nil
}

// span is a duration: a number of the writer's unit, or as in ISO 8601.
func (w *Writer) span(b []byte, d frame.Timedelta) ([]byte, error) {
	n, err := w.ticks(d.Ticks, d.Unit)
	if err != nil || !w.o.ISO {
		return strconv.AppendInt(b, n, 10), err
	}
	return nil, errs.New(errs.Type, "durations are not written as ISO texts")
}

// ticks is a count of units as one of the writer's.
func (w *Writer) ticks(n int64, u dtype.Unit) (int64, error) {
	per := map[dtype.Unit]int64{dtype.Second: 1, dtype.Milli: 1e3, dtype.Micro: 1e6, dtype.Nano: 1e9}
	from, to := per[u], per[w.o.Unit]
	switch {
	case from == 0 || to == 0:
		return 0, errs.New(errs.Type, "times of unit %s are not written as JSON", u)
	case to <= from:
		return floorDiv(n, from/to), nil
	case n > math.MaxInt64/(to/from) || n < math.MinInt64/(to/from):
		return 0, errs.New(errs.Invalid, "the time %d %s does not fit unit %s", n, u, w.o.Unit)
	}
	return n * (to / from), nil
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
