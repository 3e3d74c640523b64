package jsonl

import (
	"errors"
	"io"
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/dtype/timetext"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Request says what Read makes of a range.
type Request struct {
	File    string
	Schema  *Schema
	Convert Conversions
	Columns []int // of the schema, in the frame's order
	First   int64 // number of the first row
}

// ErrMisfit is what Read gives for a value that the schema does not know: it was made of other bytes.
var ErrMisfit = errors.New("a value that was not seen before")

// Read makes a frame of a range. Errors: Invalid for what is no line of JSON, with file and line; those of al
// and r.
func Read(al mem.Allocator, r io.ReaderAt, rng Range, q Request) (*frame.Frame, error) {
	names := make([]string, len(q.Columns))
	cols := make([]*column, len(q.Columns))
	for i, k := range q.Columns {
		names[i] = q.Schema.Fields[k].Name
	}
	iso, err := timetext.New(timetext.ISO, false)
	if err != nil {
		return nil, err
	}
	row := newRow(names)
	n := 0
	rows, _, err := lines(al, r, rng, q.File, func(most int) error {
		for i, k := range q.Columns {
			f := &q.Schema.Fields[k]
			if cols[i], err = newColumn(al, f, &q.Convert, most, iso); err != nil {
				return err
			}
		}
		return nil
	}, func(b []byte) error {
		s := &scanner{b: b}
		if err := row.scan(s, func(string) int { return -1 }); err != nil {
			return err
		}
		for i, v := range row.vals {
			if err := cols[i].add(s, v, n); err != nil {
				if errors.Is(err, ErrMisfit) {
					return errs.Wrap(errs.Invalid, err, "name %q", names[i])
				}
				return err
			}
		}
		n++
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := &frame.Frame{NRows: int(rows), Index: frame.NewRange(q.First, 1, int(rows))}
	for i, c := range cols {
		col, err := c.column(int(rows))
		if err != nil {
			return nil, err
		}
		out.Names, out.Cols = append(out.Names, frame.L(names[i])), append(out.Cols, col)
	}
	return out, nil
}

// A column is built row by row, each kind in its own slice.
type column struct {
	d      dtype.DType
	block  *mem.Block
	ints   []int64 // of int64 and uint64, and times
	floats []float64
	bools  []bool
	texts  *frame.StrBuilder
	cells  []any
	lossy  bool  // integers go through float64, as in pandas
	per    int64 // ticks of one that is stored
	iso    *timetext.Layout
	buf    []byte
}

func newColumn(al mem.Allocator, f *Field, conv *Conversions, rows int, iso *timetext.Layout) (*column, error) {
	d := f.DType(conv)
	c := &column{d: d, iso: iso, per: 1, lossy: f.Seen&(SeenWhole|SeenBool|SeenNumeral) != 0}
	if d.IsString() {
		c.texts = frame.NewStrBuilder(al, d)
		return c, nil
	}
	b, err := al.Alloc(rows * d.Size())
	if err != nil {
		return nil, err
	}
	c.block = b
	switch {
	case d.IsObject():
		mem.Free(al, b) // Go memory, which nobody counts: room for it must be there all the same
		c.cells = make([]any, rows)
	case d.IsBool():
		c.bools = mem.View[bool](b, 0, rows)
	case d.IsFloat():
		c.floats = mem.View[float64](b, 0, rows)
	default:
		c.ints = mem.View[int64](b, 0, rows)
	}
	if d.IsDatetime() {
		switch f.stamps() {
		case dtype.Second:
			c.per = 1e6
		case dtype.Milli:
			c.per = 1e3
		}
	}
	return c, nil
}

// add sets row i.
func (c *column) add(s *scanner, v span, i int) error {
	switch {
	case c.texts != nil:
		if v.kind == absent || v.kind == null {
			c.texts.AppendNull()
			return nil
		}
		if v.kind != text && v.kind != escaped {
			return ErrMisfit
		}
		b, err := s.chars(v, c.buf)
		if err != nil {
			return err
		}
		if v.kind == escaped {
			c.buf = b
		}
		c.texts.AppendBytes(b)
		return nil
	case c.cells != nil:
		if v.kind == absent {
			c.cells[i] = math.NaN()
			return nil
		}
		var err error
		c.cells[i], err = s.cell(v)
		return err
	case c.bools != nil:
		if v.kind != yes && v.kind != no {
			return ErrMisfit
		}
		c.bools[i] = v.kind == yes
		return nil
	case c.floats != nil:
		x, err := c.float(s, v)
		c.floats[i] = x
		return err
	case c.d.IsDatetime():
		x, err := c.time(s, v)
		c.ints[i] = x
		return err
	}
	if v.kind == number {
		if x, big, ok := integer(s.b[v.lo:v.hi]); ok && !c.lossy && (!big || c.d == dtype.Uint64) {
			c.ints[i] = x
			return nil
		}
	}
	x, err := c.float(s, v)
	if err == nil && !(math.Abs(x) < 1<<63) {
		err = ErrMisfit
	}
	c.ints[i] = int64(x)
	return err
}

// float is a value as a number.
func (c *column) float(s *scanner, v span) (float64, error) {
	switch v.kind {
	case absent, null:
		return math.NaN(), nil
	case yes:
		return 1, nil
	case no:
		return 0, nil
	case number:
		return float(s.b[v.lo:v.hi]), nil
	case text, escaped:
		b, err := s.chars(v, nil)
		if err != nil {
			return 0, err
		}
		if x, ok := fromText(b); ok {
			return x, nil
		}
	}
	return 0, ErrMisfit
}

// time is a value in ticks of the column's unit.
func (c *column) time(s *scanner, v span) (int64, error) {
	switch v.kind {
	case absent, null:
		return dtype.NaT, nil
	case number:
		if x, big, ok := integer(s.b[v.lo:v.hi]); ok && !big && x <= math.MaxInt64/c.per && x >= math.MinInt64/c.per {
			return x * c.per, nil
		}
	case text, escaped:
		b, err := s.chars(v, nil)
		if err != nil {
			return 0, err
		}
		if m, ok := c.iso.Parse(b); ok && m.Zone() == c.d.TZ {
			if x, ok := m.Ticks(c.d.Unit); ok {
				return x, nil
			}
		}
	}
	return 0, ErrMisfit
}

func (c *column) column(rows int) (*frame.Column, error) {
	switch {
	case c.texts != nil:
		return c.texts.Column()
	case c.d.IsObject():
		return frame.NewObjects(c.cells[:rows]), nil
	}
	return frame.NewPlain(c.d, c.block, 0, rows, frame.Bitmap{}), nil
}
