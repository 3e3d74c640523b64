package chunk

import (
	"strings"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Own copies a text, which points into the column's memory.
func Own(v any) any {
	if s, ok := v.(string); ok {
		return strings.Clone(s)
	}
	return v
}

// Heap computes in Go memory, on what the user gives.
var Heap = column.Env{Mem: mem.Heap}

// ColumnOf makes a column of what the user gives.
func ColumnOf(v any) (*frame.Column, error) {
	switch v := v.(type) {
	case *frame.Column:
		return v, nil
	case *nd.Array:
		return frame.FromArray(mem.Heap, v)
	case []any:
		return Infer(v)
	case []string:
		return frame.Strs(v...), nil
	case []int:
		w := make([]int64, len(v))
		for i := range v {
			w[i] = int64(v[i])
		}
		return frame.Of(w), nil
	case []time.Time:
		return timesOf(v)
	case []time.Duration:
		return spansOf(v), nil
	case []float64:
		return frame.Of(v), nil
	case []float32:
		return frame.Of(v), nil
	case []int64:
		return frame.Of(v), nil
	case []int32:
		return frame.Of(v), nil
	case []int16:
		return frame.Of(v), nil
	case []int8:
		return frame.Of(v), nil
	case []uint64:
		return frame.Of(v), nil
	case []uint32:
		return frame.Of(v), nil
	case []uint16:
		return frame.Of(v), nil
	case []uint8:
		return frame.Of(v), nil
	case []bool:
		return frame.Of(v), nil
	case []complex128:
		return frame.Of(v), nil
	case []complex64:
		return frame.Of(v), nil
	}
	return nil, errs.New(errs.Type, "a %T is no column", v)
}

// timesOf makes datetimes: microseconds, nanoseconds when a value has them. Times of UTC are naive, those of
// one other location have its zone.
func timesOf(ts []time.Time) (*frame.Column, error) {
	zone, unit := "", dtype.Micro
	for i, t := range ts {
		z := t.Location().String()
		if z == "UTC" {
			z = ""
		}
		if i > 0 && z != zone {
			return nil, errs.New(errs.Invalid, "times of the locations %q and %q in one column", zone, z)
		}
		zone = z
		if t.Nanosecond()%1000 != 0 {
			unit = dtype.Nano
		}
	}
	vs := make([]int64, len(ts))
	for i, t := range ts {
		if vs[i] = t.UnixMicro(); unit == dtype.Nano {
			vs[i] = t.UnixNano()
		}
	}
	return frame.OfType(dtype.DatetimeTZ(unit, zone), vs), nil
}

// spansOf makes timedeltas: microseconds, nanoseconds when a value has them.
func spansOf(ds []time.Duration) *frame.Column {
	unit := dtype.Micro
	for _, d := range ds {
		if d%1000 != 0 {
			unit = dtype.Nano
		}
	}
	vs := make([]int64, len(ds))
	for i, d := range ds {
		if vs[i] = int64(d); unit == dtype.Micro {
			vs[i] = d.Microseconds()
		}
	}
	return frame.OfType(dtype.Timedelta(unit), vs)
}

// ScalarOf is a single value of the user's as operators keep it: nil, bool, int64, uint64, float64,
// complex128, string, frame.Timestamp, frame.Timedelta or frame.NA.
func ScalarOf(v any) (any, bool) {
	switch v := v.(type) {
	case nil, bool, int64, uint64, float64, complex128, string, frame.Timestamp, frame.Timedelta, frame.Missing:
		return v, true
	case frame.Label:
		return v.Value(), true
	case complex64:
		return complex128(v), true
	case time.Time:
		c, err := timesOf([]time.Time{v})
		if err != nil {
			return nil, false
		}
		return c.Cell(0), true
	case time.Duration:
		return spansOf([]time.Duration{v}).Cell(0), true
	}
	if l, ok := frame.LabelOf(v); ok && l.Kind() != frame.LabelTuple {
		return l.Value(), true
	}
	return nil, false
}

// Infer makes a column of Go values with pandas' inference.
func Infer(vs []any) (*frame.Column, error) {
	cells := make([]any, len(vs))
	for i, v := range vs {
		c, ok := ScalarOf(v)
		if !ok {
			c = v
		}
		cells[i] = c
	}
	return Heap.FromCells(cells)
}

// IndexOfLabels is the index that pandas makes of a list of labels: tuples of one length are a MultiIndex.
func IndexOfLabels(ls []frame.Label) *frame.Index {
	n := frame.ColumnLevels(ls)
	if n < 2 {
		return frame.NewIndex(frame.Label{}, frame.LabelColumn(ls))
	}
	levels := make([]*frame.Column, n)
	for k := range levels {
		part := make([]frame.Label, len(ls))
		for i, l := range ls {
			part[i] = l.Elem(k)
		}
		levels[k] = frame.LabelColumn(part)
	}
	return frame.NewMulti(nil, levels...)
}
