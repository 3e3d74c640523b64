package tensor

import (
	"strings"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/creation"
)

// Arange is the numbers from start up to stop, without it, by step: int64 when all three are Go integers,
// float64 otherwise, unless o says otherwise. A datetime or timedelta dtype takes integers as counts of its
// unit. Bounds may be a frame.Timestamp, a frame.Timedelta, or a text with a datetime dtype; a nil stop means
// that start is where they end.
func Arange(start, stop, step any, o ...Create) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.arange", err)
	}
	a := &arangeOf{Start: chunk.Plain(start), Stop: chunk.Plain(stop), Step: chunk.Plain(step)}
	if len(o) > 0 {
		a.Dtype, a.ChunkSize = o[0].DType, o[0].Chunk
	}
	return apply(a)
}

// arangeOf is what users call: the bounds may be times.
type arangeOf struct {
	op.Recipe
	Start, Stop, Step op.Written
	Dtype             dtype.DType
	ChunkSize         []int
}

func init() {
	op.Register[arangeOf](op.Doc{
		Name: "tensor.arange", Like: "numpy.arange", Summary: "Evenly spaced values within an interval", Forms: "start=plain stop=plain step=plain",
		Sig:  "arange(start, stop=None, step=None, dtype=None, *, device=None, like=None, chunk_size=None)",
		Text: "The values are numbers, datetimes, which may be given as text, or timedeltas. A datetime and an integer behind it are a start and a length.",
	})
}

func (o *arangeOf) Build() (*Tensor, error) {
	start, stop := o.Start.V, o.Stop.V
	if stop == nil {
		start, stop = nil, start
	}
	r := &creation.Arange{Start: start, Stop: stop, Step: o.Step.V, Dtype: o.Dtype, ChunkSize: o.ChunkSize}
	counted := chunk.Number(start) != nil && chunk.Number(stop) != nil
	if o.Dtype.IsDatetime() && !counted || (isTime(start) || isTime(stop)) && (o.Dtype.IsZero() || o.Dtype.IsTimedelta()) {
		if err := o.counts(r); err != nil {
			return nil, err
		}
	}
	return apply(r), nil
}

func isTime(v any) bool {
	switch v.(type) {
	case frame.Timestamp, frame.Timedelta, string:
		return true
	}
	return false
}

// counts are bounds and step as counts of the unit that they have together, which is that of the dtype.
func (o *arangeOf) counts(r *creation.Arange) error {
	_, text := r.Start.(string)
	if _, also := r.Stop.(string); also {
		_, point := r.Start.(frame.Timestamp)
		text = text || !point
	}
	if text && o.Dtype.IsZero() {
		return errs.In(errs.New(errs.Type, "a range from or to a text needs a dtype"), "arange() not supported for inputs with DType <class 'numpy.dtypes.StrDType'>.")
	}
	kind, none := dtype.DatetimeKind, r.Start == nil || o.Dtype.IsZero() && chunk.Number(r.Start) != nil
	if _, span := r.Stop.(frame.Timedelta); span {
		if _, point := r.Start.(frame.Timestamp); !point {
			kind = dtype.TimedeltaKind
		}
	}
	if kind == dtype.DatetimeKind && none {
		return errs.New(errs.Invalid, "arange requires both a start and a stop for NumPy datetime64 ranges")
	}
	first, err := momentOf(kind, r.Start, o.Dtype.Unit)
	if stop, ok := r.Stop.(frame.Timedelta); ok && none {
		first, err = momentOf(kind, r.Start, max(stop.Unit, o.Dtype.Unit))
	}
	if err != nil {
		return err
	}
	last, err := momentOf(kind, r.Stop, o.Dtype.Unit)
	if n, ok := chunk.Number(r.Stop).(int64); ok {
		last, err = moment{first.ticks + n, first.unit}, nil
	}
	if err != nil {
		return err
	}
	unit, ok := dtype.FinerUnit(kind, first.unit, last.unit)
	step, length := chunk.Number(r.Step).(int64)
	if r.Step == nil {
		step, length = 1, true
	}
	each := moment{step, unit}
	if !length {
		if each, err = momentOf(dtype.TimedeltaKind, r.Step, dtype.Generic); err != nil {
			return err
		}
		var fits bool
		unit, fits = dtype.FinerUnit(kind, unit, each.unit)
		ok = ok && fits
	}
	if !ok {
		return errs.New(errs.Type, "the units of a range are too far apart")
	}
	for _, p := range []struct {
		m  moment
		k  dtype.Kind
		to *any
	}{{first, kind, &r.Start}, {last, kind, &r.Stop}, {each, dtype.TimedeltaKind, &r.Step}} {
		n, err := basic.Ticks(p.k, p.m.ticks, p.m.unit, unit)
		if err != nil {
			return err
		}
		*p.to = n
	}
	r.Dtype = dtype.DType{Kind: kind, Unit: unit}
	return nil
}

// A moment is a point of time or a span, in ticks of a unit.
type moment struct {
	ticks int64
	unit  dtype.Unit
}

// momentOf is what a caller gave as a time, in ticks of a unit; of none, in those that it has.
func momentOf(k dtype.Kind, v any, unit dtype.Unit) (m moment, err error) {
	switch v := v.(type) {
	case frame.Timestamp:
		m = moment{v.Ticks, v.Unit}
	case frame.Timedelta:
		m = moment{v.Ticks, v.Unit}
	case string:
		var ok bool
		if m, ok = momentText(v); !ok {
			return m, errs.New(errs.Invalid, "Error parsing datetime string \"%s\" at position 0", v)
		}
	case nil:
		m.unit = unit
	default:
		n, ok := chunk.Number(v).(int64)
		if !ok {
			return m, errs.New(errs.Type, "%v is no time", v)
		}
		m = moment{n, unit}
	}
	if unit == dtype.Generic || m.unit == unit {
		return m, nil
	}
	m.ticks, err = basic.Ticks(k, m.ticks, m.unit, unit)
	m.unit = unit
	return m, err
}

// momentText reads a date in ISO form, with a time or without. Its unit is that of its last figure.
func momentText(s string) (m moment, ok bool) {
	s = strings.Replace(s, " ", "T", 1)
	for _, f := range []struct {
		layout string
		unit   dtype.Unit
	}{
		{"2006", dtype.Year},
		{"2006-01", dtype.Month},
		{"2006-01-02", dtype.Day},
		{"2006-01-02T15", dtype.Hour},
		{"2006-01-02T15:04", dtype.Minute},
		{"2006-01-02T15:04:05", dtype.Second},
		{"2006-01-02T15:04:05.999", dtype.Milli},
		{"2006-01-02T15:04:05.999999", dtype.Micro},
		{"2006-01-02T15:04:05.999999999", dtype.Nano},
	} {
		t, err := time.Parse(f.layout, s)
		if err != nil || len(s) > len(f.layout) {
			continue
		}
		ticks, err := basic.Ticks(dtype.DatetimeKind, t.Unix(), dtype.Second, f.unit)
		if f.unit > dtype.Second {
			n, _ := dtype.Factor(f.unit, dtype.Nano)
			ticks += int64(t.Nanosecond()) / n
		}
		return moment{ticks, f.unit}, err == nil
	}
	return m, false
}
