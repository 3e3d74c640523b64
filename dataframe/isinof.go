package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// IsInOf tells which elements are among the values of a series, an index or a vector of the cluster. Where both sides are of one dtype the values stay where they are; else
// the distinct ones are fetched first.
func (d *DataFrame) IsInOf(values op.Handle) *DataFrame { return FrameOf(apply(&isinOf{}, d, values)) }

// IsInOf tells which elements are among the values of a series, an index or a vector of the cluster.
func (s *Series) IsInOf(values op.Handle) *Series { return SeriesOf(apply(&isinOf{}, s, values)) }

type isinOf struct{ op.Deferred }

func init() {
	op.Register[isinOf](op.Doc{
		Name: "dataframe.isin_of", Face: "inner", Like: "pandas.DataFrame.isin", Sig: "isin_of(df, values)", Summary: "Whether elements are among the values of another series, index or vector",
	})
}

// Infer is that of a list of values.
func (o *isinOf) Infer(in []op.Meta) ([]op.Meta, error) { return (&cells.Isin{}).Infer(in) }

func (o *isinOf) Build(a *op.Asker, h, values op.Handle) (Handle, error) {
	s, err := vectorOf(values)
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
