package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Comb is the number of ways to take k of n things, as floats: 0 where k is negative or more than n.
func Comb(n, k any) *Tensor { return made(&comb{}, n, k) }

// CombRepeated is Comb where a thing may be taken again.
func CombRepeated(n, k any) *Tensor { return made(&comb{Repetition: true}, n, k) }

type comb struct {
	op.Recipe
	Repetition bool
}

type perm struct{ op.Recipe }

type factorial struct{ op.Recipe }

func init() {
	op.Register[comb](op.Doc{
		Name: "tensor.special.comb", Like: "scipy.special.comb", Sig: "comb(N, k, *, exact=False, repetition=False)",
		Summary: "Number of ways to take k of N things", Notes: "The error is that of binom.",
	})
	op.Register[perm](op.Doc{
		Name: "tensor.special.perm", Like: "scipy.special.perm", Sig: "perm(N, k, exact=False)",
		Summary: "Number of ways to take k of N things in order", Notes: "The error is that of poch.",
		Go: "Perm(N, k)", Text: "It is a float, 0 where k is negative or more than N.",
	})
	op.Register[factorial](op.Doc{
		Name: "tensor.special.factorial", Like: "scipy.special.factorial", Sig: "factorial(n, exact=False, extend='zero')",
		Summary: "Factorials as floats", Notes: "The error is at most 8 ulp, that of gamma.",
		Go: "Factorial(n)", Text: "They are Gamma(n+1) in float64, 0 below 0.",
	})
}

func (o *comb) Build(n, k *Tensor) *Tensor {
	if o.Repetition {
		none := LogicalAnd(Equal(k, 0), GreaterEqual(n, 0))
		return Where(none, 1, Binom(Subtract(Add(n, k), 1), k))
	}
	return Where(taken(n, k), Binom(n, k), 0)
}

func (*perm) Build(n, k *Tensor) *Tensor {
	return Where(taken(n, k), Poch(Add(Subtract(n, k), 1), k), 0)
}

// taken is where k of n things can be taken.
func taken(n, k *Tensor) *Tensor {
	return LogicalAnd(LogicalAnd(LessEqual(k, n), GreaterEqual(n, 0)), GreaterEqual(k, 0))
}

func (*factorial) Build(n *Tensor) (*Tensor, error) {
	if n.DType().IsComplex() {
		return nil, errs.New(errs.Type, "factorial of complex numbers is not there yet")
	}
	n = AsType(n, dtype.Float64)
	return Where(Less(n, 0), 0, Gamma(Add(n, 1))), nil
}
