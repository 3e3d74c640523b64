package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
)

// Select is the frame of the columns with these labels, in this order: labels one by one, []string or []frame.Label. A label of several
// columns selects them all. Errors: NotFound for a label that no column has.
func (d *DataFrame) Select(columns ...any) *DataFrame {
	ls, err := labelsIn(columns)
	if err != nil {
		return FrameOf(bad("dataframe.select", err))
	}
	return FrameOf(apply(&selectColumns{Columns: ls}, d))
}

// Col is the column with a label. Errors: NotFound where there is none, Invalid where there are several.
func (d *DataFrame) Col(label any) *Series {
	l, ok := frame.LabelOf(label)
	if !ok {
		return SeriesOf(bad("dataframe.column", errs.New(errs.Type, "unhashable type: a %T is no label", label)))
	}
	return SeriesOf(apply(&column1{Column: l}, d))
}

type selectColumns struct {
	op.Rowwise
	Columns []frame.Label
}

type column1 struct {
	op.Rowwise
	Column frame.Label
}

func init() {
	op.Register[selectColumns](op.Doc{Name: "dataframe.select", Face: "inner", Like: "pandas.DataFrame.__getitem__", Sig: "select(df, columns)", Summary: "Columns by their labels"})
	op.Register[column1](op.Doc{
		Face: "inner",
		Name: "dataframe.column", Like: "pandas.DataFrame.__getitem__", Sig: "column(df, column)", Summary: "One column as a series",
		Notes: "A label that several columns have is refused, where pandas gives a frame: select them.",
	})
}

func (o *selectColumns) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "columns of a %s", in[0].Kind)
	}
	m := in[0]
	cols, _, err := named(in[0], o.Columns)
	m.Cols, m.Open = cols, false
	return []op.Meta{m}, err
}

func (o *selectColumns) Exec(x *op.Exec) error {
	at, err := placesOfNames(x.Frame(0), o.Columns)
	if err != nil {
		return err
	}
	return x.Put(0, x.Frame(0).Select(at...))
}

// ColumnsOf are the selected ones among the wanted.
func (o *selectColumns) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	_, at, err := named(in[0], o.Columns)
	if err != nil {
		return nil, false
	}
	return through(at, want)
}

func (o *column1) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "columns of a %s", in[0].Kind)
	}
	cols, _, err := named(in[0], []frame.Label{o.Column})
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
func (o *column1) Pick() frame.Label { return o.Column }

// Lower is the column itself: what reads it in a block program reads it where it lies.
func (*column1) Lower(_ *kernel.Builder, in []kernel.Reg) kernel.Reg { return in[0] }

func (o *column1) Exec(x *op.Exec) error {
	at, err := placesOfNames(x.Frame(0), []frame.Label{o.Column})
	if err != nil {
		return err
	}
	f := x.Frame(0).Select(at...)
	f.Axis = nil
	return x.Put(0, f)
}

// ColumnsOf is the one.
func (o *column1) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	at, err := placesNamed(in[0], o.Column)
	return at, err == nil && len(at) == 1
}
