package tensor

import "github.com/mars-project/mars-go/op"

type flatNonzero struct{ op.Recipe }

func init() {
	op.Register[flatNonzero](op.Doc{
		Name: "tensor.flatnonzero", Like: "numpy.flatnonzero", Sig: "flatnonzero(a)", Summary: "Positions, counted in C order, of elements that are not zero",
		Go: "FlatNonzero",
	})
}

func (o *flatNonzero) Build(a *Tensor) *Tensor { return Nonzero(Ravel(a))[0] }
