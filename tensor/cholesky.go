package tensor

import "github.com/mars-project/mars-go/tensor/linalg"

// Cholesky is the lower factor l of Hermitian positive definite matrices l l^H, of which the lower triangle
// is read. Other matrices are an error when it is executed.
func Cholesky(a any) *Tensor { return made(&linalg.Cholesky{}, a) }

// CholeskyUpper is the upper factor u of u^H u; the upper triangle is read.
func CholeskyUpper(a any) *Tensor { return made(&linalg.Cholesky{Upper: true}, a) }
