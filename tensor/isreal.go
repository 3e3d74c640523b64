package tensor

import "github.com/mars-project/mars-go/op"

type isreal struct{ op.Recipe }

func init() {
	op.Register[isreal](op.Doc{
		Name: "tensor.isreal", Like: "numpy.isreal", Sig: "isreal(x)", Summary: "Which elements have no imaginary part", Go: "Isreal",
	})
}

func (o *isreal) Build(x *Tensor) *Tensor { return Equal(Imag(x), 0) }
