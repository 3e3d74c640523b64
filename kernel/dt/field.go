package dt

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Field is a part of datetimes or timedeltas.
type Field struct {
	Name  string
	Out   dtype.DType // Int32, Int64 or Bool
	Delta bool        // of timedeltas
	num   func(r *reader, dst []int32)
	long  func(r *reader, dst []int64)
	truth func(r *reader, dst []bool)
}

// Fields are all of them, by pandas' names and by the older ones.
func Fields() []Field {
	out := append([]Field(nil), fields...)
	for _, f := range fields {
		for _, name := range older[f.Name] {
			f.Name = name
			out = append(out, f)
		}
	}
	return out
}

var older = map[string][]string{"day_of_week": {"dayofweek", "weekday"}, "day_of_year": {"dayofyear"}, "days_in_month": {"daysinmonth"}}

var fields = []Field{
	date("year", func(y int64, _, _, _ uint32) int32 { return int32(y) }),
	date("month", func(_ int64, m, _, _ uint32) int32 { return int32(m) }),
	date("day", func(_ int64, _, d, _ uint32) int32 { return int32(d) }),
	date("day_of_year", func(_ int64, _, _, doy uint32) int32 { return int32(doy) }),
	date("quarter", func(_ int64, m, _, _ uint32) int32 { return int32(m+2) / 3 }),
	date("days_in_month", func(y int64, m, _, _ uint32) int32 { return int32(daysIn(y, m)) }),
	clock("hour", 3600, 24), clock("minute", 60, 60), clock("second", 1, 60),
	{Name: "microsecond", Out: dtype.Int32, num: micros},
	{Name: "nanosecond", Out: dtype.Int32, num: nanos},
	{Name: "day_of_week", Out: dtype.Int32, num: func(r *reader, dst []int32) {
		for i, d := range r.days[:r.n] {
			dst[i] = int32(weekday(d))
		}
	}},
	is("is_month_start", func(_ int64, _, d uint32) bool { return d == 1 }),
	is("is_month_end", func(y int64, m, d uint32) bool { return d == daysIn(y, m) }),
	is("is_quarter_start", func(_ int64, m, d uint32) bool { return d == 1 && m%3 == 1 }),
	is("is_quarter_end", func(y int64, m, d uint32) bool { return m%3 == 0 && d == daysIn(y, m) }),
	is("is_year_start", func(_ int64, m, d uint32) bool { return d == 1 && m == 1 }),
	is("is_year_end", func(_ int64, m, d uint32) bool { return d == 31 && m == 12 }),
	is("is_leap_year", func(y int64, _, _ uint32) bool { return leap(y) == 1 }),
	{Name: "days", Out: dtype.Int64, Delta: true, long: func(r *reader, dst []int64) { copy(dst, r.days[:r.n]) }},
	{Name: "seconds", Out: dtype.Int32, Delta: true, num: func(r *reader, dst []int32) {
		per := perSecond(r.u)
		for i, t := range r.tod[:r.n] {
			dst[i] = int32(t / per)
		}
	}},
	{Name: "microseconds", Out: dtype.Int32, Delta: true, num: micros},
	{Name: "nanoseconds", Out: dtype.Int32, Delta: true, num: nanos},
}

func date(name string, f func(y int64, m, d, doy uint32) int32) Field {
	return Field{Name: name, Out: dtype.Int32, num: func(r *reader, dst []int32) {
		for i, d := range r.days[:r.n] {
			dst[i] = f(civil(d))
		}
	}}
}

func is(name string, f func(y int64, m, d uint32) bool) Field {
	return Field{Name: name, Out: dtype.Bool, truth: func(r *reader, dst []bool) {
		for i, day := range r.days[:r.n] {
			y, m, d, _ := civil(day)
			dst[i] = f(y, m, d)
		}
	}}
}

// clock is a part of the time of the day: seconds long, and coming back after mod of them.
func clock(name string, seconds, mod int64) Field {
	return Field{Name: name, Out: dtype.Int32, num: func(r *reader, dst []int32) {
		div := seconds * perSecond(r.u)
		for i, t := range r.tod[:r.n] {
			dst[i] = int32(t / div % mod)
		}
	}}
}

// micros is the microseconds of the second.
func micros(r *reader, dst []int32) {
	per := perSecond(r.u)
	for i, t := range r.tod[:r.n] {
		dst[i] = int32(t % per * 1e6 / per)
	}
}

// nanos is the nanoseconds of the microsecond.
func nanos(r *reader, dst []int32) {
	clear(dst[:r.n])
	if r.u == dtype.Nano {
		for i, t := range r.tod[:r.n] {
			dst[i] = int32(t % 1000)
		}
	}
}

// Part is a field of every row: int32 or int64, pending where rows are missing, or bool, false there.
func Part(al mem.Allocator, c *frame.Column, f Field) (*frame.Column, error) {
	if c.DType.IsTimedelta() != f.Delta || !c.DType.IsTemporal() {
		return nil, errs.New(errs.Internal, "field %s of %s", f.Name, c.DType)
	}
	r, err := newReader(al, c)
	if err != nil {
		return nil, err
	}
	b, err := al.Alloc(c.Rows * f.Out.Size())
	if err != nil {
		return nil, err
	}
	h := &holes{al: al, n: c.Rows}
	out := frame.NewPlain(f.Out, b, 0, c.Rows, frame.Bitmap{})
	for i := 0; i < c.Rows; i += block {
		if f.truth != nil {
			dst := mem.View[bool](b, i, min(block, c.Rows-i))
			var gone []int
			r.next(i, func(row int) { gone = append(gone, row-i) })
			f.truth(r, dst)
			for _, j := range gone {
				dst[j] = false
			}
			continue
		}
		r.next(i, h.miss)
		if f.long != nil {
			f.long(r, mem.View[int64](b, i, r.n))
		} else {
			f.num(r, mem.View[int32](b, i, r.n))
		}
	}
	out.Valid, err = h.bitmap()
	return out, err
}

// IsoCalendar are the columns year (Int32), week and day (UInt32) of ISO 8601.
func IsoCalendar(al mem.Allocator, c *frame.Column) ([]*frame.Column, error) {
	r, err := newReader(al, c)
	if err != nil {
		return nil, err
	}
	var blk [3]*mem.Block
	for k := range blk {
		if blk[k], err = al.Alloc(4 * c.Rows); err != nil {
			return nil, err
		}
	}
	h := &holes{al: al, n: c.Rows}
	for i := 0; i < c.Rows; i += block {
		r.next(i, h.miss)
		ys, ws, ds := mem.View[int32](blk[0], i, r.n), mem.View[uint32](blk[1], i, r.n), mem.View[uint32](blk[2], i, r.n)
		for j, day := range r.days[:r.n] {
			y, w, d := week(day)
			ys[j], ws[j], ds[j] = int32(y), w, d
		}
	}
	valid, err := h.bitmap()
	out := make([]*frame.Column, 3)
	for k, d := range []dtype.DType{dtype.Int32, dtype.Uint32, dtype.Uint32} {
		out[k] = frame.NewPlain(d.Nullable(), blk[k], 0, c.Rows, valid)
	}
	return out, err
}

// TotalSeconds is timedeltas in seconds, as float64.
func TotalSeconds(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	src, err := Ticks(al, c)
	if err != nil {
		return nil, err
	}
	b, err := al.Alloc(8 * c.Rows)
	if err != nil {
		return nil, err
	}
	dst := mem.View[float64](b, 0, c.Rows)
	per := perSecond(c.DType.Unit)
	for i, t := range src {
		if t == nat {
			dst[i] = nan
			continue
		}
		s, r := divFloor(t, per)
		dst[i] = float64(s) + float64(r)/float64(per)
	}
	return frame.NewPlain(dtype.Float64, b, 0, c.Rows, frame.Bitmap{}), nil
}

// components are the parts of a timedelta: their lengths in nanoseconds, and how many of them the next one
// has.
var components = []struct {
	name        string
	length, mod int64
}{
	{"days", 86400e9, 0},
	{"hours", 3600e9, 24},
	{"minutes", 60e9, 60},
	{"seconds", 1e9, 60},
	{"milliseconds", 1e6, 1000},
	{"microseconds", 1e3, 1000},
	{"nanoseconds", 1, 1000},
}

// ComponentNames are the names of Components.
func ComponentNames() []string {
	var ns []string
	for _, c := range components {
		ns = append(ns, c.name)
	}
	return ns
}

// Components are the parts of timedeltas as int64 columns, pending where rows are missing.
func Components(al mem.Allocator, c *frame.Column) ([]*frame.Column, error) {
	r, err := newReader(al, c)
	if err != nil {
		return nil, err
	}
	out := make([]*frame.Column, len(components))
	parts := make([][]int64, len(components))
	for k := range out {
		if out[k], parts[k], err = times(al, dtype.Int64, c.Rows); err != nil {
			return nil, err
		}
	}
	tick := int64(1e9) / perSecond(r.u)
	h := &holes{al: al, n: c.Rows}
	for i := 0; i < c.Rows; i += block {
		r.next(i, h.miss)
		copy(parts[0][i:], r.days[:r.n])
		for j, t := range r.tod[:r.n] {
			for k, p := range components[1:] {
				parts[k+1][i+j] = t * tick / p.length % p.mod
			}
		}
	}
	valid, err := h.bitmap()
	for k := range out {
		out[k].Valid = valid
	}
	return out, err
}
