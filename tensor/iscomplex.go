package tensor

import "github.com/mars-project/mars-go/op"

type iscomplex struct{ op.Recipe }

func init() {
	op.Register[iscomplex](op.Doc{
		Name: "tensor.iscomplex", Like: "numpy.iscomplex", Sig: "iscomplex(x)", Summary: "Which elements have an imaginary part", Go: "Iscomplex",
	})
}

func (o *iscomplex) Build(x *Tensor) *Tensor { return NotEqual(Imag(x), 0) }
