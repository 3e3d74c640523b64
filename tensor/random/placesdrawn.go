package random

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/rng"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// PlacesDrawn is the operand of tensor.places_drawn.
type PlacesDrawn struct {
	N, Size int
	Seed    int64
	Replace bool
	Weights op.Ref
}

func init() {
	op.Register[PlacesDrawn](op.Doc{
		Face: "inner", Name: "tensor.places_drawn", Sig: "places_drawn(n, size, seed, replace=False, weights=None)",
		Summary: "Places as NumPy's RandomState draws them",
	})
}

func (o *PlacesDrawn) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in) > 0 && (len(in[0].Dims) != 1 || in[0].Dims[0].Known() && in[0].Dims[0].N != o.N) {
		return nil, errs.New(errs.Invalid, "Weights and axis to be sampled must be of same length")
	}
	if o.Seed < 0 || o.Seed >= 1<<32 {
		return nil, errs.New(errs.Invalid, "Seed must be between 0 and 2**32 - 1")
	}
	return []op.Meta{op.NewTensor(dtype.Int64, op.Dim{N: o.Size})}, nil
}

func (o *PlacesDrawn) Tile(t *op.Tiler) error {
	if len(t.Ins()) == 0 {
		return t.Out(t.SourceAt([][]op.Dim{op.Dims(o.Size)}))
	}
	g := t.Map(op.Whole(t.In(0)))
	g.Shape = []int{1}
	return t.Out(g)
}

func (o *PlacesDrawn) Exec(x *op.Exec) error {
	out := x.Alloc(dtype.Int64, o.Size)
	var weights []float64
	if x.Len() > 0 {
		w, err := chunk.Cast(x, x.Array(0), dtype.Float64)
		if err != nil {
			return err
		}
		if weights = slices.Clone(nd.Data[float64](w)); len(weights) != o.N {
			return errs.New(errs.Invalid, "Weights and axis to be sampled must be of same length")
		}
	}
	if err := rng.NewMersenne(uint32(o.Seed)).Places(x.Mem(), nd.Data[int64](out), o.N, o.Replace, weights); err != nil {
		return err
	}
	return x.Put(0, out)
}
