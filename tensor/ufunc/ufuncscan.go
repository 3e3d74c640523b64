package ufunc

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

// ScanAlong is a running reduction. A chunk's task takes the result of the one before it, of which the last
// row is carried on.
type ScanAlong struct {
	Ufunc string
	Axis  int
	Dtype dtype.DType
}

func init() {
	op.Register[ScanAlong](op.Doc{Face: "inner", Name: "tensor.scan_along", Summary: "Running reduction along an axis", Sig: "scan_along(a, ufunc, axis=0, dtype=None)"})
}

// Normalize counts the axis from 0.
func (o *ScanAlong) Normalize(in []op.Meta) (err error) {
	o.Axis, err = chunk.NormAxis(o.Axis, len(in[0].Dims))
	return err
}

func (o *ScanAlong) Infer(in []op.Meta) ([]op.Meta, error) {
	l, err := FoldLoop(o.Ufunc, in[0].DType.Is, o.Dtype)
	if err != nil {
		return nil, err
	}
	return []op.Meta{op.NewTensor(l.Out[0], in[0].Dims...)}, nil
}

// Tile makes a chain of tasks along the axis. Chunks without rows carry nothing.
func (o *ScanAlong) Tile(t *op.Tiler) error {
	g := t.In(0)
	if g.Shape[o.Axis] > 1 {
		if err := t.Need(op.Rows, g); err != nil {
			return err
		}
	}
	splits, out := t.Splits(g, o.Axis), op.Grid{Shape: g.Shape, Edges: make([]op.Edge, len(g.Edges))}
	lines := slices.Clone(g.Shape)
	lines[o.Axis] = 1
	pick.Every(t, lines, func(at []int) {
		var last []op.Edge
		for k := range g.Shape[o.Axis] {
			at[o.Axis] = k
			e := t.Edge(at, append([]op.Edge{g.At(at...)}, last...)...)
			out.Edges[pick.Place(g.Shape, at)] = e
			if splits[k] != (op.Dim{}) {
				last = []op.Edge{e}
			}
		}
	})
	return t.Out(out)
}

// Exec goes on from the last row of the chunk before.
func (o *ScanAlong) Exec(x *op.Exec) error {
	l, err := FoldLoop(o.Ufunc, x.Array(0).DType, o.Dtype)
	if err != nil {
		return err
	}
	a, err := chunk.Cast(x, x.Array(0), l.In[0])
	if err != nil {
		return err
	}
	var carry *nd.Array
	if x.Len() > 1 {
		b := x.Array(1)
		carry = b.Index(o.Axis, b.Shape[o.Axis]-1)
	}
	out, err := reduce.Running(x.Mem(), &l, a, carry, o.Axis)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
