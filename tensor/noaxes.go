package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

type noAxes struct {
	op.Recipe
	Dtype dtype.DType
}

func init() {
	op.Register[noAxes](op.Doc{
		Name: "tensor.scalar", Sig: "scalar(data, dtype=None, gpu=None)", Go: "Scalar(data, dtype...)",
		Summary: "Tensor without axes", Text: "What has axes is an error.",
	})
}

func (o *noAxes) Build(data *Tensor) (*Tensor, error) {
	if data.Rank() > 0 {
		shape, _ := data.Value().Meta().Shape()
		return nil, errs.New(errs.Type, "Scalar data expected, got an array of shape %s", nd.ShapeString(shape))
	}
	if o.Dtype.IsZero() {
		return data, nil
	}
	return AsType(data, o.Dtype), nil
}
