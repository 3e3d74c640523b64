package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
)

// timeArith settles arithmetic with datetimes and timedeltas: the finer unit wins, instants of any two zones
// may be subtracted.
func timeArith(fn string, a, b Arg) (Op, error) {
	ta, tb := a.DType, b.DType
	if a.missing() && !ta.IsTemporal() { // NaN is NaT
		ta = missingTime(fn, tb)
	}
	if b.missing() && !tb.IsTemporal() {
		tb = missingTime(fn, ta)
	}
	if err := timeRefuses(fn, a, b, ta, tb); err != nil {
		return Op{}, err
	}
	if fn == "mod" && ta.IsTimedelta() && (tb.IsTimedelta() || tb.IsInteger() || tb.IsFloat()) {
		return spanMod(a, b)
	}
	na, nb := ta.Base(), tb.Base()
	l, err := basic.Resolve(loops[fn], na, nb)
	if err != nil {
		return Op{}, timeUnsupported(fn, a, b)
	}
	o := Op{Out: l.Out[0]}
	if o.Out.IsDatetime() {
		o.Out.TZ = ta.TZ + tb.TZ
	}
	counts := fn == "floordiv" && o.Out == dtype.Int64
	if counts {
		o.Or = dtype.Float64
	}
	o.run = func(e Env, x, y *frame.Column) (*frame.Column, error) {
		n := x.Rows
		x, y, err := e.flatPair(x, y)
		if err != nil {
			return nil, err
		}
		if a.missing() || b.missing() {
			return e.nothing(o.Out.WithMissing(), n)
		}
		r, err := e.run(n, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
			return b.Call(loops[fn], in[0], in[1])
		}, array(x), array(y))
		if err != nil {
			return nil, err
		}
		valid := frame.Bitmap{}
		if counts {
			valid, err = e.validPair(x, y)
		}
		return made(o.Out, r, valid), err
	}
	return o, nil
}

// missingTime is what NaN stands for beside a time: NaT of the kind that makes sense.
func missingTime(fn string, d dtype.DType) dtype.DType {
	switch {
	case fn == "mul":
		return dtype.Float64
	case fn == "sub" && d.IsDatetime(): // an instant: what lies between two is a span
		return d
	}
	return dtype.Timedelta(d.Unit)
}

func timeRefuses(fn string, a, b Arg, ta, tb dtype.DType) error {
	number := func(d dtype.DType) bool { return d.IsInteger() || d.IsBool() }
	add := fn == "add" || fn == "sub"
	switch {
	case add && (number(ta) || number(tb)):
		name := a.pyName()
		if number(ta) {
			name = b.pyName()
		}
		return errs.New(errs.Type, "Addition/subtraction of integers and integer-arrays with %s is no longer supported.  Instead of adding/subtracting `n`, use `n * obj.freq`", name)
	case fn == "add" && ta.IsDatetime() && tb.IsDatetime():
		return errs.New(errs.Type, "cannot add DatetimeArray and DatetimeArray")
	case fn == "sub" && ta.IsDatetime() && tb.IsDatetime() && (ta.TZ == "") != (tb.TZ == ""):
		return errs.New(errs.Type, "Cannot subtract tz-naive and tz-aware datetime-like objects")
	case fn == "pow":
		name := "DatetimeArray"
		if !ta.IsDatetime() && !tb.IsDatetime() {
			name = "TimedeltaArray"
		}
		return errs.New(errs.Type, "cannot perform __pow__ with this index type: %s", name)
	case !add && (ta.IsDatetime() || tb.IsDatetime()):
		name := map[string]string{"mul": "__mul__", "truediv": "__truediv__", "floordiv": "__floordiv__", "mod": "__mod__", "pow": "__pow__"}[fn]
		return errs.New(errs.Type, "cannot perform %s with this index type: DatetimeArray", name)
	}
	return nil
}

func timeUnsupported(fn string, a, b Arg) error { return unsupported(fn, a.pyName(), b.pyName()) }

// spanMod is what whole divisors leave of a span: x - x // y * y. A divisor of no length leaves all of it.
func spanMod(a, b Arg) (Op, error) {
	div, err := timeArith("floordiv", a, b)
	if err != nil {
		return Op{}, err
	}
	div.Or = dtype.DType{}
	times, err := timeArith("mul", Col(div.Out), b)
	if err != nil {
		return Op{}, err
	}
	sub, err := timeArith("sub", a, Col(times.Out))
	if err != nil {
		return Op{}, err
	}
	return Op{Out: sub.Out, run: func(e Env, x, y *frame.Column) (*frame.Column, error) {
		q, err := div.run(e, x, y)
		if err != nil {
			return nil, err
		}
		if q.Valid = (frame.Bitmap{}); q.DType.IsFloat() {
			if q, err = e.values(q, dtype.Int64); err != nil {
				return nil, err
			}
		}
		p, err := times.run(e, q, y)
		if err != nil {
			return nil, err
		}
		return sub.run(e, x, p)
	}}, nil
}
