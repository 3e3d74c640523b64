package counts

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Binning is equal bins over a range. The range is that of the elements unless given: Map finds it in a
// chunk, Combine joins, and a Final task of no or such inputs makes the edges.
type Binning struct {
	Bins  int
	Range []float64 // two bounds
}

// Meta describes the edges for elements of d.
func (o *Binning) Meta(d dtype.DType) op.Meta {
	if !d.IsFloat() {
		d = dtype.Float64
	}
	return op.NewTensor(d, op.Dim{N: o.Bins + 1})
}

// lower is the Map stage: the range of a chunk.
func (o *Binning) lower(b *kernel.Builder, r kernel.Reg) kernel.Reg {
	r = b.Cast(r, dtype.Float64)
	return b.Tuple(b.Fold("min", dtype.DType{}, r), b.Fold("max", dtype.DType{}, r))
}

// edges makes the task of the edges.
func (o *Binning) edges(t *op.Tiler, a op.Grid) (op.Grid, error) {
	var line []op.Edge
	if o.Range == nil {
		g, err := chunk.NonEmpty(t, a, nil)
		if err != nil {
			return g, err
		}
		size := 1
		for _, d := range chunk.Lengths(t, g) {
			size *= d.N
		}
		if size > 0 {
			line = t.At(op.Map).Map(g).Edges
		}
	}
	return chunk.Tree(t, line, chunk.MetasOf(t.Ins())), t.Err()
}

// join is the range of ranges, and make the edges of one, or without any.
func (o *Binning) join(x *op.Exec) ([]*nd.Array, error) {
	var in []*nd.Array
	for _, p := range x.Tuples() {
		in = append(in, p[0].(*nd.Array), p[1].(*nd.Array))
	}
	return chunk.Compute(x, in, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		lo, hi := r[0], r[1]
		for k := 2; k < len(r); k += 2 {
			lo, hi = b.Call("minimum", lo, r[k]), b.Call("maximum", hi, r[k+1])
		}
		return b.Tuple(lo, hi)
	})
}

func (o *Binning) make(x *op.Exec, d dtype.DType) (*nd.Array, error) {
	lo, hi := 0.0, 1.0 // of no elements
	if o.Range != nil {
		lo, hi = o.Range[0], o.Range[1]
	} else if x.Len() > 0 {
		r, err := o.join(x)
		if err != nil {
			return nil, err
		}
		lo, hi = nd.Data[float64](r[0])[0], nd.Data[float64](r[1])[0]
	}
	b, err := sort.UniformBins(lo, hi, o.Bins)
	if err != nil {
		return nil, err
	}
	e := x.Alloc(dtype.Float64, len(b.Edges))
	copy(nd.Data[float64](e), b.Edges)
	return chunk.Cast(x, e, d)
}

// found are the bins between edges, which are equal where make has made them.
func found(x *op.Exec, edges *nd.Array, equal bool) (sort.Bins, error) {
	e, err := float64s(x, edges)
	if err != nil {
		return sort.Bins{}, err
	}
	b, err := sort.EdgeBins(e)
	b.Uniform = equal
	return b, err
}

// float64s is the elements of a in C order as float64.
func float64s(x *op.Exec, a *nd.Array) ([]float64, error) {
	a, err := chunk.Cast(x, a, dtype.Float64)
	if err != nil {
		return nil, err
	}
	if a, err = a.Contig(x.Mem()); err != nil {
		return nil, err
	}
	return nd.Data[float64](a), nil
}
