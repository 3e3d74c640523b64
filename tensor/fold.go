package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/reduce"
)

// Reduce is the options of reductions. The zero value reduces all axes.
type Reduce struct {
	Axis     []int       // negative ones count from the end; nil means all
	Keepdims bool        // reduced axes stay, with length 1
	DType    dtype.DType // of the result, where the function lets it be chosen; zero for NumPy's default
	Ddof     float64     // of variances: what the count is lessened by
	Initial  any         // a number that the reduction begins with
	Mean     any         // of variances: the means, with reduced axes of length 1, where they are known
	Where    any         // bools that broadcast: elements where they are false do not count. Smallest and largest elements want Initial then
}

// Axes are axes for Reduce.
func Axes(a ...int) []int { return a }

// Sum adds the elements of a along axes. Narrow integers and bools add up to 64-bit integers, as in NumPy;
// the sum of floats is the exact one rounded once, however they are cut into chunks (see package reduce).
func Sum(a any, o ...Reduce) *Tensor { return foldBy("sum", a, o) }

// Prod multiplies the elements of a along axes. The product of floats neither overflows nor underflows before
// its end, and is rounded once, however they are cut into chunks (see package reduce).
func Prod(a any, o ...Reduce) *Tensor { return foldBy("prod", a, o) }

// Min is the smallest element along axes; NaN wins.
func Min(a any, o ...Reduce) *Tensor { return foldBy("min", a, o) }

// Max is the largest element along axes; NaN wins.
func Max(a any, o ...Reduce) *Tensor { return foldBy("max", a, o) }

// Any reports whether any element along axes is true.
func Any(a any, o ...Reduce) *Tensor { return foldBy("any", a, o) }

// All reports whether all elements along axes are true.
func All(a any, o ...Reduce) *Tensor { return foldBy("all", a, o) }

// CountNonzero counts the elements along axes that are not zero.
func CountNonzero(a any, o ...Reduce) *Tensor { return foldBy("count_nonzero", a, o) }

// Nansum is Sum with NaN as 0.
func Nansum(a any, o ...Reduce) *Tensor { return foldBy("nansum", a, o) }

// Nanprod is Prod with NaN as 1.
func Nanprod(a any, o ...Reduce) *Tensor { return foldBy("nanprod", a, o) }

// Nanmin is Min of what is not NaN, and NaN where there is nothing else.
func Nanmin(a any, o ...Reduce) *Tensor { return foldBy("nanmin", a, o) }

// Nanmax is Max of what is not NaN, and NaN where there is nothing else.
func Nanmax(a any, o ...Reduce) *Tensor { return foldBy("nanmax", a, o) }

// Sum, Prod, Min, Max, Any and All are the functions of the same names.
func (t *Tensor) Sum(o ...Reduce) *Tensor  { return Sum(t, o...) }
func (t *Tensor) Prod(o ...Reduce) *Tensor { return Prod(t, o...) }
func (t *Tensor) Min(o ...Reduce) *Tensor  { return Min(t, o...) }
func (t *Tensor) Max(o ...Reduce) *Tensor  { return Max(t, o...) }
func (t *Tensor) Any(o ...Reduce) *Tensor  { return Any(t, o...) }
func (t *Tensor) All(o ...Reduce) *Tensor  { return All(t, o...) }

func foldBy(name string, a any, o []Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	f := op.Lookup("tensor." + name).New().(*reduce.Fold)
	if len(o) > 0 && o[0].chosen() && name != "count_nonzero" {
		return reduceWhere(name, t, o[0])
	}
	if len(o) > 0 {
		f.Axis, f.Keepdims, f.Dtype = o[0].Axis, o[0].Keepdims, o[0].DType
		if !f.TakesType() && !f.Dtype.IsZero() {
			return bad("tensor."+name, errs.New(errs.Type, "%s() got an unexpected keyword argument 'dtype'", errs.Name(name)))
		}
	}
	return apply(f, t)
}
