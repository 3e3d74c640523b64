package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/linalg"
)

// A LstsqResult is what Lstsq finds: X, the sums of squared residuals of each column of b, which are missing
// where a has not full rank or has no more rows than columns, the rank of a, and its singular values.
type LstsqResult struct{ X, Residuals, Rank, S *Tensor }

// Lstsq is the x of least norm among those that make the sum of squares of a x - b least. Singular values up
// to rcond times the largest one count as zeros; the default is the larger length of a times the dtype's
// epsilon.
func Lstsq(a, b any, rcond ...float64) LstsqResult {
	a = only(a, rcond)
	x, y, err := two("lstsq", a, b)
	if err != nil {
		w := bad("tensor.linalg.lstsq", err)
		return LstsqResult{w, w, w, w}
	}
	o := &lstsq{}
	if len(rcond) > 0 {
		o.Rcond = &rcond[0]
	}
	out := outputs(node(o, x, y), 4)
	return LstsqResult{out[0], out[1], out[2], out[3]}
}

type lstsq struct {
	op.Recipe
	Rcond *float64
}

func init() {
	op.Register[lstsq](op.Doc{
		Name: "tensor.linalg.lstsq", Like: "numpy.linalg.lstsq", Sig: "lstsq(a, b, rcond=None)", Summary: "Least squares solution of a x = b", Gives: "4",
		Notes: "By singular values, a tall a through TSQR.",
	})
}

func (o *lstsq) Build(a, b *Tensor) (x, residuals, rank, s *Tensor, err error) {
	fail := func(format string, args ...any) (*Tensor, *Tensor, *Tensor, *Tensor, error) {
		return nil, nil, nil, nil, errs.New(errs.Invalid, format, args...)
	}
	shape, known := a.Value().Meta().Shape()
	switch {
	case a.Rank() != 2:
		return fail("%d-dimensional array given. Array must be two-dimensional", a.Rank())
	case b.Rank() != 1 && b.Rank() != 2:
		return fail("%d-dimensional array given. Array must be two-dimensional", b.Rank())
	case !known:
		return fail("lstsq of a matrix of unknown lengths: execute it first")
	case b.Shape()[0] >= 0 && b.Shape()[0] != shape[0]:
		return fail("Incompatible dimensions")
	}
	if _, err := linalg.Inexact(b.DType()); err != nil {
		return nil, nil, nil, nil, err
	}
	vector := b.Rank() == 1
	if vector {
		b = ExpandDims(b, 1)
	}
	u, s, vh := thinSVD(a)
	cut := float64(max(shape[0], shape[1])) * epsilon(s.DType())
	if o.Rcond != nil {
		cut = *o.Rcond
	}
	inverse := reciprocals(s, s, cut)
	x = Matmul(stackAdjoint(vh), Multiply(ExpandDims(inverse, 1), Matmul(stackAdjoint(u), b)))
	rank = AsType(CountNonzero(inverse), dtype.Int32)
	if shape[0] > shape[1] {
		r := Absolute(Subtract(Matmul(a, x), b))
		full := BroadcastTo(Equal(rank, shape[1]), b.Shape()[1])
		residuals = Compress(full, Sum(Multiply(r, r), Reduce{Axis: Axes(0)}))
	} else {
		residuals = Zeros(Shape(0), Create{DType: chunk.RealOf(x.DType())})
	}
	if vector {
		x = Squeeze(x, 1)
	}
	return x, residuals, rank, s, nil
}
