package tensor

import "github.com/mars-project/mars-go/op"

// Ptp is the largest less the smallest element along axes; NaN wins.
func Ptp(a any, o ...Reduce) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.ptp", err)
	}
	p := &ptp{}
	if len(o) > 0 {
		p.Axis, p.Keepdims = o[0].Axis, o[0].Keepdims
	}
	return apply(p, t)
}

type ptp struct {
	op.Recipe
	Axis     []int
	Keepdims bool
}

func init() {
	op.Register[ptp](op.Doc{
		Name: "tensor.ptp", Like: "numpy.ptp", Sig: "ptp(a, axis=None, out=None, keepdims=False)",
		Summary: "Range of elements along axes: the largest less the smallest",
	})
}

// Normalize counts axes from 0.
func (o *ptp) Normalize(in []op.Meta) (err error) {
	o.Axis, err = normAxes(o.Axis, len(in[0].Dims))
	return err
}

func (o *ptp) Build(a *Tensor) *Tensor {
	r := Reduce{Axis: o.Axis, Keepdims: o.Keepdims}
	return Subtract(Max(a, r), Min(a, r))
}
