package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// Clip limits elements to the range from lo to hi, each a tensor, a number, or nil for no limit. Where lo is
// above hi the result is hi. The three promote, numbers being weak. A limit beyond the range of an integer
// dtype is none if it lies on its own side.
func Clip(a, lo, hi any) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.clip", err)
	}
	o, in := &ufunc.Clipped{}, []*Tensor{t}
	o.Args = make([]any, 3)
	for i, v := range []any{lo, hi} {
		if v == nil {
			continue
		}
		if n := chunk.Number(v); n != nil {
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

func init() {
	op.Register[clip](op.Doc{
		Name: "tensor.clip", Like: "numpy.clip", Methods: "Tensor.clip", Summary: "Elements limited to a range", Forms: "a_min=mixed a_max=mixed min=mixed max=mixed",
		Sig: "clip(a, a_min=<no value>, a_max=<no value>, out=None, *, min=<no value>, max=<no value>, **kwargs)",
	})
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
