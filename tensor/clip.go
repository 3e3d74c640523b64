package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
)

// Clip limits elements to the range from lo to hi, each a tensor, a number, or nil for no limit. Where lo is
// above hi the result is hi. The three promote, numbers being weak. A limit beyond the range of an integer
// dtype is none if it lies on its own side.
func Clip(a, lo, hi any) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.clip", err)
	}
	o, in := &clipped{}, []*Tensor{t}
	o.Args = make([]any, 3)
	for i, v := range []any{lo, hi} {
		if v == nil {
			continue
		}
		if n := number(v); n != nil {
			o.Args[i+1] = n
			continue
		}
		if t, err = As(v); err != nil {
			return bad("tensor.clip", err)
		}
		*[]*op.Ref{&o.AMin, &o.AMax}[i] = op.In(len(in))
		in = append(in, t)
	}
	return apply(o, in...)
}

// Clip limits elements of t; see the function Clip.
func (t *Tensor) Clip(lo, hi any) *Tensor { return Clip(t, lo, hi) }

// clip is the recipe of what users call: the limits may have either name.
type clip struct {
	op.Recipe
	AMin, AMax, Min, Max op.Written
}

type clipped struct {
	op.Elementwise
	op.Scalars // numbers in the places of a_min and a_max
	AMin, AMax op.Ref
}

func init() {
	op.Register[clip](op.Doc{
		Name: "tensor.clip", Like: "numpy.clip", Methods: "Tensor.clip", Summary: "Elements limited to a range", Forms: "a_min=mixed a_max=mixed min=mixed max=mixed",
		Sig: "clip(a, a_min=<no value>, a_max=<no value>, out=None, *, min=<no value>, max=<no value>, **kwargs)",
	})
	op.Register[clipped](op.Doc{Face: "inner", Name: "tensor.clipped", Sig: "clipped(a, a_min=None, a_max=None)", Summary: "Elements limited to a range"})
}

func (o *clip) Build(a *Tensor, more []*Tensor) (*Tensor, error) {
	lo, hi := o.AMin, o.AMax
	switch {
	case !lo.Is && !hi.Is:
		lo, hi = o.Min, o.Max
	case !lo.Is:
		return nil, errs.New(errs.Type, "clip() missing 1 required positional argument: 'a_min'")
	case !hi.Is:
		return nil, errs.New(errs.Type, "clip() missing 1 required positional argument: 'a_max'")
	case o.Min.Is || o.Max.Is:
		return nil, errs.New(errs.Invalid, "Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided is forbidden.")
	}
	return Clip(a, written(lo, 1, more), written(hi, 1, more)), nil
}

// limited is the function that limits elements of d, and the places of its arguments: a, and the limits there
// are. A limit that lies beyond the range of integers is none.
func (o *clipped) limited(d dtype.DType) (name string, places []int) {
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
func (o *clipped) input(place int) int { return [...]int{0, o.AMin.I(), o.AMax.I()}[place] }

func (o *clipped) loop(in []dtype.DType) (l basic.Loop, places []int, err error) {
	name, places := o.limited(in[0])
	if len(places) == 1 {
		return basic.Loop{In: in[:1], Out: in[:1]}, places, nil
	}
	u := &ufunc{row: basic.Row{Name: name, In: len(places)}}
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

func (o *clipped) Infer(in []op.Meta) ([]op.Meta, error) {
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
func (o *clipped) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
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
func (o *clipped) Normalize(in []op.Meta) error {
	if o.AMin.I() >= len(in) || o.AMax.I() >= len(in) {
		return errs.New(errs.Invalid, "clip() has no input for a limit")
	}
	return nil
}
