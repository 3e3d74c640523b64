package csv

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// A Writer writes the rows of one frame. It is not safe for concurrent use.
type Writer struct {
	w     writer
	o     WriteOptions
	cols  []cellWriter
	cell  []byte
	width int    // the most bytes that the cells of known width take in a row, their separators and what is written behind them included
	limit uint64 // in all bytes: what is below needs a closer look for quotes
	fast  bool   // all columns can be written by blocks
	stage []byte // the rows of a block, apart
	at    [stageRows]int32
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
	x.limit = w.limit()
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
		if err := x.column(&x.cols[i], c, times[i], f.NRows, i == len(cols)-1); err != nil {
			return nil, err
		}
		x.width += x.cols[i].width
	}
	x.fast = x.blockable()
	return x, nil
}

// column makes a column ready, which has so many rows.
func (x *Writer) column(c *cellWriter, col *frame.Column, p Precision, rows int, last bool) error {
	w := &x.w
	col = col.Stored()
	c.col = col
	c.tail = w.sep
	if last {
		c.tail = []byte(w.eol)
	}
	for i, t := range c.tail[:min(len(c.tail), 2)] {
		c.end |= uint16(t) << (8 * i)
	}
	c.put, c.text = w.appender(col, p)
	d := col.DType
	if d.IsFloat() && !d.Null && (x.o.FloatFormat != "" || x.o.Decimal != 0 && x.o.Decimal != '.') {
		c.text = true // pandas has made text of them by then
	}
	c.na, c.nas = w.field(nil, []byte(x.o.NARep), 0, true)
	c.na = append(c.na, c.tail...)
	plain := x.o.Quoting != QuoteAll && !c.text && !w.needs("0123456789+-.einf")
	c.width = len(c.na) + len(c.tail) + 2
	switch {
	case col.Enc == frame.Dict && col.Dict.Len() <= rows:
		return x.dictionary(c, p)
	case col.Enc == frame.Plain && d.IsString() && x.o.Quoting == QuoteMinimal:
		c.how, c.views = ofTexts, frame.Views(col)
		c.width += 16
	case col.Enc != frame.Plain || col.Objects != nil:
		if plain && col.Enc == frame.Range && d.IsNumber() {
			c.how = direct
		}
	case plain && (d.IsInt() || d.IsUint()):
		c.integers()
	case plain && d.Kind == dtype.Float64Kind && !d.Null:
		c.how, c.floats = ofFloats, frame.Values[float64](col)
		c.width += numberRoom
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
	short := true
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
		from := len(c.fields)
		c.fields = append(fields, c.tail...)
		c.ends = append(c.ends, len(c.fields))
		c.width = max(c.width, len(c.fields)-from)
		short = short && len(c.fields)-from < len(c.cells[0])
	}
	if short {
		c.padded()
	}
	switch c.col.Codes {
	case 1:
		c.codes1 = frame.CodesOf[int8](c.col)
	case 2:
		c.codes2 = frame.CodesOf[int16](c.col)
	default:
		c.codes4 = frame.CodesOf[int32](c.col)
	}
	return nil
}

// Append appends rows lo to hi.
func (x *Writer) Append(dst []byte, lo, hi int) ([]byte, error) {
	n := len(dst)
	b := dst[:cap(dst)]
	for x.fast && lo < hi {
		to := min(lo+stageRows, hi)
		width := x.blockWidth(lo, to)
		if width == 0 {
			break
		}
		to = min(lo+max(8, stageBytes/width), to)
		var err error
		if b, n, err = x.block(b, n, lo, to, width); err != nil {
			return b[:n], err
		}
		lo = to
	}
	return x.rows(b[:n], lo, hi)
}

// rows appends rows lo to hi cell by cell.
func (x *Writer) rows(dst []byte, lo, hi int) ([]byte, error) {
	n := len(dst)
	b := dst[:cap(dst)]
	for i := lo; i < hi; i++ {
		if len(b)-n < x.width {
			b = grow(b, n, x.width)
		}
		for k := range x.cols {
			c := &x.cols[k]
			there := true
			switch c.how {
			case ofInts:
				n += putInt(b[n:], c.ints[i])
			case ofFloats:
				v := c.floats[i]
				if there = v == v; !there {
					break
				}
				w := putFloat(b[n:], v)
				if w == 0 {
					b, n = x.longFloat(b, n, v)
				}
				n += w
			case ofTexts:
				if there = c.col.Valid.Get(i); !there {
					break
				}
				w := x.putText(b[n:], &c.views[i])
				if w < 0 {
					var err error
					if b, n, err = x.longText(b, n, c.views[i].Bytes(c.col.Heaps)); err != nil {
						return b[:n], err
					}
					w = 0
				}
				n += w
			case ofCodes:
				if j := c.code(i); j >= 0 {
					n += c.putField(b[n:], j)
					continue // its tail is in it
				}
				there = false
			case ofIntegers:
				if there = c.col.Valid.Get(i); there {
					n += putInt(b[n:], c.at(i))
				}
			default:
				var err error
				if b, n, there, err = x.slow(c, b, n, i); err != nil {
					return b[:n], err
				}
			}
			if !there {
				if c.nas != nil {
					return b[:n], c.nas
				}
				n += copy(b[n:], c.na)
				continue
			}
			if len(c.tail) == 1 {
				b[n] = c.tail[0]
				n++
			} else {
				n += copy(b[n:], c.tail)
			}
		}
	}
	return b[:n], nil
}

// slow writes row i by the appender of its column.
func (x *Writer) slow(c *cellWriter, b []byte, n, i int) (_ []byte, to int, there bool, err error) {
	dst := b[:n]
	if c.how == direct {
		dst, there = c.put(dst, i)
	} else if x.cell, there = c.put(x.cell[:0], i); there {
		dst, err = x.w.field(dst, x.cell, 0, c.text)
	}
	b, n = x.more(dst)
	return b, n, there, err
}

// more makes place behind dst for what the rest of a row may need.
func (x *Writer) more(dst []byte) ([]byte, int) {
	n := len(dst)
	b := dst[:cap(dst)]
	if len(b)-n < x.width {
		b = grow(b, n, x.width)
	}
	return b, n
}

// longFloat writes a float that putFloat declines, and longText a text that putText declines.
func (x *Writer) longFloat(b []byte, n int, v float64) ([]byte, int) {
	return x.more(appendFloat(b[:n], v, 8))
}

func (x *Writer) longText(b []byte, n int, text []byte) ([]byte, int, error) {
	dst, err := b[:n], error(nil)
	if len(text) > 0 && !x.w.anySpecial(text) {
		dst = append(dst, text...)
	} else {
		dst, err = x.w.field(dst, text, 0, true)
	}
	b, n = x.more(dst)
	return b, n, err
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

// grow makes place for w bytes behind the first n.
func grow(b []byte, n, w int) []byte {
	b = slices.Grow(b[:n], max(w, n))
	return b[:cap(b)]
}

// room makes place for n more bytes.
func room(dst []byte, n int) []byte {
	if cap(dst)-len(dst) < n {
		dst = slices.Grow(dst, max(n, cap(dst)))
	}
	return dst
}
