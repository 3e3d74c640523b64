package basic

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// A timeRule settles a function for arguments with a datetime64 or timedelta64 among them, or says false.
type timeRule func(e entry, in []dtype.DType) (Loop, bool)

func (e entry) resolveTime(in []dtype.DType) (Loop, error) {
	if e.truth && e.in == 2 { // truth of a time is that it is not zero
		b := []dtype.DType{dtype.Bool, dtype.Bool}
		return Resolve(e.name, b...)
	}
	if e.time == nil && e.name != "where" {
		return Loop{}, e.unsupported(in)
	}
	rule := e.time
	if rule == nil {
		rule = whereTime
	}
	if l, ok := rule(e, in); ok {
		return l, nil
	}
	if len(in) == 1 {
		return Loop{}, refusal(e.name, e.refuse[anyTypes], in)
	}
	var names []string
	for _, d := range in {
		n := d.String()
		if d.IsTemporal() {
			n = d.Code()
		}
		names = append(names, "dtype('"+n+"')")
	}
	return Loop{}, errs.New(errs.Type, "ufunc '%s' cannot use operands with types %s", errs.Name(e.name), strings.Join(names, " and "))
}

// made is a settled loop.
func (e entry) made(run Func, out []dtype.DType, in ...dtype.DType) (Loop, bool) {
	return Loop{Name: e.name, In: in, Out: out, run: run}, run != nil
}

func list(d ...dtype.DType) []dtype.DType { return d }

// counts reports a bool or integer, which counts units of a time span.
func counts(d dtype.DType) bool { return d.IsBool() || d.IsInteger() }

// unitOf is the unit in which a and b meet, by NumPy's rules for a time with a span: the finer one, but a
// span of years or months never becomes one of days.
func unitOf(a, b dtype.DType) (dtype.Unit, bool) {
	if a.IsDatetime() != b.IsDatetime() {
		span := a
		if a.IsDatetime() {
			span = b
		}
		u, ok := dtype.FinerUnit(dtype.DatetimeKind, a.Unit, b.Unit)
		return u, ok && dtype.CanCast(span, dtype.Timedelta(u), dtype.SameKind)
	}
	u, ok := dtype.FinerUnit(a.Kind, a.Unit, b.Unit)
	return u, ok && a.TZ == b.TZ
}

func withUnit(d dtype.DType, u dtype.Unit) dtype.DType {
	d.Unit = u
	return d
}

// spans turns counts of units into spans of the other argument's unit.
func spans(in []dtype.DType) (a, b dtype.DType, u dtype.Unit, ok bool) {
	a, b = in[0], in[1]
	if counts(a) {
		a = dtype.Timedelta(b.Unit)
	}
	if counts(b) {
		b = dtype.Timedelta(a.Unit)
	}
	if !a.IsTemporal() || !b.IsTemporal() {
		return a, b, 0, false
	}
	u, ok = unitOf(a, b)
	return withUnit(a, u), withUnit(b, u), u, ok
}

func addTime(e entry, in []dtype.DType) (Loop, bool) {
	a, b, _, ok := spans(in)
	if !ok || a.IsDatetime() && b.IsDatetime() {
		return Loop{}, false
	}
	out := a
	if b.IsDatetime() {
		out = b
	}
	return e.made(map2(addSpan), list(out), a, b)
}

func subtractTime(e entry, in []dtype.DType) (Loop, bool) {
	a, b, u, ok := spans(in)
	if !ok || b.IsDatetime() && (!a.IsDatetime() || counts(in[0])) {
		return Loop{}, false
	}
	out := a
	if b.IsDatetime() {
		out = dtype.Timedelta(u)
	}
	return e.made(map2(subSpan), list(out), a, b)
}

func multiplyTime(e entry, in []dtype.DType) (Loop, bool) {
	a, b := in[0], in[1]
	switch {
	case a.IsTimedelta() && counts(b):
		return e.made(map2(mulSpan), list(a), a, dtype.Int64)
	case a.IsTimedelta() && b.IsFloat():
		return e.made(map2(mulSpanFloat), list(a), a, dtype.Float64)
	case counts(a) && b.IsTimedelta():
		return e.made(map2(func(x, y int64) int64 { return mulSpan(y, x) }), list(b), dtype.Int64, b)
	case a.IsFloat() && b.IsTimedelta():
		return e.made(map2(func(x float64, y int64) int64 { return mulSpanFloat(y, x) }), list(b), dtype.Float64, b)
	}
	return Loop{}, false
}

// perSpan divides a span: by a count, by a number, or by a span.
func perSpan(e entry, in []dtype.DType, byInt, bySpan Func, out dtype.DType) (Loop, bool) {
	a, b := in[0], in[1]
	switch {
	case !a.IsTimedelta() || b.IsBool():
	case b.IsInteger():
		return e.made(byInt, list(a), a, dtype.Int64)
	case b.IsFloat():
		return e.made(map2(divSpanFloat), list(a), a, dtype.Float64)
	case b.IsTimedelta():
		if u, ok := unitOf(a, b); ok {
			return e.made(bySpan, list(out), withUnit(a, u), withUnit(b, u))
		}
	}
	return Loop{}, false
}

func divideTime(e entry, in []dtype.DType) (Loop, bool) {
	return perSpan(e, in, map2(divSpan), map2(ratioSpan), dtype.Float64)
}

// floorDivideTime truncates towards zero when it divides by a number and floors when it divides by a span, as
// NumPy does.
func floorDivideTime(e entry, in []dtype.DType) (Loop, bool) {
	return perSpan(e, in, map2(divSpan), map2(countSpan), dtype.Int64)
}

func remainderTime(e entry, in []dtype.DType) (Loop, bool) {
	if u, ok := unitOf(in[0], in[1]); ok && in[0].IsTimedelta() && in[1].IsTimedelta() {
		d := dtype.Timedelta(u)
		return e.made(map2(remSpan), list(d), d, d)
	}
	return Loop{}, false
}

func divmodTime(e entry, in []dtype.DType) (Loop, bool) {
	if u, ok := unitOf(in[0], in[1]); ok && in[0].IsTimedelta() && in[1].IsTimedelta() {
		d := dtype.Timedelta(u)
		return e.made(map22(divmodSpan), list(dtype.Int64, d), d, d)
	}
	return Loop{}, false
}

// spanTime is for functions of one span. NaT is its own negative and absolute value; its sign is -1, as in
// NumPy.
func spanTime(e entry, in []dtype.DType) (Loop, bool) {
	if !in[0].IsTimedelta() {
		return Loop{}, false
	}
	f := map[string]Func{"negative": negative[int64], "positive": positive[int64], "absolute": map1(absInt[int64]), "sign": map1(signInt[int64])}[e.name]
	return e.made(f, list(in[0]), in[0])
}

// meet is the one dtype in which times are compared; integers that fit count units of a span.
func meet(in []dtype.DType) (dtype.DType, bool) {
	var d dtype.DType
	for _, t := range in {
		switch {
		case !t.IsTemporal():
			continue
		case d.IsZero():
			d = t
		case t.Kind != d.Kind:
			return d, false
		default:
			u, ok := unitOf(d, t)
			if !ok {
				return d, false
			}
			d.Unit = u
		}
	}
	return d, !slices.ContainsFunc(in, func(t dtype.DType) bool { return !t.IsTemporal() && !dtype.CanCast(t, d, dtype.Safe) })
}

// compareTime compares times as the integers they are, then settles NaT, which differs from everything and is
// not less or greater.
func compareTime(e entry, in []dtype.DType) (Loop, bool) {
	d, ok := meet(in)
	if !ok {
		return Loop{}, false
	}
	at := slices.IndexFunc(e.plans, func(p plan) bool { return slices.Equal(p.in, list(dtype.Int64, dtype.Int64)) })
	integers := e.plans[at].run
	low := 0 // the operand whose NaT, the least integer, would make it true
	if strings.HasPrefix(e.name, "greater") {
		low = 1
	}
	s := natSettler{compare: integers, low: low, answer: e.name == "not_equal", probe: nat}
	if e.name == "less" || e.name == "greater" {
		s.probe++
	}
	run := func(n int, in, out []Vec) {
		integers(n, in, out)
		s.settle(n, in[low], out[0])
	}
	return e.made(run, list(dtype.Bool), d, d)
}

func extremumTime(e entry, in []dtype.DType) (Loop, bool) {
	d, ok := meet(in)
	if !ok {
		return Loop{}, false
	}
	if e.name == "clip" {
		return e.made(map3(func(x, lo, hi int64) int64 { return minSpan(maxSpan(x, lo), hi) }), list(d), d, d, d)
	}
	f := map[string]func(x, y int64) int64{"maximum": maxSpan, "minimum": minSpan, "fmax": fmaxSpan, "fmin": fminSpan}[e.name]
	return e.made(map2(f), list(d), d, d)
}

func testTime(e entry, in []dtype.DType) (Loop, bool) {
	if !in[0].IsTemporal() {
		return Loop{}, false
	}
	isNaT := func(x int64) bool { return x == nat }
	f := map[string]Func{"isnat": map1(isNaT), "isnan": map1(isNaT), "isinf": no, "isfinite": map1(func(x int64) bool { return x != nat })}[e.name]
	return e.made(f, list(dtype.Bool), in[0])
}

func whereTime(e entry, in []dtype.DType) (Loop, bool) {
	if !in[0].IsBool() {
		return Loop{}, false
	}
	d, err := dtype.Promote(in[1], in[2])
	if err != nil || !d.Fixed() {
		return Loop{}, false
	}
	return e.made(choose[uint64], list(d), dtype.Bool, d, d)
}
