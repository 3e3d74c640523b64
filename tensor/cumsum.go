package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/reduce"
)

// Cumsum is the running sum along an axis, or of all elements in C order when Reduce names none. Narrow
// integers and bools add up to 64-bit integers.
func Cumsum(a any, o ...Reduce) *Tensor { return runningOf("cumsum", a, o) }

// Cumprod is the running product along an axis, or of all elements in C order.
func Cumprod(a any, o ...Reduce) *Tensor { return runningOf("cumprod", a, o) }

// Nancumsum is Cumsum with NaN as 0.
func Nancumsum(a any, o ...Reduce) *Tensor { return runningOf("nancumsum", a, o) }

// Nancumprod is Cumprod with NaN as 1.
func Nancumprod(a any, o ...Reduce) *Tensor { return runningOf("nancumprod", a, o) }

// Cumsum and Cumprod are the functions of the same names.
func (t *Tensor) Cumsum(o ...Reduce) *Tensor  { return Cumsum(t, o...) }
func (t *Tensor) Cumprod(o ...Reduce) *Tensor { return Cumprod(t, o...) }

func runningOf(name string, a any, o []Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	r := op.Lookup("tensor." + name).New().(*reduce.Running)
	if len(o) > 0 {
		r.Dtype = o[0].DType
		switch {
		case o[0].Keepdims:
			return bad("tensor."+name, errs.New(errs.Type, "%s() got an unexpected keyword argument 'keepdims'", errs.Name(name)))
		case len(o[0].Axis) == 1:
			r.Axis = &o[0].Axis[0]
		case len(o[0].Axis) > 1:
			return bad("tensor."+name, errs.New(errs.Type, "%s() takes one axis, not %d", errs.Name(name), len(o[0].Axis)))
		}
	}
	return apply(r, t)
}
