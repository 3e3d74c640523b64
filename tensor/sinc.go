package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type sinc struct{ op.Recipe }

type signedInf struct {
	op.Recipe
	name string
}

func (o *signedInf) Row() string { return o.name }

func init() {
	op.Register[sinc](op.Doc{Name: "tensor.sinc", Like: "numpy.sinc", Sig: "sinc(x)", Summary: "Normalized sinc function, sin(pi x) / (pi x)", Go: "Sinc", Text: "It is 1 at 0."})
	op.Register[signedInf](op.Doc{
		Name: "tensor.isneginf", Like: "numpy.isneginf", Sig: "isneginf(x, out=None)", Summary: "Test element-wise for minus infinity",
		Go: "Isneginf(x)",
	}, signedInf{name: "isneginf"})
	op.Register[signedInf](op.Doc{
		Name: "tensor.isposinf", Like: "numpy.isposinf", Sig: "isposinf(x, out=None)", Summary: "Test element-wise for plus infinity",
		Go: "Isposinf(x)",
	}, signedInf{name: "isposinf"})
}

func (*sinc) Build(x *Tensor) *Tensor {
	if d := x.DType(); d.IsInteger() || d.IsBool() {
		x = AsType(x, dtype.Float64)
	}
	x = Multiply(x, math.Pi)
	none := Equal(x, 0)
	return Where(none, 1, Divide(Sin(x), Where(none, 1, x)))
}

func (o *signedInf) Build(x *Tensor) (*Tensor, error) {
	if x.DType().IsComplex() {
		return nil, errs.New(errs.Type, "This operation is not supported for %s values because it would be ambiguous.", x.DType())
	}
	sign := Signbit(x)
	if o.name == "isposinf" {
		sign = LogicalNot(sign)
	}
	return LogicalAnd(Isinf(x), sign), nil
}
