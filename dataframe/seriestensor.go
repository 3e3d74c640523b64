package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// SeriesFromTensor is the series of a tensor of one dimension, labeled 0, 1, ..., without a name or with a
// given one. Errors: Invalid for another number of dimensions.
func SeriesFromTensor(t *tensor.Tensor, name ...any) *Series {
	if err := op.Once(name); err != nil {
		return SeriesOf(bad("dataframe.series_from_tensor", err))
	}
	l, ok := frame.LabelOf(one(name))
	if !ok {
		return SeriesOf(bad("dataframe.series_from_tensor", errs.New(errs.Type, "Series.name must be a hashable type")))
	}
	return SeriesOf(apply(&axes.SeriesTensor{Name: l}, t))
}
