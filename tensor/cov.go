package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Covariance is the options of Cov and Corrcoef.
type Covariance struct {
	Y      any         // further variables
	Rowvar *bool       // rows are variables, columns observations. The default is true
	Bias   bool        // divide by the number of observations; of Cov alone
	Ddof   *int        // divide by the number less this. The default is 1, or 0 with Bias; of Cov alone
	DType  dtype.DType // of the result. The default is at least float64
}

// Cov is the covariance matrix of variables. The number of observations must be known.
func Cov(m any, o ...Covariance) *Tensor { return covOf("cov", m, o) }

// Corrcoef is the matrix of correlation coefficients of variables.
func Corrcoef(x any, o ...Covariance) *Tensor { return covOf("corrcoef", x, o) }

func covOf(name string, m any, o []Covariance) *Tensor {
	t, err := As(m)
	if err != nil {
		return bad("tensor."+name, err)
	}
	c := Covariance{}
	if len(o) > 0 {
		c = o[0]
	}
	in, y := []*Tensor{t}, op.Ref(0)
	if c.Y != nil {
		if t, err = As(c.Y); err != nil {
			return bad("tensor."+name, err)
		}
		in, y = append(in, t), op.In(1)
	}
	if name == "corrcoef" {
		return apply(&corrcoef{Y: y, Rowvar: c.Rowvar, Dtype: c.DType}, in...)
	}
	return apply(&cov{Y: y, Rowvar: c.Rowvar, Bias: c.Bias, Ddof: c.Ddof, Dtype: c.DType}, in...)
}

type cov struct {
	macro
	Y      op.Ref
	Rowvar *bool
	Bias   bool
	Ddof   *int
	Dtype  dtype.DType
}

type corrcoef struct {
	macro
	Y      op.Ref
	Rowvar *bool
	Dtype  dtype.DType
}

func init() {
	op.Register[cov](op.Doc{
		Name: "tensor.cov", Like: "numpy.cov",
		Sig:     "cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None)",
		Summary: "Covariance matrix of variables",
	})
	op.Register[corrcoef](op.Doc{
		Name: "tensor.corrcoef", Like: "numpy.corrcoef", Sig: "corrcoef(x, y=None, rowvar=True, *, dtype=None)",
		Summary: "Correlation coefficients of variables",
	})
	expand[cov]("cov is a product of differences")
	expand[corrcoef]("corrcoef is a scaled cov")
}

func (o *cov) Infer(in []op.Meta) ([]op.Meta, error)      { return inferred(o, in) }
func (o *corrcoef) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *cov) build(b builder, in []op.Value) op.Value {
	args := []dtype.Arg{dtype.Strong(dtype.Float64)}
	for _, v := range in {
		if len(v.Meta().Dims) > 2 {
			return b.bad(errs.New(errs.Invalid, "m has more than 2 dimensions"))
		}
		args = append(args, dtype.Strong(v.Meta().DType.Is))
	}
	d, err := dtype.Result(args...)
	if err != nil {
		return b.bad(err)
	}
	if !o.Dtype.IsZero() {
		d = o.Dtype
	}
	rows := make([]op.Value, len(in))
	for i, v := range in {
		rows[i] = variables(b, b.value(&astype{Dtype: d}, v), *o.Rowvar)
	}
	x := b.concat(0, rows...)
	if x.Err() != nil {
		return x
	}
	n := x.Meta().Dims[1]
	if !n.Known() {
		return b.bad(errs.New(errs.Invalid, "cov of an unknown number of observations"))
	}
	ddof := b2i(!o.Bias)
	if o.Ddof != nil {
		ddof = *o.Ddof
	}
	x = b.call("subtract", x, b.value(&mean{Axis: []int{1}, Keepdims: true, name: "mean"}, x))
	c := b.value(&einsum{Subscripts: "ij,kj->ik"}, x, b.call("conjugate", x))
	c = b.call("multiply", c, 1/float64(max(0, n.N-ddof)))
	return b.value(&squeeze{}, c)
}

// variables is v with variables as rows.
func variables(b builder, v op.Value, rows bool) op.Value {
	switch {
	case len(v.Meta().Dims) < 2:
		return b.value(&reshape{Shape: []int{1, -1}}, v)
	case !rows:
		return b.value(&transpose{}, v)
	}
	return v
}

func (o *corrcoef) build(b builder, in []op.Value) op.Value {
	c := b.value(&cov{Y: o.Y, Rowvar: o.Rowvar, Dtype: o.Dtype}, in...)
	if c.Err() != nil {
		return c
	}
	if len(c.Meta().Dims) == 0 {
		return b.call("divide", c, c)
	}
	sd := b.call("sqrt", b.value(&part{name: "real"}, b.value(&einsum{Subscripts: "ii->i"}, c)))
	c = b.call("divide", b.call("divide", c, b.value(&getitem{Index: []Index{Whole, NewAxis}}, sd)), sd)
	limit := func(v op.Value) op.Value {
		k := &clip{}
		k.Args = []any{nil, int64(-1), int64(1)}
		return b.value(k, v)
	}
	if !c.Meta().DType.Is.IsComplex() {
		return limit(c)
	}
	re, im := limit(b.value(&part{name: "real"}, c)), limit(b.value(&part{name: "imag"}, c))
	return b.call("add", re, b.call("multiply", im, 1i))
}
