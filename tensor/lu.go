package tensor

import (
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// LU is factors of matrices a = p l u with partial pivoting: p a permutation of rows, l of unit diagonal with
// min(m, n) columns, and u upper triangular.
func LU(a any) (p, l, u *Tensor) {
	t, err := As(a)
	if err != nil {
		b := bad("tensor.linalg.lu", err)
		return b, b, b
	}
	out := outputs(node(&lu{}, t), 3)
	return out[0], out[1], out[2]
}

type lu struct{}

func init() {
	op.Register[lu](op.Doc{
		Name: "tensor.linalg.lu", Like: "scipy.linalg.lu", Sig: "lu(a)", Summary: "Factors p, l and u of matrices, a = p l u", Gives: "3",
	})
}

func (*lu) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := atLeastMatrix(in[0])
	if err != nil {
		return nil, err
	}
	lead, n := splitMatrix(in[0])
	m := in[0].Dims[len(lead)]
	k := least(m, n)
	return []op.Meta{op.NewTensor(realOf(d), append(lead, m, m)...), op.NewTensor(d, append(lead, m, k)...), op.NewTensor(d, append(lead, k, n)...)}, nil
}

func (*lu) Tile(t *op.Tiler) error {
	g := t.Map(matrices(t, 0))
	return t.Out(g, g.Out(1), g.Out(2))
}

func (*lu) Exec(x *op.Exec) error {
	a, err := cast(x, x.Array(0), x.Out(1).DType.Is)
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
	if err := fillWith(x, p, float64(0)); err != nil {
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
