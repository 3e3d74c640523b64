package frame

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// UsesBitmap reports that missing rows of plain columns of d are told by a validity bitmap.
func UsesBitmap(d dtype.DType) bool { return d.Null || d.IsString() || d.IsBinary() }

// CanMiss reports that a column of d may have missing rows and stay of dtype d.
func CanMiss(d dtype.DType) bool {
	return UsesBitmap(d) || d.IsFloat() || d.IsComplex() || d.IsTemporal() || d.IsCategorical() || d.IsObject()
}

// IsPending reports an int, uint or bool column with a bitmap, whose dtype is decided by Settle once all
// chunks are known.
func (c *Column) IsPending() bool { return !c.Valid.IsZero() && !UsesBitmap(c.DType) }

// IsNull reports that row i is missing.
func (c *Column) IsNull(i int) bool {
	switch {
	case c.Objects != nil:
		return IsMissing(c.Objects[i])
	case c.Enc == Dict:
		return c.Code(i) < 0
	case c.Enc == Range:
		return c.DType.IsTemporal() && c.Start+int64(i)*c.Step == NaT
	}
	i = c.slot(i)
	if !c.Valid.Get(i) {
		return true
	}
	return c.nullValue(i)
}

// nullValue reports that the value in slot i of a plain or constant column is its dtype's own null.
func (c *Column) nullValue(i int) bool {
	if UsesBitmap(c.DType) {
		return false
	}
	at := c.Offset + i
	switch c.DType.Kind {
	case dtype.Float64Kind:
		v := mem.View[float64](c.Data, at, 1)[0]
		return v != v
	case dtype.Float32Kind:
		v := mem.View[float32](c.Data, at, 1)[0]
		return v != v
	case dtype.Float16Kind:
		return mem.View[dtype.F16](c.Data, at, 1)[0].IsNaN()
	case dtype.Complex64Kind:
		v := mem.View[complex64](c.Data, at, 1)[0]
		return v != v
	case dtype.Complex128Kind:
		v := mem.View[complex128](c.Data, at, 1)[0]
		return v != v
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		return mem.View[int64](c.Data, at, 1)[0] == NaT
	}
	return false
}

// NullCount is the number of missing rows. It reads the rows, once, unless statistics are known.
func (c *Column) NullCount() int {
	if s := c.stats.Load(); s != nil {
		return int(s.Nulls)
	}
	if n := c.nulls.Load(); n > 0 {
		return int(n) - 1
	}
	n := c.countNulls()
	c.nulls.Store(int64(n) + 1)
	return n
}

// WithNulls tells c that n of its rows are missing, which is known of how it was made. It is c.
func (c *Column) WithNulls(n int) *Column {
	c.nulls.Store(int64(n) + 1)
	return c
}

// whole reports that no row is missing, where that is known.
func (c *Column) whole() bool { return c.nulls.Load() == 1 }

// wholeIf tells c that no row is missing, if known is true.
func (c *Column) wholeIf(known bool) *Column {
	if known {
		c.nulls.Store(1)
	}
	return c
}

// WholeLike tells c that no row is missing where that is known of d, among whose rows its own are. It is c.
func (c *Column) WholeLike(d *Column) *Column { return c.wholeIf(d.whole()) }

func (c *Column) countNulls() int {
	switch {
	case c.Rows == 0:
		return 0
	case c.Objects != nil:
		return countIf(c.Objects, IsMissing)
	case c.Enc == Const:
		if c.IsNull(0) {
			return c.Rows
		}
		return 0
	case c.Enc == Range:
		return c.nullsByRow()
	case c.Enc == Dict:
		switch c.Codes {
		case 1:
			return countNegative(raw[int8](c, c.Rows))
		case 2:
			return countNegative(raw[int16](c, c.Rows))
		}
		return countNegative(raw[int32](c, c.Rows))
	case UsesBitmap(c.DType) || c.IsPending():
		return c.Rows - c.Valid.Count(c.Rows)
	}
	switch c.DType.Kind {
	case dtype.Float64Kind:
		return countNaN(raw[uint64](c, c.Rows))
	case dtype.Float32Kind:
		return countIf(raw[float32](c, c.Rows), nan[float32])
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		return countIf(raw[int64](c, c.Rows), func(v int64) bool { return v == NaT })
	case dtype.Float16Kind, dtype.Complex64Kind, dtype.Complex128Kind:
		return c.nullsByRow()
	}
	return 0
}

// HasNulls is NullCount above zero.
func (c *Column) HasNulls() bool { return c.NullCount() > 0 }

func (c *Column) nullsByRow() int {
	n := 0
	if c.Enc == Range && !c.DType.IsTemporal() {
		return 0
	}
	for i := range c.Rows {
		if c.IsNull(i) {
			n++
		}
	}
	return n
}

func countIf[T any](vs []T, f func(T) bool) int {
	n := 0
	for _, v := range vs {
		if f(v) {
			n++
		}
	}
	return n
}

func nan[T float32 | float64](v T) bool { return v != v }
