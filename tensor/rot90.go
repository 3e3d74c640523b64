package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Rot90 turns the plane of two axes, the first two unless given, k times by 90 degrees, from the first towards the second.
func Rot90(m any, k int, axes ...int) *Tensor { return made(&rot90{K: &k, Axes: axes}, m) }

type rot90 struct {
	op.Recipe
	K    *int
	Axes []int
}

func init() {
	op.Register[rot90](op.Doc{Name: "tensor.rot90", Like: "numpy.rot90", Sig: "rot90(m, k=1, axes=(0, 1))", Summary: "A plane of two axes turned by right angles"})
}

func (o *rot90) Build(m *Tensor) (*Tensor, error) {
	axes := o.Axes
	if len(axes) == 0 {
		axes = []int{0, 1}
	}
	if len(axes) != 2 {
		return nil, errs.New(errs.Invalid, "len(axes) must be 2.")
	}
	a, err := normAxis(axes[0], m.Rank())
	if err != nil {
		return nil, errs.New(errs.Invalid, "Axes=(%d, %d) out of range for array of ndim=%d.", axes[0], axes[1], m.Rank())
	}
	b, err := normAxis(axes[1], m.Rank())
	if err != nil {
		return nil, errs.New(errs.Invalid, "Axes=(%d, %d) out of range for array of ndim=%d.", axes[0], axes[1], m.Rank())
	}
	if a == b {
		return nil, errs.New(errs.Invalid, "Axes must be different.")
	}
	switch ((*o.K)%4 + 4) % 4 {
	case 0:
		return m, nil
	case 2:
		return Flip(Flip(m, a), b), nil
	case 1:
		return Swapaxes(Flip(m, b), a, b), nil
	}
	return Flip(Swapaxes(m, a, b), b), nil
}
