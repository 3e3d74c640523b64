package ufunc

import (
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Part is the real or the imaginary part.
type Part struct {
	op.Elementwise
	name string
}

func (o *Part) Row() string { return o.name }

func init() {
	op.Register[Part](op.Doc{
		Face: "property", Name: "tensor.real", Like: "numpy.real", Methods: "Tensor.real", Sig: "real(val)", Summary: "Real part of elements",
	}, Part{name: "real"})
	op.Register[Part](op.Doc{
		Face: "property", Name: "tensor.imag", Like: "numpy.imag", Methods: "Tensor.imag", Sig: "imag(val)", Summary: "Imaginary part of elements",
	}, Part{name: "imag"})
}

// Back joins the part with the other one. Invalid: imaginary parts of real numbers are only read.
func (o *Part) Back(base op.Meta) (op.Operand, bool, error) {
	if o.name == "imag" && !base.DType.Is.IsComplex() {
		return nil, false, chunk.ReadOnly()
	}
	return &withPart{Imag: o.name == "imag"}, true, nil
}

func (o *Part) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(chunk.RealOf(in[0].DType.Is), in[0].Dims...)}, nil
}

// Lower takes the part.
func (o *Part) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	d := b.Type(in[0])
	switch {
	case d.IsComplex():
		return b.Call(o.name, in[0])
	case o.name == "real":
		return in[0]
	}
	return b.Const(0, d)
}
