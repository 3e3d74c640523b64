package moves

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// PctChange is the operand of dataframe.pct_change.
type PctChange struct{ Periods *int }

func init() {
	op.Register[PctChange](op.Doc{
		Name: "dataframe.pct_change", Like: "pandas.DataFrame.pct_change", Methods: "DataFrame.pct_change Series.pct_change",
		Sig: "pct_change(df, periods=1, fill_method=None, freq=None, *, axis=0)", Summary: "Fraction of change since an earlier row",
	})
}

func (o *PctChange) typeOf(d dtype.DType) (dtype.DType, error) {
	if !d.IsReal() && !d.IsTimedelta() {
		return d, errs.New(errs.Type, "unsupported operand type(s) for /: '%s' and '%s'", d, d)
	}
	p, err := column.Settle("truediv", column.Col(d), column.Col(d.WithMissing()))
	return p.Out, err
}

func (o *PctChange) Infer(in []op.Meta) ([]op.Meta, error) { return eachColumn(in[0], o.typeOf) }

func (*PctChange) Labels(int) op.Look                                     { return op.Passes }
func (*PctChange) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
func (o *PctChange) Tile(t *op.Tiler) error                               { return t.Out(halo(t, *o.Periods)) }

func (o *PctChange) Exec(x *op.Exec) error {
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
