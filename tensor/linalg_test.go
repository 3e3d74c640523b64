package tensor_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

var (
	closely = marstest.Tol(1e-9, 1e-10)
	roughly = marstest.Tol(2e-3, 2e-3)
)

// square, stacked and so on are the matrices of testdata/linalg.py.
func square7() *tensor.Tensor {
	return tensor.Add(matrix(7, 7), tensor.Multiply(3, tensor.Eye(7)))
}

func stacked() *tensor.Tensor {
	part := tensor.Reshape(matrix(12, 9), 4, 3, 9).Get(tensor.Ellipsis, tensor.To(3))
	return tensor.Add(part, tensor.Multiply(5, tensor.Eye(3)))
}

func complex7() *tensor.Tensor {
	return tensor.Add(square7(), tensor.Multiply(1i, matrix(8, 7).Get(tensor.From(1))))
}

func ints3() *tensor.Tensor { return tensor.Array([]int64{3, 1, 2, 4, 0, 7, 1, 8, 5}, 3, 3) }

func f32(t *tensor.Tensor) *tensor.Tensor { return tensor.AsType(t, dtype.Float32) }

func tolerance(name string) marstest.Option {
	if name == "float32" {
		return roughly
	}
	return closely
}

func TestSquareMatrices(t *testing.T) {
	g := marstest.Load(t, "testdata/linalg.json")
	a := square7()
	singular := tensor.Array([]float64{1, 2, 2, 4}, 2, 2)
	for name, m := range map[string]*tensor.Tensor{
		"real": a, "stack": stacked(), "complex": complex7(), "float32": f32(a), "ints": ints3(), "one": a.Get(tensor.To(1), tensor.To(1)),
		"of none": tensor.Zeros(tensor.Shape(0, 0)), "no matrices": tensor.Zeros(tensor.Shape(0, 3, 3)), "vector": a.Get(tensor.At(0)),
		"wide": matrix(5, 8), "float16": tensor.AsType(a, dtype.Float16),
	} {
		tol := tolerance(name)
		marstest.Check(t, "inv "+name, tensor.Inv(m), g.Get(t, "inv "+name), tol)
		marstest.Check(t, "det "+name, tensor.Det(m), g.Get(t, "det "+name), tol)
		r := tensor.Slogdet(m)
		if name != "vector" && name != "wide" && name != "float16" {
			marstest.Check(t, "sign "+name, r.Sign, g.Get(t, "slogdet sign "+name), tol)
			marstest.Check(t, "log "+name, r.Logabsdet, g.Get(t, "slogdet log "+name), tol)
		} else {
			marstest.Check(t, "slogdet "+name, r.Sign, g.Get(t, "slogdet "+name))
		}
		if name == "complex" {
			marstest.Check(t, "eigvals complex", tensor.Eigvals(m), errs.Type)
			continue
		}
		w := tensor.Eigvals(m)
		if w.Err() == nil {
			w = tensor.Sort(w)
		}
		marstest.Check(t, "eigvals "+name, w, g.Get(t, "eigvals "+name), tol)
		e := tensor.Eig(m)
		if w.Err() == nil { // a v = v diag(w)
			left, right := tensor.Matmul(m, e.Eigenvectors), tensor.Multiply(e.Eigenvectors, tensor.ExpandDims(e.Eigenvalues, -2))
			worst := tensor.Sum(tensor.Greater(tensor.Absolute(tensor.Subtract(left, right)), 1e-4))
			none, _ := nd.Of([]int64{0}).Reshape()
			marstest.Check(t, "eig "+name, worst, none)
		}
	}
	marstest.Check(t, "inv singular", tensor.Inv(singular), g.Get(t, "inv singular"))
	marstest.Check(t, "solve singular", tensor.Solve(singular, singular), g.Get(t, "solve singular"))
	marstest.Check(t, "det singular", tensor.Det(singular), g.Get(t, "det singular"))
	marstest.Check(t, "slogdet singular", tensor.Slogdet(singular).Logabsdet, g.Get(t, "slogdet singular"))
	marstest.Check(t, "inv of nothing", tensor.Inv(nil), errs.Type)
	bad := tensor.Array([]float64{1, math.NaN(), 2, 3}, 2, 2)
	marstest.Check(t, "eigvals of nan", tensor.Eigvals(bad), errs.Invalid)
}

func TestHermitianMatrices(t *testing.T) {
	g := marstest.Load(t, "testdata/linalg.json")
	for _, name := range []string{"real", "complex", "float32", "stack"} {
		m, tol := golden(t, g, "spd "+name), tolerance(name)
		marstest.Check(t, "cholesky "+name, tensor.Cholesky(m), g.Get(t, "cholesky "+name), tol)
		marstest.Check(t, "cholesky upper "+name, tensor.CholeskyUpper(m), g.Get(t, "cholesky upper "+name), tol)
		marstest.Check(t, "eigvalsh "+name, tensor.Eigvalsh(m), g.Get(t, "eigh "+name), tol)
		marstest.Check(t, "eigvalsh upper "+name, tensor.Eigvalsh(tensor.Triu(m), "U"), g.Get(t, "eigh upper "+name), tol)
		e := tensor.Eigh(m)
		marstest.Check(t, "eigh "+name, e.Eigenvalues, g.Get(t, "eigh "+name), tol)
		again := tensor.Matmul(tensor.Multiply(e.Eigenvectors, tensor.ExpandDims(e.Eigenvalues, -2)), tensor.Conjugate(tensor.Swapaxes(e.Eigenvectors, -1, -2)))
		marstest.Check(t, "eigh again "+name, again, g.Get(t, "spd "+name), tol)
	}
	marstest.Check(t, "cholesky of what is not", tensor.Cholesky(tensor.Negative(tensor.Eye(3))), g.Get(t, "cholesky not"))
	marstest.Check(t, "uplo", tensor.Eigvalsh(square7(), "X"), g.Get(t, "eigh uplo"))
}

func TestSolve(t *testing.T) {
	g := marstest.Load(t, "testdata/linalg.json")
	a, b, s, i := square7(), matrix(7, 4), stacked(), ints3()
	for name, p := range map[string][2]*tensor.Tensor{
		"real": {a, b}, "vector": {a, b.Get(tensor.Whole, tensor.At(0))}, "stack": {s, s.Get(tensor.Ellipsis, tensor.To(2))}, "stack and one": {s, i},
		"stack and vector": {s, i.Get(tensor.At(0))}, "one and stack": {i, s}, "complex": {complex7(), b}, "float32": {f32(a), f32(b)},
		"broadcast": {s.Get(tensor.To(1)), s}, "rows": {a, b.Get(tensor.To(3))},
	} {
		want := any(g.Get(t, "solve "+name))
		if name == "rows" {
			want = errs.Invalid
		}
		marstest.Check(t, "solve "+name, tensor.Solve(p[0], p[1]), want, tolerance(name))
	}
	for name, o := range map[string]tensor.Triangle{"lower": {Lower: true}, "upper": {}, "unit": {Lower: true, Unit: true}} {
		marstest.Check(t, "triangular "+name, tensor.SolveTriangular(a, b, o), g.Get(t, "triangular "+name), marstest.Tol(1e-7, 1e-9))
	}
	for name, m := range map[string]*tensor.Tensor{"real": a, "wide": matrix(5, 8), "tall": matrix(20, 4), "complex": complex7(), "float32": f32(a), "ints": i} {
		p, l, u := tensor.LU(m)
		marstest.Check(t, "lu p "+name, p, g.Get(t, "lu p "+name))
		marstest.Check(t, "lu l "+name, l, g.Get(t, "lu l "+name), tolerance(name))
		marstest.Check(t, "lu u "+name, u, g.Get(t, "lu u "+name), tolerance(name))
	}
	_, _, u := tensor.LU([]float64{1, 2})
	marstest.Check(t, "lu of a vector", u, errs.Invalid)
	for name, p := range map[string][2]*tensor.Tensor{
		"tall": {matrix(20, 4), matrix(20, 2)}, "vector": {matrix(20, 4), matrix(20, 1).Get(tensor.Whole, tensor.At(0))}, "square": {a, b},
		"wide": {matrix(5, 8), matrix(5, 3)}, "low": {golden(t, g, "low"), matrix(20, 2)},
	} {
		r := tensor.Lstsq(p[0], p[1])
		marstest.Check(t, "lstsq x "+name, r.X, g.Get(t, "lstsq x "+name), closely)
		marstest.Check(t, "lstsq residuals "+name, r.Residuals, g.Get(t, "lstsq residuals "+name), closely)
		marstest.Check(t, "lstsq rank "+name, r.Rank, g.Get(t, "lstsq rank "+name))
		marstest.Check(t, "lstsq s "+name, r.S, g.Get(t, "lstsq s "+name), closely)
	}
	marstest.Check(t, "lstsq of three axes", tensor.Lstsq(s, b).X, errs.Invalid)
	marstest.Check(t, "lstsq of other rows", tensor.Lstsq(a, matrix(5, 3)).X, errs.Invalid)
}

func TestRanksAndInverses(t *testing.T) {
	g := marstest.Load(t, "testdata/linalg.json")
	a := square7()
	num := func(v float64) *float64 { return &v }
	for name, m := range map[string]*tensor.Tensor{
		"real": a, "wide": matrix(5, 8), "tall": matrix(20, 4), "complex": complex7(), "low": golden(t, g, "low"), "stack": stacked(),
		"zeros": tensor.Zeros(tensor.Shape(3, 4)),
	} {
		marstest.Check(t, "pinv "+name, tensor.Pinv(m, tensor.Pinvs{Rcond: num(1e-10)}), g.Get(t, "pinv "+name), closely)
		marstest.Check(t, "matrix_rank "+name, tensor.MatrixRank(m), g.Get(t, "rank "+name))
		marstest.Check(t, "svdvals "+name, tensor.Svdvals(m), g.Get(t, "svdvals "+name), closely)
		if name != "low" { // the smallest value is noise
			marstest.Check(t, "cond "+name, tensor.Cond(m, nil), g.Get(t, "cond "+name), closely)
		}
	}
	h := golden(t, g, "spd complex")
	marstest.Check(t, "pinv hermitian", tensor.Pinv(h, tensor.Pinvs{Hermitian: true}), g.Get(t, "pinv hermitian"), closely)
	marstest.Check(t, "pinv rtol", tensor.Pinv(a, tensor.Pinvs{Rcond: num(0.2)}), g.Get(t, "pinv rtol"), closely)
	marstest.Check(t, "pinv of a vector", tensor.Pinv([]float64{1}), errs.Invalid)
	marstest.Check(t, "rank vector", tensor.MatrixRank(a.Get(tensor.At(0))), g.Get(t, "rank vector"))
	marstest.Check(t, "rank tol", tensor.MatrixRank(a, tensor.Ranks{Tol: num(9)}), g.Get(t, "rank tol"))
	marstest.Check(t, "rank rtol", tensor.MatrixRank(a, tensor.Ranks{Rtol: num(0.3)}), g.Get(t, "rank rtol"))
	marstest.Check(t, "rank hermitian", tensor.MatrixRank(golden(t, g, "spd real"), tensor.Ranks{Hermitian: true}), g.Get(t, "rank hermitian"))
	marstest.Check(t, "rank both", tensor.MatrixRank(a, tensor.Ranks{Tol: num(1), Rtol: num(1)}), errs.Invalid)
	for name, p := range map[string]any{"2": 2, "-2": -2, "1": 1, "-1": -1, "inf": math.Inf(1), "-inf": math.Inf(-1), "fro": "fro"} {
		marstest.Check(t, "cond "+name, tensor.Cond(a, p), g.Get(t, "cond "+name), closely)
	}
	marstest.Check(t, "cond of a vector", tensor.Cond([]float64{1}, nil), errs.Invalid)
	for _, n := range []int{0, 1, 2, 3, 7, -1, -3} {
		marstest.Check(t, fmt.Sprint("power ", n), tensor.MatrixPower(tensor.Divide(a, 8), n), g.Get(t, fmt.Sprint("power ", n)), closely)
		marstest.Check(t, fmt.Sprint("power stack ", n), tensor.MatrixPower(tensor.Divide(stacked(), 4), n), g.Get(t, fmt.Sprint("power stack ", n)), closely)
	}
	marstest.Check(t, "power ints", tensor.MatrixPower(ints3(), 5), g.Get(t, "power ints"))
	marstest.Check(t, "power wide", tensor.MatrixPower(matrix(2, 3), 2), errs.Invalid)
}

func TestProductsOfLinalg(t *testing.T) {
	g := marstest.Load(t, "testdata/linalg.json")
	a, b, s, z := square7(), matrix(7, 4), stacked(), complex7()
	row := func(m *tensor.Tensor) *tensor.Tensor { return m.Get(tensor.At(0)) }
	tt := tensor.Reshape(matrix(8, 15), 2, 3, 4, 5)
	wide := matrix(5, 8)
	q := tensor.Add(tensor.Multiply(3, tensor.Reshape(tensor.Eye(24), 6, 4, 2, 3, 4)), tensor.Divide(tensor.Reshape(matrix(24, 24), 6, 4, 2, 3, 4), 50))
	flat, three, none := a.Get(tensor.Whole, tensor.To(2)), a.Get(tensor.Whole, tensor.To(3)), tensor.Zeros(tensor.Shape(0, 3))
	back := func(m *tensor.Tensor) *tensor.Tensor { return m.Get(tensor.Whole.Every(-1)) }
	var norms []*tensor.Tensor
	for _, o := range []any{1, 2, math.Inf(1), "nuc"} {
		norms = append(norms, tensor.Norm(none, tensor.Norms{Ord: o}))
	}
	for name, v := range map[string]*tensor.Tensor{
		"multi":                tensor.MultiDot(matrix(3, 9), matrix(9, 2), matrix(2, 8), matrix(8, 4)),
		"multi vectors":        tensor.MultiDot(row(a), a, tensor.Transpose(wide).Get(tensor.To(7)), wide.Get(tensor.Whole, tensor.At(0))),
		"multi two":            tensor.MultiDot(a, b),
		"trace":                tensor.LinalgTrace(tt),
		"trace offset":         tensor.LinalgTrace(tt, tensor.Diagonals{Offset: 1}),
		"diagonal":             tensor.LinalgDiagonal(tt, -1),
		"outer":                tensor.LinalgOuter(row(a), row(b)),
		"cross":                tensor.Cross(s, ints3()),
		"cross axis":           tensor.LinalgCross(s, s.Get(tensor.Whole.Every(-1)), 1),
		"matrix_transpose":     tensor.MatrixTranspose(tt),
		"matrix_norm keepdims": tensor.MatrixNorm(tt, nil, tensor.MatrixNorms{Keepdims: true}),
		"vector_norm keepdims": tensor.VectorNorm(tt, 2, tensor.VectorNorms{Keepdims: true}),
		"vector_norm kept":     tensor.VectorNorm(tt, 2, tensor.VectorNorms{Axis: tensor.Axes(1), Keepdims: true}),
		"vecdot":               tensor.Vecdot(a, row(tensor.Transpose(b))),
		"vecdot axis":          tensor.Vecdot(a, a, 0),
		"vecdot complex":       tensor.Vecdot(z, z.Get(tensor.Whole.Every(-1))),
		"matvec":               tensor.Matvec(z, row(z)),
		"vecmat":               tensor.Vecmat(row(z), z),
		"tensorsolve":          tensor.Tensorsolve(q, matrix(6, 4)),
		"tensorinv":            tensor.Tensorinv(q, 2),
		"cross flat":           tensor.Cross(flat, back(flat)),
		"cross flat by three":  tensor.Cross(flat, back(three)),
		"cross three by flat":  tensor.Cross(three, back(flat)),
		"tensorinv of one":     tensor.Tensorinv([]float64{4}, 2),
		"norm inf of none":     tensor.Norm(none, tensor.Norms{Ord: math.Inf(1)}),
		"matrix norms of none": tensor.Stack(norms, 0),
		"vector_norm of none":  tensor.VectorNorm(none, math.Inf(1)),
		"rank of none":         tensor.MatrixRank(none),
	} {
		marstest.Check(t, name, v, g.Get(t, name), closely)
	}
	for name, o := range map[string]any{"fro": "fro", "nuc": "nuc", "1": 1, "-1": -1, "2": 2, "-2": -2, "inf": math.Inf(1), "-inf": math.Inf(-1)} {
		marstest.Check(t, "matrix_norm "+name, tensor.MatrixNorm(tt, o), g.Get(t, "matrix_norm "+name), closely)
	}
	for name, o := range map[string]any{"2": 2, "1": 1, "0": 0, "3": 3, "inf": math.Inf(1), "-inf": math.Inf(-1)} {
		marstest.Check(t, "vector_norm "+name, tensor.VectorNorm(tt, o), g.Get(t, "vector_norm "+name), closely)
		marstest.Check(t, "vector_norm axis "+name, tensor.VectorNorm(tt, o, tensor.VectorNorms{Axis: tensor.Axes(0, 2)}), g.Get(t, "vector_norm axis "+name), closely)
	}
	for name, v := range map[string]*tensor.Tensor{
		"outer of matrices": tensor.LinalgOuter(a, row(b)), "cross of longer ones": tensor.LinalgCross(a, a), "cross of longer": tensor.Cross(a, a),
		"tensorinv of 0": tensor.Tensorinv(q, 0), "one matrix": tensor.MultiDot(a), "vecdot of lengths": tensor.Vecdot(a, row(b)),
		"matvec of vectors": tensor.Matvec(row(a), row(a)), "vecmat of vectors": tensor.Vecmat(row(a), row(a)), "transpose of a vector": tensor.MatrixTranspose(row(a)),
		"tensorsolve of others": tensor.Tensorsolve(a, row(b)),
	} {
		marstest.Check(t, name, v, errs.Invalid)
	}
	marstest.Check(t, "tensorsolve of vectors of one", tensor.Tensorsolve([]float64{2}, []float64{4}), vector(2.0))
}
