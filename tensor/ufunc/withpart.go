package ufunc

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// withPart is complex numbers with other real or imaginary parts; real numbers are replaced, for they are
// their real part.
type withPart struct {
	op.Elementwise
	Imag bool
}

func init() {
	op.Register[withPart](op.Doc{
		Name: "tensor.with_part", Face: "inner", Sig: "with_part(a, part, imag=False)", Summary: "Complex numbers with other real or imaginary parts",
	})
}

// Infer: Invalid for imaginary parts of real numbers, which are only read.
func (o *withPart) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.Imag && !in[0].DType.Is.IsComplex() {
		return nil, errs.New(errs.Invalid, "assignment destination is read-only")
	}
	if !chunk.Broadcasts(in[1], in[0]) {
		return nil, errs.New(errs.Invalid, "could not broadcast input array from shape %s into shape %s", op.ShapeString(in[1].Dims), op.ShapeString(in[0].Dims))
	}
	return in[:1], nil
}

// Lower joins the new part and the old one.
func (o *withPart) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	d := b.Type(in[0])
	if !d.IsComplex() {
		return b.Cast(in[1], d)
	}
	part := b.Cast(in[1], chunk.RealOf(d))
	if o.Imag {
		return b.Call("complex", b.Call("real", in[0]), part)
	}
	return b.Call("complex", part, b.Call("imag", in[0]))
}
