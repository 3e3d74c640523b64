package ufunc

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
)

// Normalized is weighted sums over sums of weights. Invalid when it runs, in NumPy's words: weights sum to
// zero.
type Normalized struct{ op.Elementwise }

func init() {
	op.Register[Normalized](op.Doc{
		Face: "inner", Name: "tensor.normalized", Sig: "normalized(a, weights)", Summary: "Weighted sums over sums of weights",
	})
}

// quotient is the dtype of the division.
func (*Normalized) quotient(a, w dtype.DType) (dtype.DType, error) {
	return dtype.Result(dtype.Strong(a), dtype.Strong(w), dtype.Strong(dtype.Float16))
}

func (o *Normalized) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := o.quotient(in[0].DType.Is, in[1].DType.Is)
	if err != nil {
		return nil, err
	}
	dims, err := op.Broadcast(in...)
	return []op.Meta{op.NewTensor(d, dims...)}, err
}

// Lower divides, float16 by way of float32.
func (o *Normalized) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	d, err := o.quotient(b.Type(in[0]), b.Type(in[1]))
	if err != nil {
		return 0
	}
	of := d
	if d == dtype.Float16 {
		of = dtype.Float32
	}
	return b.Cast(b.Call("normalized", b.Cast(in[0], of), b.Cast(in[1], of)), d)
}
