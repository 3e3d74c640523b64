package dataframe

import (
	"fmt"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
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
	var is dtype.DType
	if cols := colsOf(s); len(cols) > 0 { // labels of several levels are no series
		is = cols[0].Is
	}
	if !is.IsTemporal() && is.Kind != dtype.CategoricalKind && o.Side != "left" && o.Side != "right" && o.Side != "" {
		return nil, errs.New(errs.Invalid, "side must be 'left' or 'right' (got '%s')", o.Side)
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
			if err := searchable(is, v); err != nil {
				return nil, err
			}
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
	if d := t.DType(); is.IsTemporal() && (d.IsNumeric() || d.IsTemporal() && d.Kind != is.Kind) {
		return nil, noTime(is, d.String()+" array")
	}
	return tensor.SearchSorted(of, t, tensor.Side(o.Side)), nil
}

// searchable is the error where a value is looked for among times and is none.
func searchable(of dtype.DType, v any) error {
	is := false
	switch v.(type) {
	case bool, int64, uint64, float64:
	case frame.Timestamp:
		is = of.IsDatetime()
	case frame.Timedelta:
		is = of.IsTimedelta()
	default:
		is = true
	}
	if is || !of.IsTemporal() {
		return nil
	}
	return noTime(of, fmt.Sprintf("'%s'", classOf(v)))
}

// noTime is the error of what is looked for among times.
func noTime(of dtype.DType, got string) error {
	wanted := "Timedelta"
	if of.IsDatetime() {
		wanted = "Timestamp"
	}
	return errs.New(errs.Type, "value should be a '%s', 'NaT', or array of those. Got %s instead.", wanted, got)
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
