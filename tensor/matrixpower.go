package tensor

import (
	"math/bits"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type matrixPower struct {
	op.Recipe `rank:"0 2.. %d-dimensional array given. Array must be at least two-dimensional"`
	N         int
}

func init() {
	op.Register[matrixPower](op.Doc{
		Name: "tensor.linalg.matrix_power", Like: "numpy.linalg.matrix_power", Sig: "matrix_power(a, n)", Summary: "Power of square matrices",
		Go: "MatrixPower", Text: "They are multiplied by squaring; of a negative n their inverses.",
	})
}

func (o *matrixPower) Build(a *Tensor) (*Tensor, error) {
	m := a.Value().Meta()
	if r, c := m.Dims[len(m.Dims)-2], m.Dims[len(m.Dims)-1]; r.Known() && c.Known() && r.N != c.N {
		return nil, errs.New(errs.Invalid, "Last 2 dimensions of the array must be square")
	}
	n := o.N
	if n == 0 {
		shape, ok := m.Shape()
		if !ok {
			return nil, errs.New(errs.Invalid, "power 0 of a matrix of unknown lengths: execute it first")
		}
		return BroadcastTo(Eye(shape[len(shape)-1], EyeOptions{DType: a.DType()}), shape...), nil
	}
	if n < 0 {
		a, n = Inv(a), -n
	}
	var out *Tensor
	for k := range bits.Len(uint(n)) {
		if k > 0 {
			a = Matmul(a, a)
		}
		switch {
		case n>>k&1 == 0:
		case out == nil:
			out = a
		default:
			out = Matmul(out, a)
		}
	}
	return out, nil
}
