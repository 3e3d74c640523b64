package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// fillWritten is fillna in the forms that pandas knows: one value, a mapping by column, of a series by label,
// a series as such a mapping, a frame.
type fillWritten struct {
	op.Deferred
	Value   op.Written
	Inplace bool
}

func init() {
	op.Register[fillWritten](op.Doc{
		Name: "dataframe.fillna", Like: "pandas.DataFrame.fillna", Sig: "fillna(df, value, *, axis=None, inplace=False, limit=None)",
		Summary: "Values in place of missing ones", Methods: "DataFrame.fillna Series.fillna Index.fillna", Labels: "index (value)",
		Text: "The value is a single one, a dict or series by column (of a series by row label), or a frame. A value that a dtype does not hold makes objects of a column " +
			"where something was missing; None fills objects alone.",
	})
}

// Infer knows the dtypes but for those of columns that a value of another dtype may be put in.
func (o *fillWritten) Infer(in []op.Meta) ([]op.Meta, error) {
	if _, by := o.Value.V.(op.Dict); by || len(in) == 1 || in[1].Kind != op.Series {
		return op.Expressed(o, in)
	}
	return cells.EachType(in[0], func(_ int, c op.Col) (op.Type, error) {
		if c.Is.IsFloat() && in[1].Cols[0].Is.IsReal() || !frame.CanMiss(c.Is) {
			return op.T(c.Is), nil
		}
		return op.Pending(c.Is, dtype.Object), nil
	})
}

func (o *fillWritten) Build(a *op.Asker, h Handle, more []Handle) (Handle, error) {
	s, series := h.(*Series)
	fill := &cells.Fillna{Set: o.Inplace}
	switch v := meant(o.Value, 1, more).(type) {
	case op.Dict:
		cs := []cells.ColValue{}
		for _, e := range v {
			label, err := labelWritten(e.Key)
			if err != nil {
				return nil, err
			}
			if by, ok := e.Value.(*Series); ok && !series {
				if d, ok := h.(*DataFrame); ok && slices.Contains(d.Columns(), label) {
					c := d.Col(label)
					h = d.Assign(C{label, c.Where(c.NotNA(), by)})
				}
				continue
			}
			value, err := parameter(e.Value)
			if err != nil {
				return nil, err
			}
			cs = append(cs, cells.ColValue{Column: label, Value: value})
		}
		if series {
			return s.filledByLabel(cs)
		}
		if len(cs) == 0 {
			return h, nil
		}
		fill.Columns = cs
	case *Series:
		if series {
			return s.Where(s.NotNA(), v), nil
		}
		if err := a.Need(op.Values, v); err != nil {
			return nil, err
		}
		f := a.Value(v).(*frame.Frame)
		fill.Columns = []cells.ColValue{}
		for r, l := range schema.LabelsOfRows(f.Index.Level(0)) {
			fill.Columns = append(fill.Columns, cells.ColValue{Column: l, Value: f.Cols[0].Cell(r)})
		}
	case *DataFrame:
		d, ok := h.(*DataFrame)
		if !ok {
			return nil, errs.New(errs.Type, `"value" parameter must be a scalar, dict or Series, but you passed a "DataFrame"`)
		}
		other := FrameOf(apply(&reindexColumns{Columns: d.Columns()}, v))
		return d.Where(d.NotNA(), other), nil
	default:
		w, ok := chunk.ScalarOf(v)
		if !ok {
			return nil, errs.New(errs.Type, `"value" parameter must be a scalar or dict, but you passed a "%s"`, classOf(v))
		}
		fill.Value = w
	}
	return valued(apply(fill, h)), nil
}

// filledByLabel is the series with the values of some labels in the place of missing ones.
func (s *Series) filledByLabel(by []cells.ColValue) (Handle, error) {
	labels, cells := make([]frame.Label, len(by)), make([]any, len(by))
	for i, c := range by {
		labels[i], cells[i] = c.Column, c.Value
	}
	values := NewSeries(cells, Options{Index: frame.LabelColumn(labels)})
	return s.Where(s.NotNA(), values), nil
}
