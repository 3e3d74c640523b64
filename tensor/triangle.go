package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/creation"
)

// Tril is a with zeros above diagonal k of its last two axes, Triu with zeros below it. k counts up from the
// main diagonal.
func Tril(a any, k ...int) *Tensor { return triangleOf("tril", a, k) }

// Triu is a with zeros below diagonal k of its last two axes.
func Triu(a any, k ...int) *Tensor { return triangleOf("triu", a, k) }

// Tri is ones at and below a diagonal of n rows, zeros above it.
func Tri(n int, o ...EyeOptions) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.tri", err)
	}
	d := EyeOptions{}
	if len(o) > 0 {
		d = o[0]
	}
	if d.Columns == 0 {
		d.Columns = n
	}
	return Tril(Ones(Shape(n, d.Columns), Create{DType: d.DType, Chunk: d.Chunk}), d.K)
}

func triangleOf(name string, a any, k []int) *Tensor {
	a = only(a, k)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	o := op.Lookup("tensor." + name).New().(*creation.Triangle)
	if len(k) > 0 {
		o.K = k[0]
	}
	return apply(o, t)
}
