package creation

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Triangle is the operand of tensor.tril and tensor.triu.
type Triangle struct {
	K     int
	upper bool
}

func (o *Triangle) Row() string {
	if o.upper {
		return "triu"
	}
	return "tril"
}

func init() {
	op.Register[Triangle](op.Doc{
		Name: "tensor.tril", Like: "numpy.tril", Sig: "tril(m, k=0)", Summary: "Lower triangle of the last two axes",
	})
	op.Register[Triangle](op.Doc{
		Name: "tensor.triu", Like: "numpy.triu", Sig: "triu(m, k=0)", Summary: "Upper triangle of the last two axes",
	}, Triangle{upper: true})
}

func (o *Triangle) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in[0].Dims) < 2 {
		return nil, errs.New(errs.Invalid, "%s wants at least two dimensions, not %d", o.Row(), len(in[0].Dims))
	}
	return in[:1], nil
}

// Tile passes chunks that keep everything on; each of the others knows where it lies.
func (o *Triangle) Tile(t *op.Tiler) error {
	g := t.In(0)
	if err := t.Need(op.Rows, g); err != nil {
		return err
	}
	r := len(g.Shape)
	full := make([]int, r)
	for a := range full {
		full[a] = op.Sum(t.Splits(g, a)).N
	}
	out := op.Grid{Shape: g.Shape}
	t.Boxes(g, func(k int, idx, lo, size []int) {
		e := g.Edges[k]
		first, last := lo[r-1]-(lo[r-2]+size[r-2]-1), lo[r-1]+size[r-1]-1-lo[r-2] // the diagonals that the chunk meets
		if o.upper && first < o.K || !o.upper && last > o.K {
			e = t.Place(lo, full).Edge(idx, e)
		}
		out.Edges = append(out.Edges, e)
	})
	return t.Out(out)
}

// Exec clears, row by row, what is on the wrong side of the diagonal.
func (o *Triangle) Exec(x *op.Exec) error {
	a := x.Own(0)
	r := a.Rank()
	zero := nd.Array{DType: a.DType}
	for i := range a.Shape[r-2] {
		at := min(max(x.Lo()[r-2]+i+o.K-x.Lo()[r-1], -1), a.Shape[r-1]) // column of the diagonal, counted in the chunk
		row := a.Slice(r-2, i, i+1, 1)
		if o.upper {
			row = row.Slice(r-1, 0, max(0, at), 1)
		} else {
			row = row.Slice(r-1, min(at+1, a.Shape[r-1]), a.Shape[r-1], 1)
		}
		if row.Size() == 0 {
			continue
		}
		if zero.Block == nil {
			z, err := nd.Zeros(x.Mem(), a.DType)
			if err != nil {
				return err
			}
			zero = *z
		}
		z, err := zero.BroadcastTo(row.Shape...)
		if err != nil {
			return err
		}
		if err := nd.Copy(row, z); err != nil {
			return err
		}
	}
	return x.Put(0, a)
}
