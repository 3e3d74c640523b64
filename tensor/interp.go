package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type interp struct {
	op.Recipe
	Left   *float64 // the value below the points; nil is that of the first
	Right  *float64 // the value above the points; nil is that of the last
	Period *float64 // the points repeat after so much
}

func init() {
	op.Register[interp](op.Doc{
		Name: "tensor.interp", Like: "numpy.interp", Sig: "interp(x, xp, fp, left=None, right=None, period=None)",
		Summary: "Values of the lines between points", Notes: "The number of points must be known.",
		Go: "Interp(x, xp, fp, Interps)", Text: "The points are (xp, fp), and xp ascends.",
	})
}

func (o *interp) Build(x, xp, fp *Tensor) (*Tensor, error) {
	switch {
	case xp.Rank() != 1 || fp.Rank() != 1:
		return nil, errs.New(errs.Invalid, "Data points must be 1-D sequences")
	case xp.Shape()[0] < 0 || fp.Shape()[0] < 0:
		return nil, errs.New(errs.Invalid, "interp of an unknown number of points: execute them first")
	case xp.Shape()[0] != fp.Shape()[0]:
		return nil, errs.New(errs.Invalid, "fp and xp are not of the same length.")
	case xp.Shape()[0] == 0:
		return nil, errs.New(errs.Invalid, "array of sample points is empty")
	case x.DType().IsComplex() || xp.DType().IsComplex():
		return nil, errs.New(errs.Type, "Cannot cast array data from dtype('complex128') to dtype('float64') according to the rule 'safe'")
	}
	x, xp = AsType(x, dtype.Float64), AsType(xp, dtype.Float64)
	if !fp.DType().IsComplex() {
		fp = AsType(fp, dtype.Float64)
	} else {
		fp = AsType(fp, dtype.Complex128)
	}
	left, right := o.Left, o.Right
	if o.Period != nil {
		p := math.Abs(*o.Period)
		if p == 0 {
			return nil, errs.New(errs.Invalid, "period must be a non-zero value")
		}
		x, xp = Remainder(x, p), Remainder(xp, p)
		order := Argsort(xp)
		xp, fp = Take(xp, order), Take(fp, order)
		first, last := To(1), From(-1)
		xp = Concatenate([]*Tensor{Subtract(xp.Get(last), p), xp, Add(xp.Get(first), p)}, 0)
		fp = Concatenate([]*Tensor{fp.Get(last), fp, fp.Get(first)}, 0)
		left, right = nil, nil
	}
	n := xp.Shape()[0]
	low, high := any(fp.Get(At(0))), any(fp.Get(At(n-1)))
	if left != nil {
		low = *left
	}
	if right != nil {
		high = *right
	}
	v := fp.Get(At(0))
	if n > 1 {
		i := Clip(Subtract(SearchSorted(xp, x, Right), 1), 0, n-2)
		x0, y0, x1, y1 := Take(xp, i), Take(fp, i), Take(xp, Add(i, 1)), Take(fp, Add(i, 1))
		v = Add(Multiply(Divide(Subtract(y1, y0), Subtract(x1, x0)), Subtract(x, x0)), y0)
		v = Where(Equal(x, x0), y0, Where(Equal(x, x1), y1, v))
	}
	v = Where(Less(x, xp.Get(At(0))), low, Where(Greater(x, xp.Get(At(n-1))), high, v))
	if n == 1 { // NumPy does not look at NaN then
		return v, nil
	}
	return Where(Isnan(x), x, v), nil
}
