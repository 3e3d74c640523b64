package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type polyval struct {
	op.Recipe `rank:"0 1 the coefficients of a polynomial are a vector"`
}

type polyfit struct {
	op.Recipe
	Deg int
}

type vander struct {
	op.Recipe  `rank:"0 1 x must be a one-dimensional array or sequence."`
	N          *int // how many columns. The default is the length of x.
	Increasing bool // the powers ascend
}

// mostCoefficients is how many coefficients a polynomial may have here: each is a step of the graph.
const mostCoefficients = 1000

func init() {
	op.Register[polyval](op.Doc{
		Name: "tensor.polyval", Like: "numpy.polyval", Sig: "polyval(p, x)", Summary: "Values of a polynomial", Notes: "At most 1000 coefficients.",
		Go:   "Polyval(p, x)",
		Text: "The coefficients p begin with the highest power. It is computed by the rule of Horner.",
	})
	op.Register[polyfit](op.Doc{
		Name: "tensor.polyfit", Like: "numpy.polyfit", Sig: "polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False)", Summary: "Polynomial of least squares",
		Notes: "Through lstsq of the scaled matrix of Vandermonde.",
		Go:    "Polyfit(x, y, deg)",
		Text: "Its coefficients begin with the highest power, and the sum of squared distances from y " +
			"at x is the least.",
	})
	op.Register[vander](op.Doc{
		Name: "tensor.vander", Like: "numpy.vander", Sig: "vander(x, n=None, increasing=False)", Forms: "n=as:N", Summary: "Matrix of Vandermonde: powers of a vector as columns",
		Go: "Vander(x, VanderOptions)", Text: "The highest power comes first.",
	})
}

func (*polyval) Build(p, x *Tensor) (*Tensor, error) {
	n := p.Shape()[0]
	if n < 0 || n > mostCoefficients {
		return nil, errs.New(errs.Invalid, "polyval of an unknown number of coefficients, or of more than %d", mostCoefficients)
	}
	v := ZerosLike(x)
	for i := range n {
		v = Add(Multiply(v, x), p.Get(At(i)))
	}
	return v, nil
}

func (o *polyfit) Build(x, y *Tensor) (*Tensor, error) {
	switch {
	case o.Deg < 0:
		return nil, errs.New(errs.Invalid, "expected deg >= 0")
	case x.Rank() != 1:
		return nil, errs.New(errs.Type, "expected 1D vector for x")
	case x.Shape()[0] == 0:
		return nil, errs.New(errs.Type, "expected non-empty vector for x")
	case y.Rank() < 1 || y.Rank() > 2:
		return nil, errs.New(errs.Type, "expected 1D or 2D array for y")
	case x.Shape()[0] < 0:
		return nil, errs.New(errs.Invalid, "polyfit of an unknown number of points: execute x first")
	case y.Shape()[0] >= 0 && x.Shape()[0] != y.Shape()[0]:
		return nil, errs.New(errs.Type, "expected x and y to have same length")
	}
	if !x.DType().IsComplex() {
		x = AsType(x, dtype.Float64)
	}
	if !y.DType().IsComplex() {
		y = AsType(y, dtype.Float64)
	}
	n := o.Deg + 1
	left := Vander(x, VanderOptions{N: &n})
	scale := Sqrt(Sum(Multiply(left, left), Reduce{Axis: Axes(0)}))
	c := Lstsq(Divide(left, scale), y, float64(x.Shape()[0])*0x1p-52).X
	if y.Rank() == 2 {
		scale = ExpandDims(scale, 1)
	}
	return Divide(c, scale), nil
}

func (o *vander) Build(x *Tensor) (*Tensor, error) {
	n := x.Shape()[0]
	if o.N != nil {
		n = *o.N
	}
	if n < 0 {
		return nil, errs.New(errs.Invalid, "vander wants a number of columns, and the length of x is not known")
	}
	d, err := dtype.Promote(x.DType(), dtype.Int64)
	if err != nil {
		return nil, err
	}
	powers := Arange(0, n, 1)
	if !o.Increasing {
		powers = Flip(powers)
	}
	return Power(ExpandDims(AsType(x, d), 1), AsType(powers, d)), nil
}
