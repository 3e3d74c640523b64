package tensor

import "github.com/mars-project/mars-go/tensor/products"

// Matmul is the matrix product of the last two axes; the axes before them broadcast. A vector is a row on the
// left and a column on the right.
func Matmul(a, b any) *Tensor {
	x, y, err := two("matmul", a, b)
	if err != nil {
		return bad("tensor.matmul", err)
	}
	return apply(&products.Matmul{}, x, y)
}
