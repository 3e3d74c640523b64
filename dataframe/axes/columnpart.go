package axes

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// ColumnPart is a series where all levels behind the first ones are the empty text: such a label stands for
// its beginning.
type ColumnPart struct {
	op.Rowwise
	First []frame.Label
}

func init() {
	op.Register[ColumnPart](op.Doc{
		Name: "dataframe.column_part", Face: "inner", Like: "pandas.DataFrame.__getitem__", Sig: "column_part(df, first)",
		Summary: "Columns below a label of the first levels",
	})
}

// part are the places of the columns, and their labels behind the first levels; one reports that they are one
// series.
func (o *ColumnPart) part(names []frame.Label) (at []int, to []frame.Label, one bool, err error) {
	n := len(o.First)
	one = true
	for i, l := range names {
		ls := l.Elems()
		if len(ls) <= n || !slices.EqualFunc(ls[:n], o.First, frame.Label.Same) {
			continue
		}
		at = append(at, i)
		rest := ls[n:]
		one = one && !slices.ContainsFunc(rest, func(l frame.Label) bool { return l != frame.L("") })
		if len(rest) == 1 {
			to = append(to, rest[0])
		} else {
			to = append(to, frame.TupleOf(rest))
		}
	}
	if at == nil {
		return nil, nil, false, errs.New(errs.NotFound, "%s", o.label().Repr())
	}
	return at, to, one && len(at) == 1, nil
}

func (o *ColumnPart) label() frame.Label {
	if len(o.First) == 1 {
		return o.First[0]
	}
	return frame.TupleOf(o.First)
}

func (o *ColumnPart) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "columns of a %s", in[0].Kind)
	}
	at, to, one, err := o.part(schema.LabelsOf(in[0].Cols))
	if err != nil {
		return nil, err
	}
	m := in[0]
	m.Open, m.Cols = false, chunk.PickCols(in[0].Cols, at)
	if one {
		m.Kind, m.Cols[0].Name, m.Axis = op.Series, o.label(), nil
		return []op.Meta{m}, nil
	}
	for i := range to {
		m.Cols[i].Name = to[i]
	}
	m.Axis = o.axis(m.Axis)
	return []op.Meta{m}, nil
}

// axis is the names of the levels that are left.
func (o *ColumnPart) axis(of []frame.Label) []frame.Label {
	return schema.AxisNames(of[min(len(o.First), len(of)):])
}

func (o *ColumnPart) Exec(x *op.Exec) error {
	f := x.Frame(0)
	at, to, one, err := o.part(f.Names)
	if err != nil {
		return err
	}
	g := f.Select(at...)
	if one {
		to = []frame.Label{o.label()}
	}
	g.Axis = nil
	g = relabeled(g, func(i int) frame.Label { return to[i] })
	if !one {
		g.Axis = o.axis(f.Axis)
	}
	return x.Put(0, g)
}

// ColumnsOf are those of the part.
func (o *ColumnPart) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	at, _, _, err := o.part(schema.LabelsOf(in[0].Cols))
	if err != nil {
		return nil, false
	}
	return schema.Through(at, want)
}
