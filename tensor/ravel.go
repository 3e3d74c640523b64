package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/reshape"
)

type ravel struct{ op.Recipe }

func init() {
	op.Register[ravel](op.Doc{
		Name: "tensor.ravel", Like: "numpy.ravel", Methods: "Tensor.ravel", Sig: "ravel(a, order='C')", Forms: "order=read", Go: "Ravel",
		Summary: "All elements along one axis", Text: "It is a view where the elements lie one behind the other, else a copy.",
	})
}

func (o *ravel) Build(a *Tensor) *Tensor { return Reshape(a, -1) }

// Back gives the elements their shape again.
func (o *ravel) Back(base op.Meta) (op.Operand, bool, error) { return (&reshape.Reshape{}).Back(base) }
