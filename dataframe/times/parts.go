package times

import (
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// IsoCalendar is ISO 8601's year, week and day.
type IsoCalendar struct{ op.Rowwise }

// Components are the parts of timedeltas side by side.
type Components struct{ op.Rowwise }

// TotalSeconds is timedeltas as numbers.
type TotalSeconds struct{ op.Rowwise }

func init() {
	op.Register[IsoCalendar](tableDoc("isocalendar", "()", "Year, week and day of ISO 8601").Giving("dataframe"))
	op.Register[Components](tableDoc("components", "()", "Days, hours and smaller parts of timedeltas").As("property").Giving("dataframe"))
	op.Register[TotalSeconds](dtDoc("total_seconds", "()", "Timedeltas in seconds"))
}

func (*IsoCalendar) Infer(in []op.Meta) ([]op.Meta, error) {
	_, err := timeType(in, "isocalendar", wantsDatetime)
	return []op.Meta{op.NewFrame(in[0].Dims[0], in[0].Index,
		op.Col{Name: frame.L("year"), Type: op.T(dtype.Int32.Nullable())},
		op.Col{Name: frame.L("week"), Type: op.T(dtype.Uint32.Nullable())},
		op.Col{Name: frame.L("day"), Type: op.T(dtype.Uint32.Nullable())})}, err
}

func (*IsoCalendar) Exec(x *op.Exec) error {
	return manyColumns(x, func(c *frame.Column) ([]*frame.Column, error) { return dt.IsoCalendar(x.Mem(), c) })
}

func (*Components) Infer(in []op.Meta) ([]op.Meta, error) {
	_, err := timeType(in, "components", wantsTimedelta)
	m := op.NewFrame(in[0].Dims[0], in[0].Index)
	for _, n := range dt.ComponentNames() {
		m.Cols = append(m.Cols, op.Col{Name: frame.L(n), Type: partType(dtype.Int64)})
	}
	return []op.Meta{m}, err
}

func (*Components) Exec(x *op.Exec) error {
	return manyColumns(x, func(c *frame.Column) ([]*frame.Column, error) { return dt.Components(x.Mem(), c) })
}

func (*TotalSeconds) Infer(in []op.Meta) ([]op.Meta, error) {
	c, err := timeType(in, "total_seconds", wantsTimedelta)
	return schema.SameRows(in, c, op.T(dtype.Float64)), err
}

func (*TotalSeconds) Exec(x *op.Exec) error {
	return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) { return dt.TotalSeconds(x.Mem(), c) })
}

// manyColumns runs f on the one column of input 0 and puts a frame of its answers, named as output 0.
func manyColumns(x *op.Exec, f func(c *frame.Column) ([]*frame.Column, error)) error {
	in := x.Frame(0)
	cs, err := f(in.Cols[0])
	if err != nil {
		return err
	}
	out := in.Select()
	out.Names, out.Cols = schema.LabelsOf(x.Out(0).Cols), cs
	return x.Put(0, out)
}
