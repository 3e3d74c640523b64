package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/reduce"
)

// Argmin is the place of the smallest element along an axis, or in C order of all of them; the first one, and
// NaN wins.
func Argmin(a any, o ...Reduce) *Tensor { return positionOf("argmin", a, o) }

// Argmax is the place of the largest element along an axis, or in C order of all of them; the first one, and
// NaN wins.
func Argmax(a any, o ...Reduce) *Tensor { return positionOf("argmax", a, o) }

// Nanargmin is Argmin of what is not NaN; NaT counts, as in NumPy. Invalid, when it runs: nothing else is
// there.
func Nanargmin(a any, o ...Reduce) *Tensor { return positionOf("nanargmin", a, o) }

// Nanargmax is Argmax of what is not NaN. Invalid, when it runs: nothing else is there.
func Nanargmax(a any, o ...Reduce) *Tensor { return positionOf("nanargmax", a, o) }

// Argmin and Argmax are the functions of the same names.
func (t *Tensor) Argmin(o ...Reduce) *Tensor { return Argmin(t, o...) }
func (t *Tensor) Argmax(o ...Reduce) *Tensor { return Argmax(t, o...) }

func positionOf(name string, a any, o []Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	p := op.Lookup("tensor." + name).New().(*reduce.Position)
	if len(o) > 0 {
		p.Keepdims = o[0].Keepdims
		switch len(o[0].Axis) {
		case 0:
		case 1:
			p.Axis = &o[0].Axis[0]
		default:
			return bad("tensor."+name, errs.New(errs.Type, "%s() takes one axis, not %d", errs.Name(name), len(o[0].Axis)))
		}
	}
	return apply(p, t)
}
