package tensor

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/ordering"
)

// quantileWeighed is one of the quantiles where each element counts as much as its weight says.
type quantileWeighed struct {
	op.Deferred
	Q        any
	Axis     []int
	Method   string
	Keepdims bool
	Of       string
}

func init() {
	op.Register[quantileWeighed](op.Doc{
		Face: "inner", Name: "tensor.quantile_weighed", Sig: "quantile_weighed(a, weights, q, axis=None, method='linear', keepdims=False, of='quantile')",
		Summary: "Quantiles along axes of elements that have weights",
	})
}

// lanes is t with some axes as one, behind the others.
func lanes(t *Tensor, axes []int) *Tensor {
	if len(axes) == t.Rank() {
		return Ravel(t)
	}
	last := make([]int, len(axes))
	for i := range axes {
		last[i] = i - len(axes)
	}
	t = Moveaxis(t, axes, last)
	if len(axes) == 1 {
		return t
	}
	return Reshape(t, append(slices.Clone(t.Shape()[:t.Rank()-len(axes)]), -1)...)
}

// weighing is the weights of all elements; those of a vector may be along its one axis.
func weighing(a, weights *Tensor, axes []int) (*Tensor, error) {
	switch rank := a.Rank(); {
	case weights.Rank() == rank:
	case len(axes) == rank:
		return nil, errs.New(errs.Type, "Axis must be specified when shapes of a and weights differ.")
	case weights.Rank() != 1 || len(axes) != 1:
		return nil, errs.New(errs.Invalid, "Shape of weights must be consistent with shape of a along specified axis.")
	default:
		weights = lying(weights, rank, axes[0])
	}
	return Multiply(OnesLike(a, Create{DType: dtype.Float64}), weights), nil
}

// unweighed is the quantile of elements that all count the same.
func (o *quantileWeighed) unweighed() *ordering.Quantile {
	p := op.Lookup("tensor." + o.Of).New().(*ordering.Quantile)
	p.Q, p.Axis, p.Method, p.Keepdims = o.Q, o.Axis, o.Method, o.Keepdims
	return p
}

// Normalize is that of the quantile.
func (o *quantileWeighed) Normalize(in []op.Meta) error {
	if o.Method != "inverted_cdf" {
		return errs.New(errs.Invalid, "Only method 'inverted_cdf' supports weights, got: %s.", o.Method)
	}
	p := o.unweighed()
	err := p.Normalize(in[:1])
	o.Q, o.Axis = p.Q, p.Axis
	return err
}

// Infer is that of the quantile.
func (o *quantileWeighed) Infer(in []op.Meta) ([]op.Meta, error) { return o.unweighed().Infer(in[:1]) }

// positive refuses weights below 0, and those of a lane whose sum no share can be taken of.
func positive(ask *op.Asker, w *Tensor, axes []int) error {
	sum := Sum(w, Reduce{Axis: axes})
	below, odd := Any(Less(w, 0)), Any(LogicalNot(LogicalAnd(Greater(sum, 0), Isfinite(sum))))
	if err := ask.Need(op.Values, below, odd); err != nil {
		return err
	}
	switch is := func(t *Tensor) bool { return nd.Data[bool](ask.Value(t).(*nd.Array))[0] }; {
	case is(below):
		return errs.New(errs.Invalid, "Weights must be non-negative.")
	case is(odd):
		return errs.New(errs.Invalid, "Weights included NaN, inf or were all zero.")
	}
	return nil
}

// Build finds the first element, as they are sorted, at which the share of the weights comes to a quantile.
func (o *quantileWeighed) Build(ask *op.Asker, a, weights *Tensor) (*Tensor, error) {
	p := o.unweighed()
	axes := chunk.AllAxes(p.Axis, a.Rank())
	w, err := weighing(a, weights, axes)
	if err != nil {
		return nil, err
	}
	if err := positive(ask, w, axes); err != nil {
		return nil, err
	}
	if p.LeavesOut() && a.DType().IsFloat() {
		w = Where(Isnan(a), 0, w)
	}
	v, w := lanes(a, axes), lanes(w, axes)
	k, order := v.Rank()-1, Argsort(v, -1)
	v, w = TakeAlongAxis(v, order, -1), Cumsum(TakeAlongAxis(w, order, -1), Reduce{Axis: Axes(-1)})
	share := Divide(w, along(w, k, From(-1)))
	var out []*Tensor
	for _, q := range p.List() {
		below := Less(share, q)
		if q == 0 { // what has no weight is no least element
			below = LessEqual(share, 0)
		}
		r := Squeeze(TakeAlongAxis(v, Sum(below, Reduce{Axis: Axes(-1), Keepdims: true}), -1), -1)
		if v.DType().IsFloat() && !p.LeavesOut() {
			r = Where(Isnan(along(v, k, At(-1))), math.NaN(), r)
		}
		if o.Keepdims {
			r = ExpandDims(r, axes...)
		}
		out = append(out, r)
	}
	if !p.Many() {
		return out[0], nil
	}
	return Stack(out, 0), nil
}
