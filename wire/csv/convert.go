package csv

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A converter turns the fields of one column into its rows.
type converter interface {
	// add converts field k of the rows of b. bad is the first row that does not fit, b.rows when all do.
	add(b *block, k int) (bad int, err error)
	// seen is what the rows so far were, for a column that has to widen.
	seen() Facts
	column() (*frame.Column, error)
	// drop gives memory back, instead of column.
	drop()
}

// converterOf is the converter of a field.
func (o *Options) converterOf(al mem.Allocator, f *Field, hint int) (converter, error) {
	c := o.classifierOf(f)
	d := f.DType
	switch {
	case f.Fixed && d != dtype.Int64 && d != dtype.Float64 && d != dtype.Str:
		return fixedOf(al, d, c, hint)
	case d == dtype.Int64:
		return &ints{c: c, lax: f.Fixed, v: vec[int64]{al: al, hint: hint}}, nil
	case d == dtype.Float64:
		return &floats{c: c, v: vec[float64]{al: al, hint: hint}}, nil
	case d == dtype.Uint64:
		return &uints{c: c, v: vec[uint64]{al: al, hint: hint}}, nil
	case d == dtype.Bool:
		return &bools{c: c, v: vec[bool]{al: al, hint: hint}}, nil
	case d.IsDatetime():
		return &dates{c: c, d: d, v: vec[int64]{al: al, hint: hint}}, nil
	case d.IsObject():
		return &objects{c: c, f: *f}, nil
	}
	return newTexts(al, d, c, hint), nil
}

// ints are int64 without missing values.
type ints struct {
	c   *classifier
	lax bool // 1.0 is 1
	v   vec[int64]
}

func (t *ints) add(b *block, k int) (int, error) {
	out, err := t.v.room(b.rows)
	if err != nil {
		return 0, err
	}
	c := b.column(k)
	fast := t.c.plainNumbers()
	for i := 0; i < len(out); i++ {
		if fast {
			if i = fastInts(out, &c, i); i == len(out) {
				break
			}
		}
		x := c.text(i)
		if t.c.num.special {
			x = t.c.num.norm(x)
		}
		v, f := parseInt(x)
		if f&seenInt == 0 || len(t.c.na.floats) > 0 && t.c.na.has(c.text(i)) {
			w, ok := parseFloat(x)
			if !t.lax || !ok || w != math.Trunc(w) || math.Abs(w) >= 1<<63 {
				t.v.n += i
				return i, nil
			}
			v = int64(w)
		}
		out[i] = v
	}
	t.v.n += len(out)
	return b.rows, nil
}

func (t *ints) seen() (f Facts) {
	for _, v := range t.v.all() {
		f |= seenInt
		if v < 0 {
			return f | seenNeg
		}
	}
	return f
}

func (t *ints) drop() { t.v.drop() }

func (t *ints) column() (*frame.Column, error) {
	blk, err := t.v.done()
	return frame.NewPlain(dtype.Int64, blk, 0, t.v.n, frame.Bitmap{}), err
}

// floats are float64, integers and missing values among them.
type floats struct {
	c *classifier
	v vec[float64]
}

func (t *floats) add(b *block, k int) (int, error) {
	out, err := t.v.room(b.rows)
	if err != nil {
		return 0, err
	}
	c, cl := b.column(k), t.c
	fast := cl.plainNumbers()
	for i := 0; i < len(out); i++ {
		if fast {
			if i = fastFloats(out, &c, i, cl.na.empty); i == len(out) {
				break
			}
		}
		x := c.text(i)
		if cl.num.special {
			x = cl.num.norm(x)
		}
		v, ok := parseFloat(x)
		switch {
		case !ok && !cl.na.has(c.text(i)):
			t.v.n += i
			return i, nil
		case !ok, len(cl.na.floats) > 0 && (cl.na.hasFloat(v) || cl.na.has(c.text(i))):
			v = math.NaN()
		}
		out[i] = v
	}
	t.v.n += len(out)
	return b.rows, nil
}

func (t *floats) seen() (f Facts) {
	for _, v := range t.v.all() {
		if v != v {
			f |= seenNA
		} else {
			f |= seenFloat
		}
	}
	return f
}

func (t *floats) drop() { t.v.drop() }

func (t *floats) column() (*frame.Column, error) {
	blk, err := t.v.done()
	return frame.NewPlain(dtype.Float64, blk, 0, t.v.n, frame.Bitmap{}), err
}

// uints are uint64 without missing values.
type uints struct {
	c *classifier
	v vec[uint64]
}

func (t *uints) add(b *block, k int) (int, error) {
	out, err := t.v.room(b.rows)
	if err != nil {
		return 0, err
	}
	c := b.column(k)
	for i := range out {
		x := c.text(i)
		v, f := parseInt(t.c.num.norm(x))
		if f&(seenInt|seenUint) == 0 || f&seenNeg != 0 || len(t.c.na.floats) > 0 && t.c.na.has(x) {
			t.v.n += i
			return i, nil
		}
		out[i] = uint64(v)
	}
	t.v.n += len(out)
	return b.rows, nil
}

func (t *uints) seen() (f Facts) {
	for _, v := range t.v.all() {
		if v > math.MaxInt64 {
			f |= seenUint
		} else {
			f |= seenInt
		}
	}
	return f
}

func (t *uints) drop() { t.v.drop() }

func (t *uints) column() (*frame.Column, error) {
	blk, err := t.v.done()
	return frame.NewPlain(dtype.Uint64, blk, 0, t.v.n, frame.Bitmap{}), err
}

// bools are True and False without missing values.
type bools struct {
	c *classifier
	v vec[bool]
}

func (t *bools) add(b *block, k int) (int, error) {
	out, err := t.v.room(b.rows)
	if err != nil {
		return 0, err
	}
	c := b.column(k)
	for i := range out {
		x := c.text(i)
		v, ok := t.c.boolean(x)
		if !ok || t.c.na.has(x) {
			t.v.n += i
			return i, nil
		}
		out[i] = v
	}
	t.v.n += len(out)
	return b.rows, nil
}

func (t *bools) seen() Facts {
	if t.v.n > 0 {
		return seenBool
	}
	return 0
}

func (t *bools) drop() { t.v.drop() }

func (t *bools) column() (*frame.Column, error) {
	blk, err := t.v.done()
	return frame.NewPlain(dtype.Bool, blk, 0, t.v.n, frame.Bitmap{}), err
}

// dates are datetimes of one format and unit.
type dates struct {
	c *classifier
	d dtype.DType
	v vec[int64]
}

func (t *dates) add(b *block, k int) (int, error) {
	out, err := t.v.room(b.rows)
	if err != nil {
		return 0, err
	}
	c := b.column(k)
	size, between := 0, byte(0)
	if t.c.layout != nil && t.d.Unit == dtype.Micro && t.d.TZ == "" && len(t.c.na.floats) == 0 {
		size, between = quickDates(t.c.format)
	}
	for i := 0; i < len(out); i++ {
		if size > 0 {
			if i = fastDates(out, &c, i, size, between); i == len(out) {
				break
			}
		}
		x := c.text(i)
		if t.c.na.has(x) || isNaT(x) {
			out[i] = dtype.NaT
			continue
		}
		v, ok := t.read(x)
		if !ok {
			t.v.n += i
			return i, nil
		}
		out[i] = v
	}
	t.v.n += len(out)
	return b.rows, nil
}

// read is one value in ticks; false when it needs another dtype.
func (t *dates) read(x []byte) (int64, bool) {
	if t.c.layout == nil || t.d.Unit == dtype.Second {
		return 0, false
	}
	m, ok := t.c.layout.Parse(x)
	if !ok || m.Digits > 6 && t.d.Unit != dtype.Nano || m.Zone() != t.d.TZ {
		return 0, false
	}
	return m.Ticks(t.d.Unit)
}

func (t *dates) seen() (f Facts) {
	for _, v := range t.v.all() {
		if v == dtype.NaT {
			f |= seenNA
		} else {
			f |= seenTime
		}
	}
	return f
}

func (t *dates) drop() { t.v.drop() }

func (t *dates) column() (*frame.Column, error) {
	blk, err := t.v.done()
	return frame.NewPlain(t.d, blk, 0, t.v.n, frame.Bitmap{}), err
}
