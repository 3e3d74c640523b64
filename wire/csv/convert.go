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
	case d.Null && d.IsInteger():
		return keptInts(al, d, c, hint), nil
	case d.Null && d.IsBool():
		return keptBools(al, d, c, hint), nil
	case d == dtype.Int64:
		return &ints{plainOf[int64](al, d, hint), c, f.Fixed}, nil
	case d == dtype.Float64:
		return &floats{plainOf[float64](al, d, hint), c}, nil
	case d == dtype.Uint64:
		return &uints{plainOf[uint64](al, d, hint), c}, nil
	case d == dtype.Bool:
		return &bools{plainOf[bool](al, d, hint), c}, nil
	case d.IsDatetime():
		return &dates{plainOf[int64](al, d, hint), c}, nil
	case d.IsObject():
		return &objects{c: c, f: *f}, nil
	}
	return newTexts(al, d, c, hint), nil
}

// plain is the part of a converter that keeps values and makes the column of them.
type plain[T any] struct {
	d dtype.DType
	v vec[T]
}

func plainOf[T any](al mem.Allocator, d dtype.DType, hint int) plain[T] {
	return plain[T]{d, vec[T]{al: al, hint: hint}}
}

func (p *plain[T]) drop() { p.v.drop() }

func (p *plain[T]) column() (*frame.Column, error) {
	blk, err := p.v.done()
	return frame.NewPlain(p.d, blk, 0, p.v.n, frame.Bitmap{}), err
}

// ints are int64 without missing values.
type ints struct {
	plain[int64]
	c   *classifier
	lax bool // 1.0 is 1
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

// floats are float64, integers and missing values among them.
type floats struct {
	plain[float64]
	c *classifier
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

// uints are uint64 without missing values.
type uints struct {
	plain[uint64]
	c *classifier
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

// bools are True and False without missing values.
type bools struct {
	plain[bool]
	c *classifier
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

// dates are datetimes of one format and unit.
type dates struct {
	plain[int64]
	c *classifier
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
