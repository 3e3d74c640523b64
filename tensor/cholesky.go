package tensor

import (
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/op"
)

// Cholesky is the lower factor l of Hermitian positive definite matrices l l^H, of which the lower triangle
// is read. Other matrices are an error when it is executed.
func Cholesky(a any) *Tensor { return made(&cholesky{}, a) }

// CholeskyUpper is the upper factor u of u^H u; the upper triangle is read.
func CholeskyUpper(a any) *Tensor { return made(&cholesky{Upper: true}, a) }

type cholesky struct{ Upper bool }

func init() {
	op.Register[cholesky](op.Doc{
		Name: "tensor.linalg.cholesky", Like: "numpy.linalg.cholesky", Sig: "cholesky(a, /, *, upper=False)", Summary: "Cholesky's factor of positive definite matrices",
	})
}

func (o *cholesky) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := squareMatrices(in[0])
	return []op.Meta{op.NewTensor(d, in[0].Dims...)}, err
}

func (o *cholesky) Tile(t *op.Tiler) error { return t.Out(t.Map(matrices(t, 0))) }

func (o *cholesky) Exec(x *op.Exec) error {
	a, err := cast(x, x.Array(0), x.Out(0).DType.Is)
	if err != nil {
		return err
	}
	if a, err = linalg.Cholesky(x.Mem(), x.Parallel, a, o.Upper); err != nil {
		return err
	}
	return x.Put(0, a)
}
