package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type moveaxis struct {
	op.Recipe
	Source, Destination []int
}

func init() {
	op.Register[moveaxis](op.Doc{
		Name: "tensor.moveaxis", Like: "numpy.moveaxis", Sig: "moveaxis(a, source, destination)", Summary: "Tensor with axes at other places",
		Go: "Moveaxis", Text: "The other axes keep their order. It is a view.",
	})
}

// Normalize counts axes from 0.
func (o *moveaxis) Normalize(in []op.Meta) error {
	n := len(in[0].Dims)
	if len(o.Source) != len(o.Destination) {
		return errs.New(errs.Invalid, "`source` and `destination` arguments must have the same number of elements")
	}
	for _, p := range []*[]int{&o.Source, &o.Destination} {
		name := "source"
		if p == &o.Destination {
			name = "destination"
		}
		*p = slices.Clone(*p)
		for i, a := range *p {
			k, err := chunk.NormAxis(a, n)
			if err != nil {
				return errs.New(errs.Invalid, "%s: axis %d is out of bounds for array of dimension %d", name, a, n)
			}
			if slices.Contains((*p)[:i], k) {
				return errs.New(errs.Invalid, "repeated axis in `%s` argument", name)
			}
			(*p)[i] = k
		}
	}
	return nil
}

// Back moves the axes back.
func (o *moveaxis) Back(op.Meta) (op.Operand, bool, error) {
	return &moveaxis{Source: o.Destination, Destination: o.Source}, false, nil
}

func (o *moveaxis) Build(a *Tensor) *Tensor { return Transpose(a, o.Permutation(a.Rank())...) }

func (o *moveaxis) Permutation(n int) []int {
	perm := make([]int, 0, n)
	for k := range n {
		if !slices.Contains(o.Source, k) {
			perm = append(perm, k)
		}
	}
	to := make([]int, len(o.Source)) // by destination, so that earlier places are there before later ones
	for i := range to {
		to[i] = i
	}
	slices.SortFunc(to, func(i, j int) int { return o.Destination[i] - o.Destination[j] })
	for _, i := range to {
		perm = slices.Insert(perm, o.Destination[i], o.Source[i])
	}
	return perm
}
