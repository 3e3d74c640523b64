package column

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
)

var nan = math.NaN()

const nonFinite = "Cannot convert non-finite values (NA or inf) to integer. Replace or remove non-finite values or cast to an integer " +
	"type that supports these values (e.g. 'Int64')"

// toNumber casts bools and numbers to a plain number.
func (e Env) toNumber(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	c, err := e.Flat(c)
	if err != nil {
		return nil, err
	}
	from, missing := c.DType, c.DType.Null && c.HasNulls()
	switch {
	case missing && d.IsInteger():
		return nil, errs.New(errs.Invalid, "cannot convert NA to integer")
	case missing && d.IsComplex():
		return nil, errs.New(errs.Invalid, "cannot convert to '%s'-dtype NumPy array with missing values. Specify an appropriate 'na_value' for this dtype.", d)
	case !from.Null && from.IsFloat() && d.IsInteger():
		if err := e.whole(c, d); err != nil {
			return nil, err
		}
	}
	out, err := e.values(c, d)
	if err != nil || !missing {
		return out, err
	}
	valid, err := e.Valid(c) // of a constant one bit stands for all rows
	if err != nil {
		return nil, err
	}
	return e.blank(out, valid)
}

// values casts the values of a flat column, whatever is missing among them. The result is the caller's to
// write.
func (e Env) values(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	a, err := e.run(c.Rows, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Cast(in[0], d.Base()) }, array(c))
	if err == nil && (a.Strides[0] == 0 && c.Rows > 1 || a.Block == c.Data) {
		a, err = a.Clone(e.Mem)
	}
	if err != nil {
		return nil, err
	}
	return made(d, a, frame.Bitmap{}), nil
}

// whole refuses floats that no integer of d stands for.
func (e Env) whole(c *frame.Column, d dtype.DType) error {
	f, err := e.floats(c.Rows, array(c))
	if err != nil {
		return err
	}
	negative := false
	for _, v := range f.vs {
		if v-v != 0 {
			return errs.New(errs.Invalid, nonFinite)
		}
		negative = negative || v < 0
	}
	if negative && d.IsUint() {
		return errs.New(errs.Invalid, "Cannot losslessly cast from %s to %s", c.DType, d)
	}
	return nil
}

// blank writes the missing value of a float or time where valid has no bit. The column is ours.
func (e Env) blank(c *frame.Column, valid frame.Bitmap) (*frame.Column, error) {
	if valid.IsZero() {
		return c, nil
	}
	one, err := Missing(c.DType)
	if err != nil {
		return nil, err
	}
	w := c.DType.Size()
	src := one.Data.Bytes()[one.Offset*w:][:w]
	dst := c.Data.Bytes()[c.Offset*w:]
	for i := range c.Rows {
		if !valid.Get(i) {
			copy(dst[i*w:(i+1)*w], src)
		}
	}
	return c, nil
}

// toBool is the truth of numbers.
func (e Env) toBool(c *frame.Column) (*frame.Column, error) {
	c, err := e.Flat(c)
	if err != nil {
		return nil, err
	}
	if c.DType.Null && c.HasNulls() {
		return nil, errs.New(errs.Invalid, "cannot convert float NaN to bool")
	}
	return e.values(c, dtype.Bool)
}

// toNullable casts bools and numbers to a nullable dtype. From a plain dtype the values must stay what they
// are; a nullable one converts as NumPy does.
func (e Env) toNullable(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	c, err := e.Flat(c)
	if err != nil {
		return nil, err
	}
	valid := c.Valid
	if !c.DType.Null && c.DType.IsFloat() {
		if valid, err = e.Valid(c); err != nil {
			return nil, err
		}
	}
	if !c.DType.Null {
		if err := e.keeps(c, d); err != nil {
			return nil, err
		}
	}
	out, err := e.values(c, d)
	if err != nil {
		return nil, err
	}
	if c.Enc == frame.Const && !valid.IsZero() && c.Rows > 0 && !valid.Get(0) { // one bit stands for all rows
		return e.nothing(d, c.Rows)
	}
	out.Valid = valid
	if c.Enc == frame.Const {
		out.Valid = frame.Bitmap{}
	}
	return out, nil
}

// keeps refuses values that d would change.
func (e Env) keeps(c *frame.Column, d dtype.DType) error {
	from := c.DType
	if d.IsFloat() || from.IsBool() {
		return nil
	}
	if from.IsFloat() {
		f, err := e.floats(c.Rows, array(c))
		if err != nil {
			return err
		}
		return keepsFloats(f.vs, from, d)
	}
	s := c.Stats()
	for _, l := range []frame.Label{s.Min, s.Max} {
		v, signed := l.Int()
		switch {
		case l.IsNil():
		case d.IsBool() && (!signed || v < 0 || v > 1):
			return errs.New(errs.Type, "Need to pass bool-like values")
		case d.IsInteger() && (signed && (!d.Base().HoldsInt(v)) || !signed && !d.Base().HoldsUint(l.Value().(uint64))):
			return errs.New(errs.Type, "cannot safely cast non-equivalent %s to %s", from, d.Base())
		}
	}
	return nil
}

func keepsFloats(vs []float64, from, d dtype.DType) error {
	lo, hi := 0.0, 1.0
	if d.IsInteger() {
		l, h, _ := d.Base().IntRange()
		lo, hi = float64(l), float64(h)
	}
	for _, v := range vs {
		switch {
		case v != v:
		case d.IsBool() && v != 0 && v != 1:
			return errs.New(errs.Type, "Need to pass bool-like values")
		case math.IsInf(v, 0):
			return errs.New(errs.Invalid, "cannot convert float infinity to integer")
		case v != math.Trunc(v) || v < lo || v > hi || v >= 1<<63 && !d.IsUint() || v >= 1<<64:
			return errs.New(errs.Type, "cannot safely cast non-equivalent %s to %s", from, d.Base())
		}
	}
	return nil
}

// countToTime reads numbers as ticks of unit count, which d may be finer or coarser than.
func (e Env) countToTime(c *frame.Column, d dtype.DType, count dtype.Unit) (*frame.Column, error) {
	c, err := e.Flat(c)
	if err != nil {
		return nil, err
	}
	at := d
	at.Unit = count
	out, err := e.values(c, at)
	if err == nil {
		out, err = e.values(out, d)
	}
	if err != nil {
		return nil, err
	}
	if c.Enc == frame.Const && c.Rows > 0 && c.IsNull(0) {
		return e.nothing(d, c.Rows)
	}
	if c.Enc == frame.Const {
		return out, nil
	}
	return e.blank(out, c.Valid)
}

// fromTime casts instants and spans to another unit or zone, to their count, or to their truth.
func (e Env) fromTime(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	c, err := e.Flat(c)
	if err != nil {
		return nil, err
	}
	if d.Kind == c.DType.Kind {
		if err := inBounds(c, d); err != nil {
			return nil, err
		}
		return e.recast(c, d)
	}
	ticks, ok := c.Cast(dtype.Int64)
	if !ok {
		return nil, errs.New(errs.Internal, "ticks of %s", c.DType)
	}
	return e.recast(ticks, d)
}

// inBounds refuses times that ticks of d do not reach.
func inBounds(c *frame.Column, d dtype.DType) error {
	f, ok := dtype.Factor(c.DType.Unit, d.Unit)
	if !ok || f == 1 {
		return nil
	}
	s := c.Stats()
	for _, l := range []frame.Label{s.Min, s.Max} {
		ticks := int64(0)
		switch v := l.Value().(type) {
		case frame.Timestamp:
			ticks = v.Ticks
		case frame.Timedelta:
			ticks = v.Ticks
		}
		if p := ticks * f; p/f != ticks || p == frame.NaT {
			kind := "timestamp"
			if d.IsTimedelta() {
				kind = "timedelta"
			}
			return errs.New(errs.Invalid, "Out of bounds %s %s: %s", unitNames[d.Unit], kind, l)
		}
	}
	return nil
}

var unitNames = map[dtype.Unit]string{dtype.Second: "second", dtype.Milli: "millisecond", dtype.Micro: "microsecond", dtype.Nano: "nanosecond"}

// raw are the ticks of a flat column of times, one for a constant one.
func raw(c *frame.Column) []int64 {
	n := c.Rows
	if c.Enc == frame.Const {
		n = min(1, n)
	}
	if n == 0 {
		return nil
	}
	return mem.View[int64](c.Data, c.Offset, n)
}
