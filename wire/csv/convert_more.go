package csv

import (
	"math"
	"math/big"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

func typeError(format string, args ...any) error { return errs.New(errs.Type, format, args...) }

// objects are what pandas keeps as Python objects: bools with missing values, and integers beyond 64 bits,
// which are *big.Int.
type objects struct {
	c   *classifier
	f   Field
	vs  []any
	was Facts
}

func (t *objects) add(b *block, k int) (int, error) {
	c := b.column(k)
	for i := range b.rows {
		x := c.text(i)
		if t.c.na.has(x) {
			t.vs, t.was = append(t.vs, math.NaN()), t.was|seenNA
			continue
		}
		if t.f.Seen&seenBig == 0 {
			v, ok := t.c.boolean(x)
			if !ok {
				return i, nil
			}
			t.vs, t.was = append(t.vs, v), t.was|seenBool
			continue
		}
		n := t.c.num.norm(x)
		v, f := parseInt(n)
		switch {
		case f&seenInt != 0:
			t.vs = append(t.vs, v)
		case f&seenUint != 0:
			t.vs = append(t.vs, uint64(v))
		case f&seenBig != 0:
			z, ok := new(big.Int).SetString(string(trimBlanks(n)), 10)
			if !ok {
				return i, nil
			}
			t.vs = append(t.vs, z)
		default:
			return i, nil
		}
		t.was |= f
	}
	return b.rows, nil
}

func (t *objects) seen() Facts { return t.was }

func (t *objects) drop() { t.vs = nil }

func (t *objects) column() (*frame.Column, error) { return frame.NewObjects(t.vs), nil }

// fixed is a column of a dtype that the user gave.
type fixed[T dtype.Elem] struct {
	c     *classifier
	d     dtype.DType
	b     *frame.NumBuilder[T]
	parse func(x []byte) (T, bool)
}

func (t *fixed[T]) add(b *block, k int) (int, error) {
	c := b.column(k)
	for i := range b.rows {
		x := c.text(i)
		v, ok := t.parse(t.c.num.norm(x))
		switch {
		case (!ok || len(t.c.na.floats) > 0) && t.c.na.has(x):
			if !frame.CanMiss(t.d) {
				return i, nil
			}
			t.b.AppendNull()
		case !ok:
			return i, nil
		default:
			t.b.Append(v)
		}
	}
	return b.rows, nil
}

func (t *fixed[T]) seen() Facts { return 0 }

func (t *fixed[T]) drop() {} // a value that does not fit ends the range

func (t *fixed[T]) column() (*frame.Column, error) { return t.b.Column() }

// plainTexts are strings of an object column.
type plainTexts struct {
	c  *classifier
	vs []any
}

func (t *plainTexts) add(b *block, k int) (int, error) {
	c := b.column(k)
	for i := range b.rows {
		if x := c.text(i); t.c.na.has(x) {
			t.vs = append(t.vs, math.NaN())
		} else {
			t.vs = append(t.vs, string(x))
		}
	}
	return b.rows, nil
}

func (t *plainTexts) seen() Facts { return 0 }

func (t *plainTexts) drop() { t.vs = nil }

func (t *plainTexts) column() (*frame.Column, error) { return frame.NewObjects(t.vs), nil }

func fixedOf(al mem.Allocator, d dtype.DType, c *classifier, hint int) (converter, error) {
	switch d.Kind {
	case dtype.BoolKind:
		return &fixed[bool]{c, d, frame.NewNumBuilder[bool](al, d, hint), func(x []byte) (bool, bool) {
			if v, ok := c.boolean(x); ok {
				return v, true
			}
			v, ok := parseFloat(x)
			return v != 0, ok && (v == 0 || v == 1)
		}}, nil
	case dtype.Int8Kind:
		return fixedInt[int8](al, d, c, hint), nil
	case dtype.Int16Kind:
		return fixedInt[int16](al, d, c, hint), nil
	case dtype.Int32Kind:
		return fixedInt[int32](al, d, c, hint), nil
	case dtype.Int64Kind:
		return fixedInt[int64](al, d, c, hint), nil
	case dtype.Uint8Kind:
		return fixedInt[uint8](al, d, c, hint), nil
	case dtype.Uint16Kind:
		return fixedInt[uint16](al, d, c, hint), nil
	case dtype.Uint32Kind:
		return fixedInt[uint32](al, d, c, hint), nil
	case dtype.Uint64Kind:
		return fixedInt[uint64](al, d, c, hint), nil
	case dtype.Float32Kind:
		return &fixed[float32]{c, d, frame.NewNumBuilder[float32](al, d, hint), func(x []byte) (float32, bool) {
			v, ok := parseFloat(x)
			return float32(v), ok
		}}, nil
	case dtype.Float64Kind:
		return &fixed[float64]{c, d, frame.NewNumBuilder[float64](al, d, hint), parseFloat}, nil
	case dtype.StringKind:
		return newTexts(al, d, c, hint), nil
	case dtype.ObjectKind:
		return &plainTexts{c: c}, nil
	}
	return nil, typeError("dtype %s is not read from text", d)
}

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

func fixedInt[T integer](al mem.Allocator, d dtype.DType, c *classifier, hint int) converter {
	return &fixed[T]{c, d, frame.NewNumBuilder[T](al, d, hint), func(x []byte) (T, bool) {
		v, f := parseInt(x)
		switch {
		case f&seenInt != 0:
			return T(v), d.HoldsInt(v)
		case f&seenUint != 0:
			return T(v), d.HoldsUint(uint64(v))
		}
		w, ok := parseFloat(x)
		return T(w), ok && math.Abs(w) < 1<<63 && d.HoldsWhole(w)
	}}
}
