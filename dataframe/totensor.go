package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/tensor"
)

// ToTensor is the values as a tensor of rows and columns, in the dtype that holds all columns, or a given
// one. Errors: Type for columns that arrays do not hold, as text is; Invalid for missing values that the
// dtype does not have.
func (d *DataFrame) ToTensor(to ...dtype.DType) *tensor.Tensor {
	d = only(d, to)
	return tensor.Of(apply(&axes.ToTensor{Dtype: one(to)}, d))
}

// ToTensor is the values as a tensor of one dimension.
func (s *Series) ToTensor(to ...dtype.DType) *tensor.Tensor {
	s = only(s, to)
	return tensor.Of(apply(&axes.ToTensor{Dtype: one(to)}, s))
}

// ToTensor is the labels as a tensor of one dimension.
func (x *Index) ToTensor(to ...dtype.DType) *tensor.Tensor {
	x = only(x, to)
	return x.ToSeries().ToTensor(to...)
}
