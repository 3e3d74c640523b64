package ufunc

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
)

// Clipped is the operand of tensor.clipped.
type Clipped struct {
	op.Elementwise
	op.Scalars // numbers in the places of a_min and a_max
	AMin, AMax op.Ref
}

func init() {
	op.Register[Clipped](op.Doc{Face: "inner", Name: "tensor.clipped", Sig: "clipped(a, a_min=None, a_max=None)", Summary: "Elements limited to a range"})
}

// limited is the function that limits elements of d, and the places of its arguments: a, and the limits there
// are. A limit that lies beyond the range of integers is none.
func (o *Clipped) limited(d dtype.DType) (name string, places []int) {
	places = []int{0}
	for i, r := range []op.Ref{o.AMin, o.AMax} {
		var limit any
		if i+1 < len(o.Args) {
			limit = o.Args[i+1]
		}
		v, whole := limit.(int64)
		if beyond := whole && !holds(d, v) && (v < 0) == (i == 0); r != 0 || limit != nil && !beyond {
			places = append(places, i+1)
		}
	}
	switch {
	case len(places) == 3:
		return "clip", places
	case len(places) == 1:
		return "positive", places
	case places[1] == 1:
		return "maximum", places
	}
	return "minimum", places
}

// input is the input at a place, -1 for a number.
func (o *Clipped) input(place int) int { return [...]int{0, o.AMin.I(), o.AMax.I()}[place] }

func (o *Clipped) loop(in []dtype.DType) (l basic.Loop, places []int, err error) {
	name, places := o.limited(in[0])
	if len(places) == 1 {
		return basic.Loop{In: in[:1], Out: in[:1]}, places, nil
	}
	u := &Ufunc{row: basic.Row{Name: name, In: len(places)}}
	var metas []op.Meta
	for _, p := range places {
		if i := o.input(p); i >= 0 {
			u.Args, metas = append(u.Args, nil), append(metas, op.Meta{DType: op.T(in[i])})
		} else {
			u.Args = append(u.Args, o.Args[p])
		}
	}
	l, err = u.loop(metas)
	return l, places, err
}

func (o *Clipped) Infer(in []op.Meta) ([]op.Meta, error) {
	types := make([]dtype.DType, len(in))
	for i, m := range in {
		types[i] = m.DType.Is
	}
	l, _, err := o.loop(types)
	if err != nil {
		return nil, err
	}
	d, err := op.Broadcast(in...)
	return []op.Meta{op.NewTensor(l.Out[0], d...)}, err
}

// Lower is the function that limits.
func (o *Clipped) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	types := make([]dtype.DType, len(in))
	for i, r := range in {
		types[i] = b.Type(r)
	}
	l, places, err := o.loop(types)
	if err != nil {
		return 0
	}
	args := make([]kernel.Reg, len(places))
	for k, p := range places {
		if i := o.input(p); i >= 0 {
			args[k] = b.Cast(in[i], l.In[k])
		} else {
			args[k] = b.Const(o.Args[p], l.In[k])
		}
	}
	if len(places) == 1 {
		return args[0]
	}
	return b.Call(l.Name, args...)
}

// Normalize refuses an argument that the signature's names cannot mean.
func (o *Clipped) Normalize(in []op.Meta) error {
	if o.AMin.I() >= len(in) || o.AMax.I() >= len(in) {
		return errs.New(errs.Invalid, "clip() has no input for a limit")
	}
	return nil
}
