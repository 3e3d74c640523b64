package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/linalg"
)

type pinv struct {
	op.Recipe
	Rcond     *float64 // singular values up to so many times the largest one count as zeros. The default is 1e-15.
	Hermitian bool     // a is Hermitian: its eigenvalues are found in place of singular values
	Rtol      *float64 // the name of Rcond in the array API
}

func init() {
	op.Register[pinv](op.Doc{
		Name: "tensor.linalg.pinv", Like: "numpy.linalg.pinv", Sig: "pinv(a, rcond=None, hermitian=False, *, rtol=<no value>)",
		Summary: "Pseudo-inverse of matrices", Notes: "rcond and rtol are numbers.",
		Go:   "Pinv(a, Pinvs)",
		Text: "It is that of Moore and Penrose, of stacks too: (..., m, n) to (..., n, m).",
	})
}

func (o *pinv) Build(a *Tensor) (*Tensor, error) {
	if _, err := linalg.AtLeastMatrix(a.Value().Meta()); err != nil {
		return nil, err
	}
	cut := 1e-15
	switch {
	case o.Rcond != nil && o.Rtol != nil:
		return nil, errs.New(errs.Invalid, "`rtol` and `rcond` can't be both set.")
	case o.Rcond != nil:
		cut = *o.Rcond
	case o.Rtol != nil:
		cut = *o.Rtol
	}
	if o.Hermitian {
		r := Eigh(a)
		s := Absolute(r.Eigenvalues)
		w := reciprocals(r.Eigenvalues, s, cut)
		return Matmul(Multiply(r.Eigenvectors, ExpandDims(w, -2)), stackAdjoint(r.Eigenvectors)), nil
	}
	u, s, vh := thinSVD(a)
	return Matmul(Multiply(stackAdjoint(vh), ExpandDims(reciprocals(s, s, cut), -2)), stackAdjoint(u)), nil
}

// reciprocals are those of v, 0 where the magnitude s is not above cut times the largest one.
func reciprocals(v, s *Tensor, cut float64) *Tensor {
	if d := s.Value().Meta().Dims; d[len(d)-1].Known() && d[len(d)-1].N == 0 {
		return v
	}
	large := Greater(s, Multiply(Max(s, Reduce{Axis: Axes(-1), Keepdims: true}), cut))
	return Where(large, Divide(1, Where(large, v, 1)), 0)
}

// thinSVD is SVD of matrices, or stacks of them.
func thinSVD(a *Tensor) (u, s, vh *Tensor) { return SVD(a) }

// stackAdjoint is the conjugate transpose of the last two axes.
func stackAdjoint(t *Tensor) *Tensor {
	if t.DType().IsComplex() {
		t = Conjugate(t)
	}
	return Swapaxes(t, -1, -2)
}

type matrixRank struct {
	op.Recipe
	Tol       *float64 // singular values up to it count as zeros. The default is Rtol times the largest one.
	Hermitian bool     // a is Hermitian: its eigenvalues are found in place of singular values
	Rtol      *float64 // the default is the larger length times the dtype's epsilon
}

func init() {
	op.Register[matrixRank](op.Doc{
		Name: "tensor.linalg.matrix_rank", Like: "numpy.linalg.matrix_rank", Sig: "matrix_rank(a, tol=None, hermitian=False, *, rtol=None)", Forms: "a=as:A",
		Summary: "Number of singular values that are not zero", Notes: "tol and rtol are numbers.",
		Go: "MatrixRank(a, Ranks)", Text: "Of a vector or number it is 1 unless all are zeros.",
	})
}

func (o *matrixRank) Build(a *Tensor) (*Tensor, error) {
	if o.Tol != nil && o.Rtol != nil {
		return nil, errs.New(errs.Invalid, "`tol` and `rtol` can't be both set.")
	}
	if a.Rank() < 2 {
		return AsType(Any(NotEqual(a, 0)), dtype.Int64), nil
	}
	if _, err := linalg.AtLeastMatrix(a.Value().Meta()); err != nil {
		return nil, err
	}
	var s *Tensor
	if o.Hermitian {
		s = Absolute(Eigvalsh(a))
	} else {
		s = SingularValues(a)
	}
	last := Reduce{Axis: Axes(-1), Keepdims: true, Initial: 0}
	if o.Tol != nil {
		return CountNonzero(Greater(s, *o.Tol), Reduce{Axis: Axes(-1)}), nil
	}
	rtol, d := 0.0, a.Value().Meta().Dims
	if o.Rtol != nil {
		rtol = *o.Rtol
	} else if m, n := d[len(d)-2], d[len(d)-1]; m.Known() && n.Known() {
		rtol = float64(max(m.N, n.N)) * epsilon(s.DType())
	} else {
		return nil, errs.New(errs.Invalid, "matrix_rank of a matrix of unknown lengths: execute it first, or give tol or rtol")
	}
	return CountNonzero(Greater(s, Multiply(Max(s, last), rtol)), Reduce{Axis: Axes(-1)}), nil
}

// epsilon is the distance from 1 to the next number.
func epsilon(d dtype.DType) float64 {
	switch d {
	case dtype.Float32, dtype.Complex64:
		return 0x1p-23
	}
	return 0x1p-52
}

type cond struct {
	op.Recipe `rank:"0 2.. %d-dimensional array given. Array must be at least two-dimensional"`
	P         any
}

func init() {
	op.Register[cond](op.Doc{
		Name: "tensor.linalg.cond", Like: "numpy.linalg.cond", Sig: "cond(x, p=None)", Summary: "Condition number of matrices",
		Notes: "In norms that need the inverse a singular matrix is an error, where NumPy gives inf.",
		Go:    "Cond(x, p)", Text: "The norm p is None, 2 or -2 for singular values, or one that norm has.",
	})
}

func (o *cond) Build(x *Tensor) (*Tensor, error) {
	var r *Tensor
	switch p := o.P.(type) {
	case nil:
		r = extremes(x, false)
	case int64, float64:
		v, _ := p.(float64)
		if n, ok := p.(int64); ok {
			v = float64(n)
		}
		if math.Abs(v) == 2 {
			r = extremes(x, v < 0)
			break
		}
		r = o.product(x)
	default:
		r = o.product(x)
	}
	return Where(LogicalAnd(Isnan(r), LogicalNot(Any(Isnan(x), Reduce{Axis: Axes(-2, -1)}))), math.Inf(1), r), nil
}

func (o *cond) product(x *Tensor) *Tensor {
	n := Norms{Ord: o.P, Axis: []int{-2, -1}}
	return Multiply(Norm(x, n), Norm(Inv(x), n))
}

// extremes is the largest singular value by the smallest one, or the other way round.
func extremes(x *Tensor, turned bool) *Tensor {
	s := SingularValues(x)
	large, small := Max(s, Reduce{Axis: Axes(-1)}), Min(s, Reduce{Axis: Axes(-1)})
	if turned {
		return Divide(small, large)
	}
	return Divide(large, small)
}
