package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type polyder struct {
	op.Recipe `rank:"0 0..1 a polynomial is a vector of coefficients"`
	M         *int
}

type polyint struct {
	op.Recipe `rank:"0 0..1 a polynomial is a vector of coefficients"`
	M         *int
	K         []float64
}

func init() {
	op.Register[polyder](op.Doc{
		Name: "tensor.polyder", Like: "numpy.polyder", Sig: "polyder(p, m=1)", Summary: "Derivative of a polynomial", Text: "It is the m-th. Coefficients begin with the highest power.",
		Go: "Polyder(p, m...)",
	})
	op.Register[polyint](op.Doc{
		Name: "tensor.polyint", Like: "numpy.polyint", Sig: "polyint(p, m=1, k=None)", Summary: "Antiderivative of a polynomial",
		Text: "It is the m-th. Coefficients begin with the highest power. The constants k, zeros unless given, are those of each integration in its turn.", Go: "Polyint(p, m...)",
	})
}

// exponents are the powers of a polynomial of known length, and that length.
func exponents(p *Tensor, m int) (*Tensor, int, error) {
	switch n := p.Shape(); {
	case n[0] < 0:
		return nil, 0, errs.New(errs.Invalid, "a polynomial of unknown length: execute it first")
	case m < 0:
		return nil, 0, errs.New(errs.Invalid, "Order of derivative must be positive (see polyint)")
	default:
		return Subtract(n[0]-1, Arange(0, n[0], 1)), n[0], nil
	}
}

func (o *polyder) Build(p *Tensor) (*Tensor, error) {
	p = atLeast(p, 1)
	for k := 0; ; k++ {
		e, n, err := exponents(p, *o.M)
		if err != nil || k == *o.M {
			return p, err
		}
		if n == 0 {
			return p, nil
		}
		p = Multiply(p, e).Get(To(-1))
	}
}

func (o *polyint) Build(p *Tensor) (*Tensor, error) {
	p = atLeast(p, 1)
	if *o.M < 0 {
		return nil, errs.New(errs.Invalid, "Order of integral must be positive (see polyder)")
	}
	if k := len(o.K); k > 1 && k < *o.M {
		return nil, errs.New(errs.Invalid, "k must be a scalar or a rank-1 array of length 1 or >m.")
	}
	for i := range *o.M {
		e, _, err := exponents(p, *o.M)
		if err != nil {
			return nil, err
		}
		c := 0.0
		if len(o.K) > 0 {
			c = o.K[min(i, len(o.K)-1)]
		}
		p = Concatenate([]*Tensor{Divide(p, Add(e, 1)), Array([]float64{c})}, 0)
	}
	return p, nil
}
