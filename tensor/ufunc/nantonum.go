package ufunc

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
)

// NanToNum is the operand of tensor.nan_to_num.
type NanToNum struct {
	op.Elementwise
	Nan            float64
	Posinf, Neginf *float64
}

func init() {
	op.Register[NanToNum](op.Doc{
		Name: "tensor.nan_to_num", Like: "numpy.nan_to_num", Sig: "nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None)", Forms: "copy=stored",
		Summary: "Elements with numbers in place of NaN and infinities",
	})
}

func (o *NanToNum) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(in[0].DType.Is, in[0].Dims...)}, nil
}

// Lower replaces, in each part of complex numbers.
func (o *NanToNum) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	switch d := b.Type(in[0]); {
	case d.IsComplex():
		return b.Call("complex", o.finite(b, b.Call("real", in[0])), o.finite(b, b.Call("imag", in[0])))
	case d.IsFloat():
		return o.finite(b, in[0])
	}
	return in[0]
}

func (o *NanToNum) finite(b *kernel.Builder, r kernel.Reg) kernel.Reg {
	d := b.Type(r)
	most := map[dtype.DType]float64{dtype.Float16: 65504, dtype.Float32: math.MaxFloat32, dtype.Float64: math.MaxFloat64}[d]
	hi, lo := most, -most
	if o.Posinf != nil {
		hi = *o.Posinf
	}
	if o.Neginf != nil {
		lo = *o.Neginf
	}
	put := func(where kernel.Reg, v float64) { r = b.Call("where", where, b.Const(v, d), r) }
	x := r
	put(b.Call("isnan", x), o.Nan)
	put(b.Call("equal", x, b.Const(math.Inf(1), d)), hi)
	put(b.Call("equal", x, b.Const(math.Inf(-1), d)), lo)
	return r
}
