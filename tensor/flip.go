package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

// Flip reverses the order of elements along axes, all of them unless given. It is a view, see Get.
func Flip(m any, axis ...int) *Tensor { return flipped(&flip{Axis: axis, name: "flip"}, m) }

// Flipud is Flip along the first axis.
func Flipud(m any) *Tensor { return flipped(&flip{name: "flipud"}, m) }

// Fliplr is Flip along the second axis.
func Fliplr(m any) *Tensor { return flipped(&flip{name: "fliplr"}, m) }

func flipped(o *flip, m any) *Tensor {
	t, err := As(m)
	if err != nil {
		return bad("tensor."+o.name, err)
	}
	return view(o, t)
}

type flip struct {
	op.Recipe
	Axis []int `sig:"-"` // of flip alone
	name string
}

func (o *flip) Row() string { return o.name }

func init() {
	for _, r := range []struct{ name, sig, summary string }{
		{"flip", "flip(m, axis=None)", "Elements in reverse order along axes"},
		{"flipud", "flipud(m)", "Elements in reverse order along the first axis"},
		{"fliplr", "fliplr(m)", "Elements in reverse order along the second axis"},
	} {
		op.Register[flip](op.Doc{Name: "tensor." + r.name, Like: "numpy." + r.name, Sig: r.sig, Summary: r.summary}, flip{name: r.name})
	}
}

// Back reverses the order again.
func (o *flip) Back(op.Meta) (op.Operand, bool, error) {
	return &flip{Axis: o.Axis, name: "flip"}, false, nil
}

// Normalize counts axes from 0.
func (o *flip) Normalize(in []op.Meta) (err error) {
	rank := len(in[0].Dims)
	switch o.name {
	case "flipud":
		if rank < 1 {
			return errs.New(errs.Invalid, "Input must be >= 1-d.")
		}
		o.Axis = []int{0}
	case "fliplr":
		if rank < 2 {
			return errs.New(errs.Invalid, "Input must be >= 2-d.")
		}
		o.Axis = []int{1}
	}
	o.Axis, err = chunk.NormAxes(o.Axis, rank)
	return err
}

func (o *flip) Build(m *Tensor) *Tensor {
	axes := chunk.AllAxes(o.Axis, m.Rank())
	ix := make([]pick.Index, m.Rank())
	for a := range ix {
		if ix[a] = Whole; slices.Contains(axes, a) {
			ix[a] = Whole.Every(-1)
		}
	}
	return m.Get(ix...)
}
