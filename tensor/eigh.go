package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/linalg"
)

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
