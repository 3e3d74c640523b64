package times

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// dtWants is which dtypes a method of times takes.
type dtWants uint8

const (
	wantsDatetime dtWants = 1 << iota
	wantsTimedelta
)

// timeType is the column of a series of times. Errors: Type.
func timeType(in []op.Meta, method string, want dtWants) (op.Col, error) {
	if in[0].Kind != op.Series {
		return op.Col{}, errs.In(errs.New(errs.Type, "methods of times are for a series or an index, not for a %s", in[0].Kind), "'%s' object has no attribute 'dt'", in[0].Kind)
	}
	c := in[0].Cols[0]
	switch d := c.Is; {
	case !d.IsTemporal():
		return c, errs.In(errs.New(errs.Type, "Dt is for times and spans of time, not for %s", d), "Can only use .dt accessor with datetimelike values, not %s", d)
	case d.IsDatetime() && want&wantsDatetime == 0:
		return c, errs.In(errs.New(errs.Type, "times have no method %q", method), "'DatetimeProperties' object has no attribute '%s'", method)
	case d.IsTimedelta() && want&wantsTimedelta == 0:
		return c, errs.In(errs.New(errs.Type, "spans of time have no method %q", method), "'TimedeltaProperties' object has no attribute '%s'", method)
	}
	return c, nil
}

// dtDoc is the documentation of a method of times, which gives a value for each of them.
func dtDoc(name, sig, summary string) op.Doc {
	d := tableDoc(name, sig, summary)
	d.Labels = "index"
	if name != "round" { // Index.round is for numbers too
		d.Methods += " Index." + name
	}
	return d
}

// tableDoc is the documentation of a method of a series of times.
func tableDoc(name, sig, summary string) op.Doc {
	return op.Doc{
		Name: "dataframe.Series.dt." + name, Like: "pandas.Series.dt." + name, Sig: name + sig, Methods: "Series.dt." + name,
		Summary: summary,
	}
}

// Op is a fresh operand of a method of times.
func Op[T op.Operand](name string) T { return op.Lookup("dataframe.Series.dt." + name).New().(T) }

// partType is the dtype of a part: integers are float64 where times are missing.
func partType(d dtype.DType) op.Type {
	if d.IsInteger() {
		return op.Pending(d, dtype.Float64)
	}
	return op.T(d)
}
