package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Pinvs is the options of Pinv.
type Pinvs struct {
	Rcond     *float64 // singular values up to so many times the largest one count as zeros. The default is 1e-15.
	Hermitian bool     // a is Hermitian: its eigenvalues are found in place of singular values
}

// Pinv is the pseudo-inverse of Moore and Penrose of matrices.
func Pinv(a any, o ...Pinvs) *Tensor {
	p := &pinv{}
	if len(o) > 0 {
		p.Rcond, p.Hermitian = o[0].Rcond, o[0].Hermitian
	}
	return made(p, a)
}

type pinv struct {
	op.Recipe
	Rcond     *float64
	Hermitian bool
	Rtol      *float64
}

func init() {
	op.Register[pinv](op.Doc{
		Name: "tensor.linalg.pinv", Like: "numpy.linalg.pinv", Sig: "pinv(a, rcond=None, hermitian=False, *, rtol=<no value>)",
		Summary: "Pseudo-inverse of matrices", Notes: "rcond and rtol are numbers.",
	})
}

func (o *pinv) Build(a *Tensor) (*Tensor, error) {
	if _, err := atLeastMatrix(a.Value().Meta()); err != nil {
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

// Ranks is the options of MatrixRank.
type Ranks struct {
	Tol       *float64 // singular values up to it count as zeros. The default is Rtol times the largest one.
	Rtol      *float64 // The default is the larger length times the dtype's epsilon.
	Hermitian bool     // a is Hermitian: its eigenvalues are found in place of singular values
}

// MatrixRank is the number of singular values of matrices that count as more than zero; of a vector or number 1 unless it is all zeros.
func MatrixRank(a any, o ...Ranks) *Tensor {
	r := &matrixRank{}
	if len(o) > 0 {
		r.Tol, r.Rtol, r.Hermitian = o[0].Tol, o[0].Rtol, o[0].Hermitian
	}
	return made(r, a)
}

type matrixRank struct {
	op.Recipe
	Tol       *float64
	Hermitian bool
	Rtol      *float64
}

func init() {
	op.Register[matrixRank](op.Doc{
		Name: "tensor.linalg.matrix_rank", Like: "numpy.linalg.matrix_rank", Sig: "matrix_rank(a, tol=None, hermitian=False, *, rtol=None)", Forms: "a=as:A",
		Summary: "Number of singular values that are not zero", Notes: "tol and rtol are numbers.",
	})
}

func (o *matrixRank) Build(a *Tensor) (*Tensor, error) {
	if o.Tol != nil && o.Rtol != nil {
		return nil, errs.New(errs.Invalid, "`tol` and `rtol` can't be both set.")
	}
	if a.Rank() < 2 {
		return AsType(Any(NotEqual(a, 0)), dtype.Int64), nil
	}
	if _, err := atLeastMatrix(a.Value().Meta()); err != nil {
		return nil, err
	}
	var s *Tensor
	if o.Hermitian {
		s = Absolute(Eigvalsh(a))
	} else {
		s = SingularValues(a)
	}
	last := Reduce{Axis: Axes(-1), Keepdims: true}
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

// Cond is the condition number of matrices in a norm: nil, 2 or -2 of singular values, others as Norm has them. That of a singular matrix in the latter is an error
// when it is executed.
func Cond(x any, p any) *Tensor {
	o := &cond{P: p}
	if n := number(p); n != nil {
		o.P = n
	}
	return made(o, x)
}

type cond struct {
	op.Recipe
	P any
}

func init() {
	op.Register[cond](op.Doc{
		Name: "tensor.linalg.cond", Like: "numpy.linalg.cond", Sig: "cond(x, p=None)", Summary: "Condition number of matrices",
		Notes: "In norms that need the inverse a singular matrix is an error, where NumPy gives inf.",
	})
}

func (o *cond) Build(x *Tensor) (*Tensor, error) {
	if x.Rank() < 2 {
		return nil, errs.New(errs.Invalid, "%d-dimensional array given. Array must be at least two-dimensional", x.Rank())
	}
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
