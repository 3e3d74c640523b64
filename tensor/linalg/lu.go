package linalg

import (
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// LU is the operand of tensor.linalg.lu.
type LU struct{}

func init() {
	op.Register[LU](op.Doc{
		Name: "tensor.linalg.lu", Like: "scipy.linalg.lu", Sig: "lu(a)", Summary: "Factors p, l and u of matrices, a = p l u", Gives: "3",
	})
}

func (*LU) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := AtLeastMatrix(in[0])
	if err != nil {
		return nil, err
	}
	lead, n := splitMatrix(in[0])
	m := in[0].Dims[len(lead)]
	k := least(m, n)
	return []op.Meta{op.NewTensor(chunk.RealOf(d), append(lead, m, m)...), op.NewTensor(d, append(lead, m, k)...), op.NewTensor(d, append(lead, k, n)...)}, nil
}

func (*LU) Tile(t *op.Tiler) error {
	g := t.Map(matrices(t, 0))
	return t.Out(g, g.Out(1), g.Out(2))
}

func (*LU) Exec(x *op.Exec) error {
	a, err := chunk.Cast(x, x.Array(0), x.Out(1).DType.Is)
	if err != nil {
		return err
	}
	perm, l, u, err := linalg.LU(x.Mem(), x.Parallel, a)
	if err != nil {
		return err
	}
	p, err := permutations(x, perm)
	if err != nil {
		return err
	}
	_ = x.Put(1, l)
	_ = x.Put(2, u)
	return x.Put(0, p)
}

// permutations is the matrices that bring rows back to where perm took them from.
func permutations(x *op.Exec, perm *nd.Array) (*nd.Array, error) {
	m := perm.Shape[perm.Rank()-1]
	p := x.Alloc(x.Out(0).DType.Is, append(perm.Shape[:perm.Rank()-1:perm.Rank()-1], m, m)...)
	if err := chunk.FillWith(x, p, float64(0)); err != nil {
		return nil, err
	}
	rows := nd.Data[int64](perm)
	for k, r := range rows {
		at := k/max(m, 1)*m*m + int(r)*m + k%m
		switch d := p.DType.Size(); d {
		case 4:
			nd.Data[float32](p)[at] = 1
		default:
			nd.Data[float64](p)[at] = 1
		}
	}
	return p, nil
}
