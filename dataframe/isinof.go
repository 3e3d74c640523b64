package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// IsInOf tells which elements are among the values of a series, an index or a vector of the cluster. Where
// both sides are of one dtype the values stay where they are; else the distinct ones are fetched first.
func (d *DataFrame) IsInOf(values op.Handle) *DataFrame { return FrameOf(apply(&isinOf{}, d, values)) }

// IsInOf tells which elements are among the values of a series, an index or a vector of the cluster.
func (s *Series) IsInOf(values op.Handle) *Series { return SeriesOf(apply(&isinOf{}, s, values)) }

type isinOf struct{ op.Deferred }

// isinWritten is isin in the forms that pandas knows: a list, a mapping of lists by column, values with rows,
// a frame.
type isinWritten struct {
	op.Recipe
	Values op.Written
}

func init() {
	op.Register[isinWritten](op.Doc{
		Name: "dataframe.isin", Like: "pandas.DataFrame.isin", Sig: "isin(df, values)", Summary: "Whether elements are among values",
		Methods: "DataFrame.isin Series.isin", Forms: "values=listed",
		Text: "The values are a list or set, a series, an index or an array; of a frame also a dict of lists by column, or a frame, which is met by labels.",
	})
	op.Register[isinOf](op.Doc{
		Name: "dataframe.isin_of", Face: "inner", Like: "pandas.DataFrame.isin", Sig: "isin_of(df, values)", Summary: "Whether elements are among the values of another series, index or vector",
	})
}

func (o *isinWritten) Build(h Handle, more []Handle) (Handle, error) {
	d, whole := h.(*DataFrame)
	switch v := meant(o.Values, 1, more).(type) {
	case op.List, op.Tuple:
		ls, _ := inList(v)
		return isinList(h, ls)
	case op.Dict:
		if !whole {
			keys := make([]any, len(v))
			for i, e := range v {
				keys[i] = e.Key
			}
			return isinList(h, keys)
		}
		by := &cells.Isin{Each: true}
		for _, e := range v {
			ls, ok := inList(e.Value)
			if !ok {
				return nil, errListLike(e.Value)
			}
			label, err := labelWritten(e.Key)
			if err != nil {
				return nil, err
			}
			values, err := schema.LabelList(tupled(ls))
			if err != nil {
				return nil, err
			}
			by.Columns = append(by.Columns, cells.ColumnValues{Column: label, Values: values})
		}
		return valued(apply(by, d)), nil
	case *DataFrame:
		if !whole {
			return nil, errListLike(v)
		}
		return d.Eq(FrameOf(reindexed(FrameOf(apply(&reindexColumns{Columns: d.Columns()}, v)), d.Index(), ReindexOptions{}))), nil
	case Handle:
		return valued(apply(&isinOf{}, h, v)), nil
	default:
		return nil, errListLike(v)
	}
}

func errListLike(v any) error {
	return errs.New(errs.Type, "only list-like objects are allowed to be passed to isin(), you passed a `%s`", classOf(v))
}

// isinList tells which elements are among the values of a list. Nullable numbers miss NA, which None is not.
func isinList(h Handle, values []any) (Handle, error) {
	if m := h.Value().Meta(); m.Kind == op.Series && m.Cols[0].Is.Null && !m.Cols[0].Is.IsString() {
		values = slices.DeleteFunc(slices.Clone(values), func(v any) bool { return v == nil })
	}
	ls, err := schema.LabelList(tupled(missingLabels(values)))
	if err != nil {
		return nil, err
	}
	return valued(apply(&cells.Isin{Values: ls}, h)), nil
}

// missingLabels is values with no label in the place of NA.
func missingLabels(values []any) []any {
	out := slices.Clone(values)
	for i, v := range out {
		if v == frame.NA {
			out[i] = nil
		}
	}
	return out
}

// Infer is that of a list of values.
func (o *isinOf) Infer(in []op.Meta) ([]op.Meta, error) { return (&cells.Isin{}).Infer(in) }

func (o *isinOf) Build(a *op.Asker, h, values op.Handle) (Handle, error) {
	s, err := vectorOf(values)
	if err == nil {
		err = s.Value().Err() // a tensor that is no vector
	}
	if err != nil {
		return nil, err
	}
	if t, ok := h.(*Series); ok {
		if l, r := colsOf(t)[0].Is, colsOf(s)[0].Is; l == r && !l.IsObject() && !l.IsCategorical() && (!l.Null || l.IsString()) {
			return t.IsInSeries(s), nil
		}
	}
	few := s.Unique()
	if err := a.Need(op.Values, few); err != nil {
		return nil, err
	}
	labels := schema.LabelsOfRows(a.Value(few).(*frame.Frame).Cols[0])
	return valued(apply(&cells.Isin{Values: labels}, h)), nil
}

// vectorOf is the values of a series, an index of one level or a vector, as a series.
func vectorOf(h op.Handle) (*Series, error) {
	switch h := h.(type) {
	case *Series:
		return h, nil
	case *Index:
		if levelCount(h) == 1 {
			return levelSeries(h, 0), nil
		}
	case *Scalar:
		return SeriesFromTensor(h.Tensor()), nil
	case *tensor.Tensor:
		return SeriesFromTensor(h), nil
	}
	return nil, errs.New(errs.Type, "isin of a %s: give a series, an index of one level, a vector or a list", h.Value().Meta().Kind)
}
