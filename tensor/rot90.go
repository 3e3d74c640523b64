package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type rot90 struct {
	op.Recipe
	K    *int
	Axes []int
}

func init() {
	op.Register[rot90](op.Doc{Name: "tensor.rot90", Like: "numpy.rot90", Sig: "rot90(m, k=1, axes=(0, 1))", Summary: "A plane of two axes turned by right angles", Go: "Rot90(m, k, axes...)", Text: "It turns from the first axis towards the second."})
}

// Back turns the other way.
func (o *rot90) Back(op.Meta) (op.Operand, bool, error) {
	k := -*o.K
	return &rot90{K: &k, Axes: o.Axes}, false, nil
}

func (o *rot90) Build(m *Tensor) (*Tensor, error) {
	axes := o.Axes
	if len(axes) == 0 {
		axes = []int{0, 1}
	}
	if len(axes) != 2 {
		return nil, errs.New(errs.Invalid, "len(axes) must be 2.")
	}
	a, err := chunk.NormAxis(axes[0], m.Rank())
	if err != nil {
		return nil, errs.New(errs.Invalid, "Axes=(%d, %d) out of range for array of ndim=%d.", axes[0], axes[1], m.Rank())
	}
	b, err := chunk.NormAxis(axes[1], m.Rank())
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
