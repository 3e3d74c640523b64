package remote

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// free makes blocks of which only the function knows how long they are. An axis whose length was promised to
// be that of the part is cut as the part is; others are measured where blocks lie side by side.
func (o *Blocks) free(t *op.Tiler, in []op.Grid) error {
	part, shape := in[1], o.Outs[0].Shape
	out := op.Grid{Shape: slices.Repeat([]int{1}, len(shape))}
	copy(out.Shape, part.Shape)
	if len(part.Edges) > 1 && slices.ContainsFunc(part.Shape[min(len(part.Shape), len(shape)):], func(n int) bool { return n > 1 }) {
		return errs.New(errs.Invalid, "the function gives %d-d blocks, and the tensor has several chunks along axes behind these: rechunk it, or keep its axes", len(shape))
	}
	whole, blocks := part.Meta.Dims, t.At(op.Map)
	for k := range part.Edges {
		at, lens := indexOf(part.Shape, k), t.MetaOf(part.Edges[k]).Dims
		es := o.edges(t, in, k)
		if t.Err() != nil {
			return t.Err()
		}
		e := blocks.Edge(at, es...)
		out.Edges = append(out.Edges, e)
		for a, n := range shape {
			switch {
			case n < 0:
			case out.Shape[a] == 1:
				blocks.Long(e, a, op.Dim{N: n})
			case whole[a] == op.Dim{N: n}:
				blocks.Long(e, a, lens[a])
			}
		}
	}
	if t.Err() != nil {
		return t.Err()
	}
	if err := o.measured(t, out); err != nil {
		return err
	}
	return t.Out(out)
}

// measured checks that blocks which lie side by side are equally long, and are as long together as was
// promised. One row of them needs no check.
func (o *Blocks) measured(t *op.Tiler, g op.Grid) error {
	shape, cut, promised := o.Outs[0].Shape, 0, false
	for a, n := range g.Shape {
		if n > 1 {
			cut++
			promised = promised || shape[a] >= 0 && op.Sum(t.Splits(g, a)) != op.Dim{N: shape[a]}
		}
	}
	if cut < 2 && !promised {
		return nil
	}
	if err := t.Need(op.Rows, g); err != nil {
		return err
	}
	splits := t.AllSplits(g)
	for k, e := range g.Edges {
		at := indexOf(g.Shape, k)
		for a, d := range t.Lengths(e) {
			if n := splits[a][at[a]]; d != n {
				return errs.New(errs.Invalid, "block %s of the function has length %d along axis %d, and those beside it have %d", op.ShapeString(op.Dims(at...)), d.N, a, n.N)
			}
		}
	}
	for a, n := range shape {
		if d := op.Sum(splits[a]); n >= 0 && d.N != n {
			return errs.New(errs.Type, "length %d was promised along axis %d, and the function gave %d", n, a, d.N)
		}
	}
	return nil
}
