package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A Padding is what is put around a tensor: so many places before and after each axis, and what they hold. Modes are "constant" (zeros, or Low and High for each axis), "edge",
// "reflect" (without the edge), "symmetric" (with it) and "wrap". The default is "constant".
type Padding struct {
	Before, After []int
	Mode          string
	Low, High     []float64
}

// Pad is a with places around it. Lengths must be known.
func Pad(a any, p Padding) *Tensor {
	return made(&pad{Before: p.Before, After: p.After, Mode: p.Mode, Low: p.Low, High: p.High}, a)
}

type pad struct {
	op.Recipe
	Before, After []int
	Mode          string
	Low, High     []float64
}

func init() {
	op.Register[pad](op.Doc{
		Name: "tensor.pad", Like: "numpy.pad", Sig: "pad(array, before, after, mode='constant', low=None, high=None)", Face: "hand",
		Python: "pad(array, pad_width, mode='constant', **kwargs)", Forms: "mode=own kwargs=own", Summary: "Tensor with places around it",
		Notes: "The modes that make statistics, linear_ramp and empty are refused.",
	})
}

func (o *pad) Build(a *Tensor) (*Tensor, error) {
	shape, known := a.Value().Meta().Shape()
	switch {
	case !known:
		return nil, errs.New(errs.Invalid, "pad of a tensor of unknown lengths: execute it first")
	case len(o.Before) != len(shape) || len(o.After) != len(shape):
		return nil, errs.New(errs.Invalid, "pad wants a width before and after each of %d axes", len(shape))
	}
	for axis, n := range shape {
		before, after := o.Before[axis], o.After[axis]
		switch {
		case before < 0 || after < 0:
			return nil, errs.New(errs.Invalid, "index can't contain negative values")
		case before == 0 && after == 0:
			continue
		case o.Mode == "constant":
			a = o.constants(a, axis)
			continue
		case n == 0:
			return nil, errs.New(errs.Invalid, "can't extend empty axis %d using modes other than 'constant' or 'empty'", axis)
		}
		at, err := o.places(Arange(-before, n+after, 1), n)
		if err != nil {
			return nil, err
		}
		a = Take(a, at, TakeOptions{Axis: &axis})
	}
	return a, nil
}

// constants joins numbers to both ends of an axis.
func (o *pad) constants(a *Tensor, axis int) *Tensor {
	side := func(n int, values []float64) *Tensor {
		shape, v := slices.Clone(a.Shape()), 0.0
		if shape[axis] = n; axis < len(values) {
			v = values[axis]
		}
		return AsType(Full(shape, v), a.DType())
	}
	return Concatenate([]*Tensor{side(o.Before[axis], o.Low), a, side(o.After[axis], o.High)}, axis)
}

// places is where elements at places that may lie outside of n come from.
func (o *pad) places(i *Tensor, n int) (*Tensor, error) {
	switch o.Mode {
	case "edge":
		return Clip(i, 0, n-1), nil
	case "wrap":
		return Remainder(i, n), nil
	case "symmetric":
		m := Remainder(i, 2*n)
		return Minimum(m, Subtract(2*n-1, m)), nil
	case "reflect":
		if n == 1 {
			return Multiply(i, 0), nil
		}
		m := Remainder(i, 2*n-2)
		return Minimum(m, Subtract(2*n-2, m)), nil
	}
	return nil, errs.New(errs.Invalid, "mode '%s' is not supported", o.Mode)
}
