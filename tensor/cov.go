package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Covariance is the options of Cov and Corrcoef.
type Covariance struct {
	Y      any         // further variables
	Rowvar *bool       // rows are variables, columns observations. The default is true
	Bias   bool        // divide by the number of observations; of Cov alone
	Ddof   *int        // divide by the number less this. The default is 1, or 0 with Bias; of Cov alone
	DType  dtype.DType // of the result. The default is at least float64
}

type cov struct {
	op.Recipe
	Y      op.Ref
	Rowvar *bool
	Bias   bool
	Ddof   *int
	Dtype  dtype.DType
}

type corrcoef struct {
	op.Recipe
	Y      op.Ref
	Rowvar *bool
	Dtype  dtype.DType
}

func init() {
	op.Register[cov](op.Doc{
		Name: "tensor.cov", Like: "numpy.cov",
		Sig:     "cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None)",
		Summary: "Covariance matrix of variables",
		Go:      "Cov(m, Covariance)",
		Text:    "Rows are variables, columns observations, or the other way round where rowvar is false.",
	})
	op.Register[corrcoef](op.Doc{
		Name: "tensor.corrcoef", Like: "numpy.corrcoef", Sig: "corrcoef(x, y=None, rowvar=True, *, dtype=None)",
		Summary: "Correlation coefficients of variables",
		Go:      "Corrcoef(x, Covariance)",
		Text:    "Rows are variables, columns observations, or the other way round where rowvar is false.",
	})
}

func (o *cov) Build(m, y *Tensor) (*Tensor, error) {
	args, in := []dtype.Arg{dtype.Strong(dtype.Float64)}, []*Tensor{m}
	if y != nil {
		in = append(in, y)
	}
	for _, t := range in {
		if t.Rank() > 2 {
			return nil, errs.New(errs.Invalid, "m has more than 2 dimensions")
		}
		args = append(args, dtype.Strong(t.DType()))
	}
	d, err := dtype.Result(args...)
	if err != nil {
		return nil, err
	}
	if !o.Dtype.IsZero() {
		d = o.Dtype
	}
	for i, t := range in {
		in[i] = variables(AsType(t, d), *o.Rowvar)
	}
	x := joinAll(in, 0)
	if x.Err() != nil {
		return x, nil
	}
	ddof := chunk.B2I(!o.Bias)
	if o.Ddof != nil {
		ddof = *o.Ddof
	}
	x = Subtract(x, Mean(x, Reduce{Axis: Axes(1), Keepdims: true}))
	c := Einsum("ij,kj->ik", x, Conj(x))
	if n := x.size(1); n.Known() {
		return Squeeze(Multiply(c, 1/float64(max(0, n.N-ddof)))), nil
	}
	return Squeeze(AsType(Multiply(c, Divide(1.0, Maximum(Subtract(lengthOf(x, 1), ddof), 0))), d)), nil
}

// variables is t with variables as rows.
func variables(t *Tensor, rows bool) *Tensor {
	switch {
	case t.Rank() < 2:
		return Reshape(t, 1, -1)
	case !rows:
		return Transpose(t)
	}
	return t
}

func (o *corrcoef) Build(x, y *Tensor) *Tensor {
	v := Covariance{Rowvar: o.Rowvar, DType: o.Dtype}
	if y != nil {
		v.Y = y
	}
	c := Cov(x, v)
	if c.Rank() == 0 {
		return Divide(c, c)
	}
	sd := Sqrt(Real(Einsum("ii->i", c)))
	c = Divide(Divide(c, sd.Get(Whole, NewAxis)), sd)
	if !c.DType().IsComplex() {
		return Clip(c, -1, 1)
	}
	return Add(Clip(Real(c), -1, 1), Multiply(Clip(Imag(c), -1, 1), 1i))
}
