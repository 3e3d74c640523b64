package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

type tri struct {
	op.Recipe
	N     int
	M     *int
	K     int
	Dtype dtype.DType
}

func init() {
	op.Register[tri](op.Doc{
		Name: "tensor.tri", Like: "numpy.tri", Sig: "tri(n, m=None, k=0, dtype=float, *, like=None)", Forms: "n=as:N m=as:M", Summary: "Ones at and below a diagonal, zeros above",
		Text: "There are N rows and M columns, or N of them too; the diagonal lies k above the main one.",
	})
}

// Build is the function of this name. A lack of columns is none.
func (o *tri) Build() *Tensor {
	if o.M == nil {
		return Tri(max(0, o.N), EyeOptions{K: o.K, DType: o.Dtype})
	}
	if o.N <= 0 || *o.M <= 0 {
		return Zeros(Shape(max(0, o.N), max(0, *o.M)), Create{DType: o.Dtype})
	}
	return Tri(o.N, EyeOptions{Columns: *o.M, K: o.K, DType: o.Dtype})
}
