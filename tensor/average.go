package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// Average is the weighted mean along axes; nil weights make it Mean. Weights have the shape of a, or its
// lengths along the axes. Invalid when it runs: weights sum to zero.
func Average(a, weights any, o ...Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor.average", err)
	}
	v, in := &average{}, []*Tensor{t}
	if len(o) > 0 {
		v.Axis, v.Keepdims = o[0].Axis, o[0].Keepdims
	}
	if weights != nil {
		if t, err = As(weights); err != nil {
			return bad("tensor.average", err)
		}
		v.Weights, in = op.In(1), append(in, t)
	}
	return apply(v, in...)
}

type average struct {
	op.Recipe
	Axis     []int
	Weights  op.Ref
	Keepdims bool
}

func init() {
	op.Register[average](op.Doc{
		Gives: "2 if returned", Forms: "returned=own",
		Name: "tensor.average", Like: "numpy.average",
		Sig:     "average(a, axis=None, weights=None, returned=False, *, keepdims=False)",
		Summary: "Weighted mean along axes",
	})
}

// Normalize counts axes from 0 and keeps their order, which is that of the weights' axes.
func (o *average) Normalize(in []op.Meta) error {
	if o.Axis == nil {
		return nil
	}
	if _, err := chunk.NormAxes(o.Axis, len(in[0].Dims)); err != nil {
		return err
	}
	o.Axis = slices.Clone(o.Axis)
	for i, a := range o.Axis {
		o.Axis[i], _ = chunk.NormAxis(a, len(in[0].Dims))
	}
	return nil
}

// Build is the mean, and the sum of the weights.
func (o *average) Build(a, weights *Tensor) (avg, total *Tensor, err error) {
	along := Reduce{Axis: o.Axis, Keepdims: o.Keepdims}
	if weights == nil {
		avg = Mean(a, along)
		along.DType = avg.DType()
		return avg, Sum(OnesLike(a, Create{DType: avg.DType()}), along), nil
	}
	args := []dtype.Arg{dtype.Strong(a.DType()), dtype.Strong(weights.DType())}
	if d := a.DType(); d.IsInteger() || d.IsBool() {
		args = append(args, dtype.Strong(dtype.Float64))
	}
	d, err := dtype.Result(args...)
	if err != nil {
		return nil, nil, err
	}
	w, err := o.spread(a, AsType(weights, d))
	if err != nil {
		return nil, nil, err
	}
	along.DType = d
	total = Sum(w, along)
	avg = apply(&ufunc.Normalized{}, Sum(Multiply(AsType(a, d), w), along), total)
	return avg, BroadcastArrays(total, avg)[0], nil
}

// spread gives weights of fewer axes the rank of a.
func (o *average) spread(a, w *Tensor) (*Tensor, error) {
	da, dw := a.Value().Meta().Dims, w.Value().Meta().Dims
	if slices.Equal(da, dw) {
		return w, nil
	}
	if o.Axis == nil {
		return nil, errs.New(errs.Type, "Axis must be specified when shapes of a and weights differ.")
	}
	fits := len(dw) == len(o.Axis)
	for i := 0; fits && i < len(dw); i++ {
		fits = dw[i] == da[o.Axis[i]]
	}
	if !fits {
		return nil, errs.New(errs.Invalid, "Shape of weights must be consistent with shape of a along specified axis.")
	}
	perm := make([]int, len(o.Axis))
	for i := range perm {
		perm[i] = i
	}
	slices.SortFunc(perm, func(i, j int) int { return o.Axis[i] - o.Axis[j] })
	if !slices.IsSorted(o.Axis) {
		w = Transpose(w, perm...)
	}
	var ix []pick.Index
	for k := range da {
		if slices.Contains(o.Axis, k) {
			ix = append(ix, Whole)
		} else {
			ix = append(ix, NewAxis)
		}
	}
	return w.Get(ix...), nil
}
