package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// drawnNotes is what all draws say of their numbers.
const drawnNotes = "Numbers depend on the seed and the position of the element alone; they are not NumPy's."

// Dirichlet is shares of a whole, along a last axis behind those of size.
func (r *Random) Dirichlet(alpha []float64, size ...int) *Tensor {
	return apply(&dirichlet{Seeded: r.next(), Alpha: alpha, Size: size})
}

type dirichlet struct {
	op.Recipe
	op.Seeded
	Alpha []float64
	Size  []int
}

func init() {
	op.Register[dirichlet](op.Doc{
		Name: "tensor.random.dirichlet", Like: "numpy.random.dirichlet", Sig: "dirichlet(alpha, size=None)", Summary: "Shares of a whole, by Dirichlet's distribution",
		Text: "The last axis has a share for each number of alpha, all of which are positive; a row adds up to 1.", Notes: drawnNotes,
	})
}

func (o *dirichlet) Build() (*Tensor, error) {
	for _, a := range o.Alpha {
		if !(a > 0) {
			return nil, errs.New(errs.Invalid, "alpha <= 0")
		}
	}
	size := append(slices.Clone(o.Size), len(o.Alpha))
	g := NewRandom(*o.Seed).Draw("standard_gamma", Sample{Size: size}, Array(o.Alpha))
	return Divide(g, Sum(g, Reduce{Axis: []int{-1}, Keepdims: true})), nil
}
