package tensor

import "github.com/mars-project/mars-go/tensor/linalg"

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
