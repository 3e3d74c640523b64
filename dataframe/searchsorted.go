package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// searchSorted is the places where values go into those of a sorted series or index.
type searchSorted struct {
	op.Recipe
	Value  op.Written
	Side   string
	Sorter op.Written
}

func init() {
	op.Register[searchSorted](op.Doc{
		Name: "dataframe.Series.searchsorted", Like: "pandas.Series.searchsorted", Methods: "Series.searchsorted Index.searchsorted", Gives: "tensor",
		Sig: "searchsorted(series, value, side='left', sorter=None)", Summary: "Places where values go into sorted ones",
	})
}

func (o *searchSorted) Build(h Handle, more []Handle) (*tensor.Tensor, error) {
	s, err := seriesMade(h)
	if err != nil {
		return nil, err
	}
	of := s.ToTensor()
	if sorter := meant(o.Sorter, 1, more); sorter != nil {
		at, err := valuesWritten(sorter)
		if err != nil {
			return nil, err
		}
		of = tensor.Take(of, at)
	}
	v := meant(o.Value, 1, more)
	if _, list := inList(v); !list {
		if _, ok := v.(Handle); !ok {
			t, err := arrayOf([]any{v})
			if err != nil {
				return nil, err
			}
			return tensor.SearchSorted(of, t.Get(tensor.At(0)), tensor.Side(o.Side)), nil
		}
	}
	t, err := valuesWritten(v)
	if err != nil {
		return nil, err
	}
	return tensor.SearchSorted(of, t, tensor.Side(o.Side)), nil
}

// valuesWritten is a list, series, index or tensor as a tensor.
func valuesWritten(v any) (*tensor.Tensor, error) {
	switch v := v.(type) {
	case op.List:
		return arrayOf(v)
	case op.Tuple:
		return arrayOf(v)
	case *tensor.Tensor:
		return v, nil
	case *Series:
		return v.ToTensor(), nil
	case *Index:
		return v.ToTensor(), nil
	}
	return nil, errs.New(errs.Type, "a %s is no list of values", classOf(v))
}
