package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type vecdot struct {
	op.Recipe
	Axis *int
	name string
}

func (o *vecdot) Row() string { return o.name }

type matvec struct{ op.Recipe }

type vecmat struct{ op.Recipe }

func init() {
	const axes, more = ", /, out=None, *, axes=<no value>, axis=", ", keepdims=False, casting='same_kind', order='K', dtype=None, subok=True, signature=None)"
	op.Register[vecdot](op.Doc{
		Name: "tensor.vecdot", Like: "numpy.vecdot", Sig: "vecdot(x1, x2" + axes + "-1" + more, Summary: "Dot products of vectors, the first conjugated",
		Go: "Vecdot(x1, x2, axis...)",
	}, vecdot{name: "vecdot"})
	op.Register[vecdot](op.Doc{
		Name: "tensor.linalg.vecdot", Like: "numpy.linalg.vecdot", Sig: "vecdot(x1, x2, /, *, axis=-1)", Summary: "Dot products of vectors, the first conjugated",
	}, vecdot{name: "linalg.vecdot"})
	op.Register[matvec](op.Doc{
		Name: "tensor.matvec", Like: "numpy.matvec", Sig: "matvec(x1, x2" + axes + "<no value>" + more, Summary: "Products of matrices and vectors",
		Go: "Matvec", Text: "Their shapes are (..., m, n) and (..., n).",
	})
	op.Register[vecmat](op.Doc{
		Name: "tensor.vecmat", Like: "numpy.vecmat", Sig: "vecmat(x1, x2" + axes + "<no value>" + more, Summary: "Products of vectors, conjugated, and matrices",
		Go: "Vecmat", Text: "Their shapes are (..., n) and (..., n, m).",
	})
}

func (o *vecdot) Build(a, b *Tensor) (*Tensor, error) {
	for i, t := range []*Tensor{a, b} {
		axis, err := chunk.NormAxis(*o.Axis, t.Rank())
		if err != nil {
			return nil, err
		}
		m := Moveaxis(t, []int{axis}, []int{-1})
		if i == 0 {
			a = conjugateOf(m)
		} else {
			b = m
		}
	}
	if m, n := a.Shape()[a.Rank()-1], b.Shape()[b.Rank()-1]; m >= 0 && n >= 0 && m != n {
		return nil, errs.In(errs.New(errs.Invalid, "the second operand has vectors of %d where those of the first have %d", n, m), "vecdot: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n),(n)->() (size %d is different from %d)", n, m)
	}
	d, err := dtype.Promote(a.DType(), b.DType())
	if err != nil {
		return nil, err
	}
	return Sum(Multiply(a, b), Reduce{Axis: Axes(-1), DType: d}), nil
}

// conjugateOf is t, conjugated where that is something else.
func conjugateOf(t *Tensor) *Tensor {
	if t.DType().IsComplex() {
		return Conjugate(t)
	}
	return t
}

func (*matvec) Build(a, b *Tensor) (*Tensor, error) {
	if a.Rank() < 2 || b.Rank() < 1 {
		return nil, errs.New(errs.Invalid, "matvec: a matrix and a vector are wanted, not tensors of %d and %d axes", a.Rank(), b.Rank())
	}
	return Squeeze(Matmul(a, ExpandDims(b, -1)), -1), nil
}

func (*vecmat) Build(a, b *Tensor) (*Tensor, error) {
	if a.Rank() < 1 || b.Rank() < 2 {
		return nil, errs.New(errs.Invalid, "vecmat: a vector and a matrix are wanted, not tensors of %d and %d axes", a.Rank(), b.Rank())
	}
	return Squeeze(Matmul(ExpandDims(conjugateOf(a), -2), b), -2), nil
}
