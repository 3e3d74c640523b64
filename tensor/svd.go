package tensor

import "github.com/mars-project/mars-go/tensor/linalg"

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
