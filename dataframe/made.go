package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// made is a frame, series or index of data of the cluster, as pandas' constructors make them: of a frame,
// series, index or tensor, a frame also of a mapping of columns.
type made struct {
	op.Recipe
	Data, Index, Columns, Name op.Written
	Kind                       string // dataframe, series or index
	Dtype                      dtype.DType
}

func init() {
	op.Register[made](op.Doc{
		Name: "dataframe.made", Face: "inner", Sig: "made(data, kind, index=None, columns=None, name=None, dtype=None)", Summary: "A frame, series or index of other values",
		Text: "Of a mapping the row labels are those of all series among its values, else those that are given, or 0, 1, .... Values without labels are met by place.",
	})
}

func (o *made) Build(more []Handle) (Handle, error) {
	data := meant(o.Data, 0, more)
	to, _ := meant(o.Index, 0, more).(Handle)
	name, err := labelWritten(o.Name.V)
	if err != nil {
		return nil, err
	}
	switch o.Kind {
	case "index":
		return o.index(data, name)
	case "series":
		s, err := seriesMade(data)
		if err != nil {
			return nil, err
		}
		if to != nil {
			s = s.under(data, to)
		}
		if !name.IsNil() {
			s = s.Rename(name)
		}
		if !o.Dtype.IsZero() {
			s = s.AsType(o.Dtype)
		}
		return s, nil
	}
	d, err := o.frame(data, to)
	if err == nil && !o.Dtype.IsZero() {
		d = d.AsType(o.Dtype)
	}
	return d, err
}

// seriesMade is the values of a series, vector or index as a series.
func seriesMade(data any) (*Series, error) {
	switch v := data.(type) {
	case *Series:
		return v, nil
	case *Index:
		return v.ToSeries().DropIndex(), nil
	case *tensor.Tensor:
		return SeriesFromTensor(v), nil
	}
	return nil, errs.New(errs.Invalid, "data of a Series has one dimension")
}

// under is s with the rows of other labels: those of a series are met by label, other data by place.
func (s *Series) under(data any, labels Handle) *Series {
	if _, ok := data.(*Series); ok && s.Name() != cells.Listed {
		return s.Reindex(labels)
	}
	return s.SetLabels(labels)
}

func (o *made) index(data any, name frame.Label) (Handle, error) {
	s, err := seriesMade(data)
	if err != nil {
		return nil, errs.New(errs.Invalid, "Index data must be 1-dimensional")
	}
	var h Handle = s
	if x, ok := data.(*Index); ok && o.Dtype.IsZero() {
		h = x
	} else if !o.Dtype.IsZero() {
		h = s.AsType(o.Dtype)
	}
	return indexFrom(h, Options{Name: nameOrNil(name)}), nil
}

// nameOrNil is a label, nil where it is none.
func nameOrNil(l frame.Label) any {
	if l.IsNil() {
		return nil
	}
	return l
}
