package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type logspace struct {
	op.Recipe
	Start, Stop float64
	Num         *int
	Endpoint    *bool `go:"!Open"`
	Base        *float64
	Dtype       dtype.DType
}

type geomspace struct {
	op.Recipe
	Start, Stop float64
	Num         *int
	Endpoint    *bool `go:"!Open"`
	Dtype       dtype.DType
}

func init() {
	op.Register[logspace](op.Doc{
		Name: "tensor.logspace", Like: "numpy.logspace", Sig: "logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0)",
		Summary: "Powers of a base with evenly spaced exponents", Notes: "Bounds and base are numbers.", Go: "Logspace(start, stop, num, base, Spaced)",
	})
	op.Register[geomspace](op.Doc{
		Name: "tensor.geomspace", Like: "numpy.geomspace", Sig: "geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0)",
		Summary: "Numbers evenly spaced on a logarithmic scale", Notes: "Bounds are real numbers of one sign.", Go: "Geomspace(start, stop, num, Spaced)",
	})
}

func (o *logspace) Build() *Tensor {
	v := Power(*o.Base, Linspace(o.Start, o.Stop, *o.Num, Spaced{Open: !*o.Endpoint}))
	return castTo(v, o.Dtype)
}

func (o *geomspace) Build() (*Tensor, error) {
	a, b, n := o.Start, o.Stop, *o.Num
	switch {
	case a == 0 || b == 0:
		return nil, errs.New(errs.Invalid, "Geometric sequence cannot include zero")
	case (a < 0) != (b < 0):
		return nil, errs.New(errs.Invalid, "a geometric sequence from %v to %v is complex, which is not there yet", a, b)
	case n < 0:
		return nil, errs.New(errs.Invalid, "Number of samples, %d, must be non-negative.", n)
	}
	v := Multiply(Power(10.0, Linspace(math.Log10(math.Abs(a)), math.Log10(math.Abs(b)), n, Spaced{Open: !*o.Endpoint})), math.Copysign(1, a))
	at := Arange(0, n, 1) // the ends are exact
	v = Where(Equal(at, 0), a, v)
	if *o.Endpoint && n > 1 {
		v = Where(Equal(at, n-1), b, v)
	}
	return castTo(v, o.Dtype), nil
}
