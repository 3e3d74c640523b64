package moves

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Diff is the operand of dataframe.diff.
type Diff struct{ Periods *int }

func init() {
	op.Register[Diff](op.Doc{
		Name: "dataframe.diff", Like: "pandas.DataFrame.diff", Methods: "DataFrame.diff Series.diff", Series: "(periods=1)", Sig: "diff(df, periods=1, axis=0)",
		Summary: "Difference to an earlier row",
	})
}

// types are the dtype in which a column is subtracted, and that of the result.
func (o *Diff) types(d dtype.DType) (as, out dtype.DType, err error) {
	switch {
	case d.IsString(), d.IsCategorical(), d.IsBinary():
		return d, d, errs.New(errs.Type, "unsupported operand type(s) for -: '%s' and '%s'", d, d)
	case d.Null && d.IsBool():
		return d, d, nil
	case d.Null, d.IsFloat(), d.IsComplex(), d.IsTimedelta(), d.IsObject():
		return d, d, nil
	case d.IsDatetime():
		return d, dtype.Timedelta(d.Unit), nil
	case d.IsBool():
		return d, dtype.Object, nil
	case d.Kind == dtype.Int8Kind, d.Kind == dtype.Int16Kind:
		return dtype.Float32, dtype.Float32, nil
	}
	return dtype.Float64, dtype.Float64, nil
}

func (o *Diff) Infer(in []op.Meta) ([]op.Meta, error) {
	return eachColumn(in[0], func(d dtype.DType) (dtype.DType, error) {
		_, out, err := o.types(d)
		return out, err
	})
}

func (*Diff) Labels(int) op.Look                                     { return op.Passes }
func (*Diff) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
func (o *Diff) Tile(t *op.Tiler) error                               { return t.Out(halo(t, *o.Periods)) }

func (o *Diff) Exec(x *op.Exec) error {
	f := x.Frame(0)
	cols := make([]*frame.Column, len(f.Cols))
	err := x.Parallel(len(cols), func(i int) (err error) {
		cols[i], err = o.column(x, i)
		return err
	})
	if err != nil {
		return err
	}
	return x.Put(0, &frame.Frame{Index: f.Index, Names: f.Names, Axis: f.Axis, Cols: cols, NRows: f.NRows, Ord: f.Ord})
}

func (o *Diff) column(x *op.Exec, i int) (*frame.Column, error) {
	env := column.Env{Mem: x.Mem()}
	c := x.Frame(0).Cols[i]
	as, out, err := o.types(c.DType)
	if err != nil {
		return nil, err
	}
	switch {
	case c.DType == dtype.Bool:
		return diffBools(env, x, c, i, *o.Periods)
	case c.DType.IsInteger() && as == dtype.Float64:
		return diffIntegers(env, x, c, i, *o.Periods)
	}
	was, err := shiftColumn(x, i, *o.Periods, nil, as)
	if err != nil {
		return nil, err
	}
	if c, err = env.Cast(c, as); err != nil {
		return nil, err
	}
	fn := "sub"
	if as.IsBool() {
		fn = "xor"
	}
	r, err := calculate(env, fn, c, was)
	if err != nil {
		return nil, err
	}
	return env.Cast(r, out)
}

// diffBools tells where bools differ, as objects with NaN where there is nothing to compare.
func diffBools(env column.Env, x *op.Exec, c *frame.Column, i, periods int) (*frame.Column, error) {
	was, err := shiftColumn(x, i, periods, nil, dtype.Bool.Nullable())
	if err != nil {
		return nil, err
	}
	if c, err = env.Cast(c, dtype.Bool.Nullable()); err != nil {
		return nil, err
	}
	r, err := calculate(env, "ne", c, was)
	if err != nil {
		return nil, err
	}
	if r, err = r.Decode(x.Mem()); err != nil {
		return nil, err
	}
	return frame.NewPlain(dtype.Bool, r.Data, r.Offset, r.Rows, r.Valid).Settle(x.Mem(), true)
}

// diffIntegers subtracts in the dtype, where differences that it does not hold wrap, as pandas does.
func diffIntegers(env column.Env, x *op.Exec, c *frame.Column, i, periods int) (*frame.Column, error) {
	was, err := shiftColumn(x, i, periods, int64(0), c.DType)
	if err != nil {
		return nil, err
	}
	r, err := calculate(env, "sub", c, was)
	if err != nil {
		return nil, err
	}
	if r, err = env.Cast(r, dtype.Float64); err != nil {
		return nil, err
	}
	out := mem.View[float64](r.Data, r.Offset, r.Rows)
	free := freeRows(x, periods)
	if periods < 0 {
		out = out[len(out)-free:]
	}
	for k := range free {
		out[k] = math.NaN()
	}
	return r, nil
}

// freeRows is how many rows of the chunk of a Halo task have no row that periods brings to them: the first
// ones, or the last ones when it is negative.
func freeRows(x *op.Exec, periods int) int {
	side, after := x.Sides()
	if periods < 0 {
		side, periods = after, -periods
	}
	free := periods
	if side >= 0 {
		free = max(0, periods-x.Frame(side).NRows)
	}
	return min(free, x.Frame(0).NRows)
}

// calculate is a function of two columns.
func calculate(env column.Env, fn string, a, b *frame.Column) (*frame.Column, error) {
	p, err := column.Settle(fn, column.Col(a.DType), column.Col(b.DType))
	if err != nil {
		return nil, err
	}
	return p.Run(env, a, b)
}
