package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Logsumexp is the logarithm of the sum of exponentials along axes, of all elements where Reduce names none;
// each is multiplied by its weight in b, where b is not nil. It does not overflow; NaN where the sum is
// negative.
func Logsumexp(a, b any, o ...Reduce) *Tensor {
	a = only(a, o)
	l := &logsumexp{}
	if len(o) > 0 {
		l.Axis, l.Keepdims = o[0].Axis, o[0].Keepdims
	}
	if b == nil {
		return made(l, a)
	}
	l.B = op.In(1)
	return made(l, a, b)
}

type softmax struct {
	op.Recipe
	Axis []int
}

type logSoftmax struct {
	op.Recipe
	Axis []int
}

type softplus struct{ op.Recipe }

type logsumexp struct {
	op.Recipe
	Axis     []int
	B        op.Ref
	Keepdims bool
}

func init() {
	op.Register[softmax](op.Doc{
		Name: "tensor.special.softmax", Like: "scipy.special.softmax", Sig: "softmax(x, axis=None)", Summary: "Exponentials divided by their sum",
		Notes: "The largest element is subtracted first.",
		Go:    "Softmax(x, axis...)",
		Text:  "The sum is along axes, or over all elements where none is named. It does not overflow.",
	})
	op.Register[logSoftmax](op.Doc{
		Name: "tensor.special.log_softmax", Like: "scipy.special.log_softmax", Sig: "log_softmax(x, axis=None)", Summary: "Logarithm of softmax",
		Notes: "The largest element is subtracted first.",
		Go:    "LogSoftmax(x, axis...)", Text: "It keeps its digits where softmax is near 0 or 1.",
	})
	op.Register[softplus](op.Doc{
		Name: "tensor.special.softplus", Like: "scipy.special.softplus", Sig: "softplus(x)", Summary: "log(1 + exp(x)) without overflow",
		Go: "Softplus",
	})
	op.Register[logsumexp](op.Doc{
		Name: "tensor.special.logsumexp", Like: "scipy.special.logsumexp",
		Sig:     "logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False)",
		Summary: "Logarithm of the sum of exponentials", Notes: "The largest element is subtracted first. Real numbers alone.",
	})
}

func (o *softmax) Build(x *Tensor) *Tensor {
	e := Exp(Subtract(x, Max(x, Reduce{Axis: o.Axis, Keepdims: true})))
	return Divide(e, Sum(e, Reduce{Axis: o.Axis, Keepdims: true}))
}

func (o *logSoftmax) Build(x *Tensor) *Tensor {
	x = Subtract(x, peak(x, o.Axis))
	return Subtract(x, Log(Sum(Exp(x), Reduce{Axis: o.Axis, Keepdims: true})))
}

// peak is the largest element along axes, 0 in place of an infinity.
func peak(x *Tensor, axes []int) *Tensor {
	m := Max(x, Reduce{Axis: axes, Keepdims: true})
	if !m.DType().IsFloat() {
		return m
	}
	return Where(Isfinite(m), m, 0)
}

func (*softplus) Build(x *Tensor) *Tensor { return Logaddexp(0, x) }

func (o *logsumexp) Build(a, b *Tensor) (*Tensor, error) {
	d := a.DType()
	if b != nil {
		var err error
		if d, err = dtype.Promote(d, b.DType()); err != nil {
			return nil, err
		}
	}
	if d.IsComplex() {
		return nil, errs.New(errs.Type, "logsumexp of complex numbers is not there yet")
	}
	if !d.IsFloat() {
		d = dtype.Float64
	}
	a = AsType(a, d)
	if b != nil {
		b = AsType(b, d)
		a = Where(NotEqual(b, 0), a, math.Inf(-1)) // what counts for nothing must not be the peak
	}
	m := peak(a, o.Axis)
	e := Exp(Subtract(a, m))
	if b != nil {
		e = Multiply(b, e)
	}
	out := Add(Log(Sum(e, Reduce{Axis: o.Axis, Keepdims: true})), m)
	if o.Keepdims {
		return out, nil
	}
	axes, err := chunk.NormAxes(o.Axis, out.Rank())
	if err != nil {
		return nil, err
	}
	return Squeeze(out, chunk.AllAxes(axes, out.Rank())...), nil
}
