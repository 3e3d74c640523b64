package remote

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Overlap is Blocks of a function that gets places around its block too, and gives as many as the block has.
// The index of a task is the place of the block, and then for each axis how many places lie ahead of it and
// behind it.
type Overlap struct {
	Blocks
	Depth  []int // places along each axis, on both sides
	Padded bool  // the first and the last places of the parts are around blocks alone: the result has none for them
}

func init() {
	op.Register[Overlap](op.Doc{
		Face: "inner", Name: "remote.overlap", Gives: "tensor",
		Sig:     "overlap(func, *inputs, args=None, apart=False, python='', style='', parts=0, core=None, outs=None, free=False, whole=False, log='', slots=0, memory=0, timeout=0, where=None, env=False, packages=False, depth=None, padded=False)",
		Summary: "Tensor of what a function of a Python program gives for each block and what lies around it", Notes: "Nothing in the engine reads function and arguments.",
	})
}

func (o *Overlap) Infer(in []op.Meta) ([]op.Meta, error) {
	outs, err := o.Blocks.Infer(in)
	if err != nil {
		return nil, err
	}
	dims := in[1].Dims
	if len(outs) != 1 || o.Free || o.Whole || len(o.Outs[0].Shape) > 0 || len(o.Core) > 0 || len(o.Depth) != len(dims) || slices.Min(append([]int{0}, o.Depth...)) < 0 {
		return nil, errs.New(errs.Invalid, "a depth of %v for a tensor of %d axes", o.Depth, len(dims))
	}
	for i := range o.Parts {
		if !slices.Equal(in[1+i].Dims, dims) {
			return nil, errs.New(errs.Invalid, "tensors whose blocks overlap have one shape, not %s and %s", op.ShapeString(dims), op.ShapeString(in[1+i].Dims))
		}
	}
	outs[0].Dims = slices.Clone(dims)
	for a, d := range o.Depth {
		if o.Padded {
			outs[0].Dims[a].N -= 2 * d
		}
	}
	return outs, nil
}

// StageMeta is the meta of a block, which is put there.
func (o *Overlap) StageMeta(op.Stage, []op.Meta) ([]op.Meta, error) { return nil, nil }

// Tile is a task for each block.
func (o *Overlap) Tile(t *op.Tiler) error {
	in := slices.Clone(t.Ins())
	if err := t.Need(op.Rows, in[1:1+o.Parts]...); err != nil {
		return err
	}
	var own [][]op.Dim
	var sides [][][2]int
	for i := range o.Parts {
		g := t.Rechunk(in[1+i], t.AllSplits(in[1])...)
		in[1+i], own, sides = t.Overlap(g, o.Depth, o.Depth, o.Padded)
	}
	if t.Err() != nil {
		return t.Err()
	}
	out := op.Grid{Shape: in[1].Shape}
	for k := range in[1].Edges {
		at := indexOf(out.Shape, k)
		es := o.edges(t, in, k)
		if t.Err() != nil {
			return t.Err()
		}
		index := slices.Clone(at)
		for a, i := range at {
			index = append(index, sides[a][i][:]...)
		}
		e := t.Edge(index, es...)
		for a, i := range at {
			t.Long(e, a, own[a][i])
		}
		out.Edges = append(out.Edges, e)
	}
	return t.Out(out)
}

// Exec has the worker call the function.
func (o *Overlap) Exec(x *op.Exec) error { return o.call(x, x.Index[:len(o.Depth)]) }
