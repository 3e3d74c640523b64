package pick

import (
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
)

// SelectColumns is the operand of dataframe.select.
type SelectColumns struct {
	op.Rowwise
	Columns []frame.Label
}

// Column is the operand of dataframe.column.
type Column struct {
	op.Rowwise
	Column frame.Label
}

func init() {
	op.Register[SelectColumns](op.Doc{Name: "dataframe.select", Face: "inner", Like: "pandas.DataFrame.__getitem__", Sig: "select(df, columns)", Summary: "Columns by their labels"})
	op.Register[Column](op.Doc{
		Face: "inner",
		Name: "dataframe.column", Like: "pandas.DataFrame.__getitem__", Sig: "column(df, column)", Summary: "One column as a series",
		Notes: "A label that several columns have is refused, where pandas gives a frame: select them.",
	})
}

func (o *SelectColumns) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "columns of a %s", in[0].Kind)
	}
	m := in[0]
	cols, _, err := schema.Named(in[0], o.Columns)
	m.Cols, m.Open = cols, false
	return []op.Meta{m}, err
}

func (o *SelectColumns) Exec(x *op.Exec) error {
	at, err := schema.PlacesOfNames(x.Frame(0), o.Columns)
	if err != nil {
		return err
	}
	return x.Put(0, x.Frame(0).Select(at...))
}

// ColumnsOf are the selected ones among the wanted.
func (o *SelectColumns) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	_, at, err := schema.Named(in[0], o.Columns)
	if err != nil {
		return nil, false
	}
	return schema.Through(at, want)
}

func (o *Column) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "columns of a %s", in[0].Kind)
	}
	cols, _, err := schema.Named(in[0], []frame.Label{o.Column})
	if err != nil {
		return nil, err
	}
	if len(cols) > 1 {
		return nil, errs.New(errs.Invalid, "%d columns are named %s: Select gives them as a frame", len(cols), o.Column.Repr())
	}
	m := in[0]
	m.Kind, m.Cols, m.Open = op.Series, cols, false
	return []op.Meta{m}, nil
}

// Pick is the column.
func (o *Column) Pick() frame.Label { return o.Column }

// Lower is the column itself: what reads it in a block program reads it where it lies.
func (*Column) Lower(_ *kernel.Builder, in []kernel.Reg) kernel.Reg { return in[0] }

func (o *Column) Exec(x *op.Exec) error {
	at, err := schema.PlacesOfNames(x.Frame(0), []frame.Label{o.Column})
	if err != nil {
		return err
	}
	f := x.Frame(0).Select(at...)
	f.Axis = nil
	return x.Put(0, f)
}

// ColumnsOf is the one.
func (o *Column) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	at, err := schema.PlacesNamed(in[0], o.Column)
	return at, err == nil && len(at) == 1
}
