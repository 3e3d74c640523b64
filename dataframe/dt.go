package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Dt is the methods of a series of datetimes or timedeltas, as Series.dt in pandas. Parts of datetimes with a zone are those of its wall time.
type Dt struct{ s *Series }

// Dt gives the methods of times of s.
func (s *Series) Dt() Dt { return Dt{s} }

// dtWants is which dtypes a method of times takes.
type dtWants uint8

const (
	wantsDatetime dtWants = 1 << iota
	wantsTimedelta
)

// timeType is the column of a series of times. Errors: Type.
func timeType(in []op.Meta, method string, want dtWants) (op.Col, error) {
	if in[0].Kind != op.Series {
		return op.Col{}, errs.New(errs.Type, "'%s' object has no attribute 'dt'", in[0].Kind)
	}
	c := in[0].Cols[0]
	switch d := c.Is; {
	case !d.IsTemporal():
		return c, errs.New(errs.Type, "Can only use .dt accessor with datetimelike values, not %s", d)
	case d.IsDatetime() && want&wantsDatetime == 0:
		return c, errs.New(errs.Type, "'DatetimeProperties' object has no attribute '%s'", method)
	case d.IsTimedelta() && want&wantsTimedelta == 0:
		return c, errs.New(errs.Type, "'TimedeltaProperties' object has no attribute '%s'", method)
	}
	return c, nil
}

// sameRows is a series of another dtype with the rows of input 0.
func sameRows(in []op.Meta, c op.Col, t op.Type) []op.Meta {
	return []op.Meta{op.NewSeries(in[0].Dims[0], in[0].Index, op.Col{Name: c.Name, Type: t})}
}

// dtDoc is the documentation of a method of times.
func dtDoc(name, sig, summary string) op.Doc {
	return op.Doc{
		Name: "dataframe.Series.dt." + name, Like: "pandas.Series.dt." + name, Sig: name + sig, Methods: "Series.dt." + name,
		Summary: summary,
	}
}

// dtOp is a fresh operand of a method of times.
func dtOp[T op.Operand](name string) T { return op.Lookup("dataframe.Series.dt." + name).New().(T) }

// partType is the dtype of a part: integers are float64 where times are missing.
func partType(d dtype.DType) op.Type {
	if d.IsInteger() {
		return op.Pending(d, dtype.Float64)
	}
	return op.T(d)
}
