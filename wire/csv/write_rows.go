package csv

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// A Writer writes the rows of one frame. It is not safe for concurrent use.
type Writer struct {
	w    writer
	o    WriteOptions
	cols []cellWriter
	cell []byte
}

// How a column is written.
const (
	byCell  = iota // by its appender, then looked at for quotes
	direct         // by its appender, which writes nothing that needs quotes
	ofInts         // int64
	ofFloat        // float64
	ofTexts        // plain views
	ofCodes        // a dictionary, whose values were made fields before
)

// A cellWriter writes one column.
type cellWriter struct {
	how  int
	put  appender
	text bool
	na   []byte // the field of a missing value
	nas  error  // that it cannot be written

	ints   []int64
	floats []float64
	views  []frame.View
	col    *frame.Column
	fields []byte // of the values of a dictionary, one after the other
	ends   []int  // of each
}

// NewWriter makes the columns of f ready. Errors are those of Append.
func NewWriter(f *frame.Frame, o WriteOptions) (*Writer, error) {
	cols := f.Cols
	if !o.NoIndex {
		cols = nil
		for i := range f.Index.NLevels() {
			cols = append(cols, f.Index.Level(i))
		}
		cols = append(cols, f.Cols...)
	}
	x := &Writer{o: o}
	w, err := x.o.writer(len(cols))
	if err != nil {
		return nil, err
	}
	x.w = *w
	times := o.Times
	if times == nil {
		times = TimesOf(f)
	}
	if o.NoIndex {
		times = times[min(len(times), f.Index.NLevels()):]
	}
	if len(times) < len(cols) {
		return nil, errs.New(errs.Internal, "Times for %d columns of %d", len(times), len(cols))
	}
	x.cols = make([]cellWriter, len(cols))
	for i, c := range cols {
		if err := x.column(&x.cols[i], c, times[i], f.NRows); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// column makes a column ready, which has so many rows.
func (x *Writer) column(c *cellWriter, col *frame.Column, p Precision, rows int) error {
	w := &x.w
	c.col = col
	c.put, c.text = w.appender(col, p)
	d := col.DType
	if d.IsFloat() && !d.Null && (x.o.FloatFormat != "" || x.o.Decimal != 0 && x.o.Decimal != '.') {
		c.text = true // pandas has made text of them by then
	}
	c.na, c.nas = w.field(nil, []byte(x.o.NARep), 0, true)
	plain := x.o.Quoting != QuoteAll && !c.text && !w.needs("0123456789+-.einf")
	switch {
	case col.Enc == frame.Dict && col.Dict.Len() <= rows:
		return x.dictionary(c, p)
	case col.Enc == frame.Plain && d.IsString() && x.o.Quoting == QuoteMinimal:
		c.how, c.views = ofTexts, frame.Views(col)
	case col.Enc != frame.Plain || col.Objects != nil:
		if plain && col.Enc == frame.Range && d.IsNumber() {
			c.how = direct
		}
	case plain && d.Kind == dtype.Int64Kind && col.Valid.IsZero():
		c.how, c.ints = ofInts, frame.Values[int64](col)
	case plain && d.Kind == dtype.Float64Kind && !d.Null:
		c.how, c.floats = ofFloat, frame.Values[float64](col)
	case plain && d.IsNumber() && !d.IsComplex():
		c.how = direct
	case d.IsDatetime() && d.TZ == "" && x.o.DateFormat == "" && x.o.Quoting != QuoteAll && x.o.Quoting != QuoteNonNumeric && !w.needs("0123456789-: ."):
		c.how = direct
	case d.IsBool() && x.o.Quoting != QuoteAll && x.o.Quoting != QuoteNonNumeric && !w.needs("TrueFals"):
		c.how = direct
	}
	return nil
}

// needs reports that one of these bytes is special.
func (w *writer) needs(chars string) bool {
	for i := range len(chars) {
		if w.special[chars[i]] {
			return true
		}
	}
	return false
}

// dictionary makes fields of the values of a dictionary.
func (x *Writer) dictionary(c *cellWriter, p Precision) error {
	values := c.col.Dict.Values
	put, text := x.w.appender(values, p)
	c.how = ofCodes
	for k := range values.Rows {
		cell, ok := put(x.cell[:0], k)
		x.cell = cell
		if !ok {
			cell = append(cell[:0], x.o.NARep...)
		}
		fields, err := x.w.field(c.fields, cell, 0, text || !ok)
		if err != nil { // said where a row has the value
			c.how, c.fields, c.ends = byCell, nil, nil
			return nil
		}
		c.fields, c.ends = fields, append(c.ends, len(fields))
	}
	return nil
}

// Append appends rows lo to hi.
func (x *Writer) Append(dst []byte, lo, hi int) ([]byte, error) {
	var err error
	for i := lo; i < hi; i++ {
		for k := range x.cols {
			if k > 0 {
				dst = append(dst, x.w.sep...)
			}
			c, there := &x.cols[k], true
			switch c.how {
			case ofInts:
				dst = appendInt(dst, c.ints[i])
			case ofFloat:
				if v := c.floats[i]; v == v {
					dst = appendFloat(dst, v, 8)
				} else {
					there = false
				}
			case ofTexts:
				if there = c.col.Valid.Get(i); !there {
					break
				}
				if text := c.views[i].Bytes(c.col.Heaps); len(text) > 0 && !x.w.anySpecial(text) {
					dst = append(dst, text...)
				} else if dst, err = x.w.field(dst, text, 0, true); err != nil {
					return dst, err
				}
			case ofCodes:
				j := c.col.Code(i)
				if there = j >= 0; there {
					from := 0
					if j > 0 {
						from = c.ends[j-1]
					}
					dst = append(dst, c.fields[from:c.ends[j]]...)
				}
			case direct:
				dst, there = c.put(dst, i)
			default:
				if x.cell, there = c.put(x.cell[:0], i); !there {
					break
				}
				if dst, err = x.w.field(dst, x.cell, 0, c.text); err != nil {
					return dst, err
				}
			}
			if !there {
				if c.nas != nil {
					return dst, c.nas
				}
				dst = append(dst, c.na...)
			}
		}
		dst = append(dst, x.w.eol...)
	}
	return dst, nil
}

// anySpecial reports a byte that may need quotes.
func (w *writer) anySpecial(text []byte) bool {
	for _, c := range text {
		if w.special[c] {
			return true
		}
	}
	return false
}

// room makes place for n more bytes.
func room(dst []byte, n int) []byte {
	if cap(dst)-len(dst) < n {
		dst = slices.Grow(dst, max(n, cap(dst)))
	}
	return dst
}
