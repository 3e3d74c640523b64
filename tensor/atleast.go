package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/reshape"
)

type atleast struct {
	op.Recipe
	name string
}

func (o *atleast) Row() string { return o.name }

func init() {
	op.Register[atleast](op.Doc{
		Forms: "arys=each", Python: "atleast_1d(*arys)", Name: "tensor.atleast_1d", Like: "numpy.atleast_1d", Sig: "atleast_1d(ary)",
		Summary: "Tensor of at least one dimension: a scalar as a vector", Text: "It is a view.", Go: "Atleast1d",
	}, atleast{name: "atleast_1d"})
	op.Register[atleast](op.Doc{
		Forms: "arys=each", Python: "atleast_2d(*arys)", Name: "tensor.atleast_2d", Like: "numpy.atleast_2d", Sig: "atleast_2d(ary)",
		Summary: "Tensor of at least two dimensions: vectors as rows", Text: "It is a view.", Go: "Atleast2d",
	}, atleast{name: "atleast_2d"})
	op.Register[atleast](op.Doc{
		Forms: "arys=each", Python: "atleast_3d(*arys)", Name: "tensor.atleast_3d", Like: "numpy.atleast_3d", Sig: "atleast_3d(ary)",
		Summary: "Tensor of at least three dimensions: vectors as (1, n, 1), matrices as (m, n, 1)", Text: "It is a view.", Go: "Atleast3d",
	}, atleast{name: "atleast_3d"})
}

func (o *atleast) Build(ary *Tensor) *Tensor { return atLeast(ary, int(o.name[len("atleast_")]-'0')) }

// Back drops the axes that were added.
func (o *atleast) Back(base op.Meta) (op.Operand, bool, error) {
	r := &reshape.Reshape{}
	return r.Back(base)
}
