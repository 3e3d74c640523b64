package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// PctChange is the change of every row since the one periods rows before it, by default 1, as a fraction of that: 1 is twice as much.
// Missing values stay missing.
func (d *DataFrame) PctChange(periods ...int) *DataFrame { return FrameOf(pctChangeOf(d, periods)) }

// PctChange is the change of every row since the one periods rows before it, by default 1, as a fraction of that: 1 is twice as much.
func (s *Series) PctChange(periods ...int) *Series { return SeriesOf(pctChangeOf(s, periods)) }

func pctChangeOf(h Handle, periods []int) op.Value {
	o := &pctChange{}
	if len(periods) > 0 {
		o.Periods = &periods[0]
	}
	return apply(o, h)
}

type pctChange struct{ Periods *int }

func init() {
	op.Register[pctChange](op.Doc{
		Name: "dataframe.pct_change", Like: "pandas.DataFrame.pct_change", Methods: "DataFrame.pct_change Series.pct_change",
		Sig: "pct_change(df, periods=1, fill_method=None, freq=None)", Summary: "Fraction of change since an earlier row",
	})
}

func (o *pctChange) typeOf(d dtype.DType) (dtype.DType, error) {
	if !d.IsReal() && !d.IsTimedelta() {
		return d, errs.New(errs.Type, "unsupported operand type(s) for /: '%s' and '%s'", d, d)
	}
	p, err := column.Settle("truediv", column.Col(d), column.Col(d.WithMissing()))
	return p.Out, err
}

func (o *pctChange) Infer(in []op.Meta) ([]op.Meta, error) { return eachColumn(in[0], o.typeOf) }

func (*pctChange) Labels(int) op.Look                                     { return op.Passes }
func (*pctChange) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
func (o *pctChange) Tile(t *op.Tiler) error                               { return t.Out(halo(t, *o.Periods)) }

func (o *pctChange) Exec(x *op.Exec) error {
	f := x.Frame(0)
	cols := make([]*frame.Column, len(f.Cols))
	err := x.Parallel(len(cols), func(i int) error {
		env := column.Env{Mem: x.Mem()}
		c := f.Cols[i]
		was, err := shiftColumn(x, i, *o.Periods, nil, c.DType.WithMissing())
		if err != nil {
			return err
		}
		r, err := calculate(env, "truediv", c, was)
		if err != nil {
			return err
		}
		p, err := column.Settle("sub", column.Col(r.DType), column.Scalar(int64(1)))
		if err != nil {
			return err
		}
		cols[i], err = p.Run(env, r, nil)
		return err
	})
	if err != nil {
		return err
	}
	return x.Put(0, &frame.Frame{Index: f.Index, Names: f.Names, Axis: f.Axis, Cols: cols, NRows: f.NRows, Ord: f.Ord})
}
