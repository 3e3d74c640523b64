package tensor

import "github.com/mars-project/mars-go/tensor/ordering"

// Sort orders the elements along an axis, the last one by default; NaN and NaT go last.
func Sort(a any, axis ...int) *Tensor {
	a = only(a, axis)
	t, err := As(a)
	if err != nil {
		return bad("tensor.sort", err)
	}
	o := &ordering.Sorted{}
	if len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return apply(o, t)
}

// Argsort is the positions that sort a along an axis, the last one by default. It is stable; NaN and NaT go
// last.
func Argsort(a any, axis ...int) *Tensor {
	a = only(a, axis)
	t, err := As(a)
	if err != nil {
		return bad("tensor.argsort", err)
	}
	o := &ordering.Argsort{}
	if len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return apply(o, t)
}

// TopKOptions are the options of TopK.
type TopKOptions struct {
	Axis     *int // negative ones count from the end; nil means the last one
	Smallest bool // the k least in ascending order; the default is the k greatest in descending order
}

// TopK is the k greatest elements along an axis, greatest first; NaN counts as less than all. A short axis
// gives fewer.
func TopK(a any, k int, o ...TopKOptions) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor.topk", err)
	}
	p := &ordering.TopK{K: k, Largest: new(bool)}
	*p.Largest = true
	if len(o) > 0 {
		*p.Largest = !o[0].Smallest
		if o[0].Axis != nil {
			axis := *o[0].Axis
			p.Axis = &axis
		}
	}
	return apply(p, t)
}
