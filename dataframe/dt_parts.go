package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// isoCalendar is ISO 8601's year, week and day.
type isoCalendar struct{ op.Rowwise }

// components are the parts of timedeltas side by side.
type components struct{ op.Rowwise }

// totalSeconds is timedeltas as numbers.
type totalSeconds struct{ op.Rowwise }

func init() {
	op.Register[isoCalendar](dtDoc("isocalendar", "()", "Year, week and day of ISO 8601").Giving("dataframe"))
	op.Register[components](dtDoc("components", "()", "Days, hours and smaller parts of timedeltas").As("property").Giving("dataframe"))
	op.Register[totalSeconds](dtDoc("total_seconds", "()", "Timedeltas in seconds"))
}

// IsoCalendar is a frame of the year (Int32), week and day (UInt32) of ISO 8601, Mondays being 1.
func (d Dt) IsoCalendar() *DataFrame { return FrameOf(apply(&isoCalendar{}, d.s)) }

// Components is a frame of the parts of timedeltas: days, hours, minutes, seconds, milliseconds, microseconds and nanoseconds, int64, or float64
// with NaN where one is missing.
func (d Dt) Components() *DataFrame { return FrameOf(apply(&components{}, d.s)) }

// TotalSeconds is timedeltas in seconds, float64.
func (d Dt) TotalSeconds() *Series { return SeriesOf(apply(&totalSeconds{}, d.s)) }

func (*isoCalendar) Infer(in []op.Meta) ([]op.Meta, error) {
	_, err := timeType(in, "isocalendar", wantsDatetime)
	return []op.Meta{op.NewFrame(in[0].Dims[0], in[0].Index,
		op.Col{Name: frame.L("year"), Type: op.T(dtype.Int32.Nullable())},
		op.Col{Name: frame.L("week"), Type: op.T(dtype.Uint32.Nullable())},
		op.Col{Name: frame.L("day"), Type: op.T(dtype.Uint32.Nullable())})}, err
}

func (*isoCalendar) Exec(x *op.Exec) error {
	return manyColumns(x, func(c *frame.Column) ([]*frame.Column, error) { return dt.IsoCalendar(x.Mem(), c) })
}

func (*components) Infer(in []op.Meta) ([]op.Meta, error) {
	_, err := timeType(in, "components", wantsTimedelta)
	m := op.NewFrame(in[0].Dims[0], in[0].Index)
	for _, n := range dt.ComponentNames() {
		m.Cols = append(m.Cols, op.Col{Name: frame.L(n), Type: partType(dtype.Int64)})
	}
	return []op.Meta{m}, err
}

func (*components) Exec(x *op.Exec) error {
	return manyColumns(x, func(c *frame.Column) ([]*frame.Column, error) { return dt.Components(x.Mem(), c) })
}

func (*totalSeconds) Infer(in []op.Meta) ([]op.Meta, error) {
	c, err := timeType(in, "total_seconds", wantsTimedelta)
	return sameRows(in, c, op.T(dtype.Float64)), err
}

func (*totalSeconds) Exec(x *op.Exec) error {
	return oneColumn(x, func(c *frame.Column) (*frame.Column, error) { return dt.TotalSeconds(x.Mem(), c) })
}

// manyColumns runs f on the one column of input 0 and puts a frame of its answers, named as output 0.
func manyColumns(x *op.Exec, f func(c *frame.Column) ([]*frame.Column, error)) error {
	in := x.Frame(0)
	cs, err := f(in.Cols[0])
	if err != nil {
		return err
	}
	out := in.Select()
	out.Names, out.Cols = labelsOf(x.Out(0).Cols), cs
	return x.Put(0, out)
}
