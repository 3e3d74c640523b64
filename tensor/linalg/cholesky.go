package linalg

import (
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Cholesky is the operand of tensor.linalg.cholesky.
type Cholesky struct{ Upper bool }

func init() {
	op.Register[Cholesky](op.Doc{
		Name: "tensor.linalg.cholesky", Like: "numpy.linalg.cholesky", Sig: "cholesky(a, /, *, upper=False)", Summary: "Cholesky's factor of positive definite matrices",
	})
}

func (o *Cholesky) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := squareMatrices(in[0])
	return []op.Meta{op.NewTensor(d, in[0].Dims...)}, err
}

func (o *Cholesky) Tile(t *op.Tiler) error { return t.Out(t.Map(matrices(t, 0))) }

func (o *Cholesky) Exec(x *op.Exec) error {
	a, err := chunk.Cast(x, x.Array(0), x.Out(0).DType.Is)
	if err != nil {
		return err
	}
	if a, err = linalg.Cholesky(x.Mem(), x.Parallel, a, o.Upper); err != nil {
		return err
	}
	return x.Put(0, a)
}
