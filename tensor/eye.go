package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/creation"
)

// EyeOptions is the options of Eye.
type EyeOptions struct {
	Columns int // zero for as many as rows
	K       int // the diagonal: above the main one when positive
	DType   dtype.DType
	Chunk   []int
}

// Eye is ones on a diagonal of n rows and zeros elsewhere, of float64 unless o says otherwise.
func Eye(n int, o ...EyeOptions) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.eye", err)
	}
	e := op.Lookup("tensor.eye").New().(*creation.Eye)
	e.N = n
	if len(o) > 0 {
		e.K, e.Dtype, e.ChunkSize = o[0].K, o[0].DType, o[0].Chunk
		if o[0].Columns > 0 {
			e.M = &o[0].Columns
		}
	}
	return apply(e)
}

// Identity is the identity matrix of n rows.
func Identity(n int, o ...Create) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.identity", err)
	}
	e := op.Lookup("tensor.identity").New().(*creation.Eye)
	e.N = n
	if len(o) > 0 {
		e.Dtype, e.ChunkSize = o[0].DType, o[0].Chunk
	}
	return apply(e)
}

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
