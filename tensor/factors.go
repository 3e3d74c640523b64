package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/linalg"
)

// QR factors a matrix of shape (m, n), or a stack of them, into Q with orthonormal columns and an upper
// triangular R. The mode "reduced", which is the default, gives the shapes (m, k) and (k, n) with k = min(m,
// n); "complete" gives (m, m) and (m, n) and needs the whole matrix in one chunk; "r" gives R alone, and Q is
// nil. Signs are NumPy's.
func QR(a any, mode ...string) (q, r *Tensor) {
	a = only(a, mode)
	t, err := As(a)
	if err != nil {
		b := bad("tensor.linalg.qr", err)
		return b, b
	}
	o := &linalg.QR{}
	if len(mode) > 0 {
		o.Mode = mode[0]
	}
	n := node(o, t)
	if o.Mode == "r" {
		return nil, outputs(n, 1)[0]
	}
	out := outputs(n, 2)
	return out[0], out[1]
}

// LU is factors of matrices a = p l u with partial pivoting: p a permutation of rows, l of unit diagonal with
// min(m, n) columns, and u upper triangular.
func LU(a any) (p, l, u *Tensor) {
	t, err := As(a)
	if err != nil {
		b := bad("tensor.linalg.lu", err)
		return b, b, b
	}
	out := outputs(node(&linalg.LU{}, t), 3)
	return out[0], out[1], out[2]
}

// Cholesky is the lower factor l of Hermitian positive definite matrices l l^H, of which the lower triangle
// is read. Other matrices are an error when it is executed.
func Cholesky(a any) *Tensor { return made(&linalg.Cholesky{}, a) }

// CholeskyUpper is the upper factor u of u^H u; the upper triangle is read.
func CholeskyUpper(a any) *Tensor { return made(&linalg.Cholesky{Upper: true}, a) }

// Eigh is the eigenvalues, in ascending order, and eigenvectors, as columns, of Hermitian or real symmetric
// matrices. The lower triangle is read; with uplo "U" the upper one.
func Eigh(a any, uplo ...string) EigResult {
	a = only(a, uplo)
	t, err := As(a)
	if err != nil {
		b := bad("tensor.linalg.eigh", err)
		return EigResult{b, b}
	}
	o := op.Lookup("tensor.linalg.eigh").New().(*linalg.Eigh)
	if len(uplo) > 0 {
		o.Uplo = uplo[0]
	}
	out := outputs(node(o, t), 2)
	return EigResult{out[0], out[1]}
}

// Eigvalsh is the eigenvalues of Eigh alone.
func Eigvalsh(a any, uplo ...string) *Tensor {
	a = only(a, uplo)
	o := op.Lookup("tensor.linalg.eigvalsh").New().(*linalg.Eigh)
	if len(uplo) > 0 {
		o.Uplo = uplo[0]
	}
	t, err := As(a)
	if err != nil {
		return bad("tensor.linalg.eigvalsh", err)
	}
	return apply(o, t)
}

// SVDOptions are the options of SVD.
type SVDOptions struct {
	Full bool // u and vh are square; then the whole matrix is in one chunk. NumPy's default is true, this one's false.
}

// SVD factors a matrix of shape (m, n), or a stack of them, into u of shape (m, k), the k = min(m, n)
// singular values in descending order, and vh of shape (k, n), so that a = u diag(s) vh. Signs of the columns
// of u and the rows of vh go in pairs and need not be NumPy's.
func SVD(a any, o ...SVDOptions) (u, s, vh *Tensor) {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		b := bad("tensor.linalg.svd", err)
		return b, b, b
	}
	full := len(o) > 0 && o[0].Full
	if d := t.Value().Meta().Dims; !full && len(d) == 2 && d[0].Known() && d[1].Known() && d[0].N < d[1].N {
		v, s, uh := SVD(adjoint(t)) // the blocks are of rows: a wide matrix is factored on its side
		return adjoint(uh), s, adjoint(v)
	}
	out := outputs(node(&linalg.SVD{FullMatrices: &full}, t), 3)
	return out[0], out[1], out[2]
}

// adjoint is the conjugate transpose of a matrix.
func adjoint(t *Tensor) *Tensor {
	if t.DType().IsComplex() {
		t = Conjugate(t)
	}
	return Transpose(t)
}

// SingularValues are those of SVD, without the vectors.
func SingularValues(a any) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.linalg.svd", err)
	}
	return apply(&linalg.SVD{FullMatrices: new(bool), ComputeUv: new(bool)}, t)
}
