package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
)

// Real is the real part of elements; of real dtypes the tensor itself. It is a view, see Get.
func Real(a any) *Tensor { return partOf("real", a) }

// Imag is the imaginary part of elements; of real dtypes zeros. Of complex tensors it is a view, see Get.
func Imag(a any) *Tensor { return partOf("imag", a) }

// Real is the real part of t.
func (t *Tensor) Real() *Tensor { return Real(t) }

// Imag is the imaginary part of t.
func (t *Tensor) Imag() *Tensor { return Imag(t) }

func partOf(name string, a any) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	return view(op.Lookup("tensor."+name).New(), t)
}

// part is the real or the imaginary part.
type part struct {
	op.Elementwise
	name string
}

func (o *part) Row() string { return o.name }

func init() {
	op.Register[part](op.Doc{
		Face: "property", Name: "tensor.real", Like: "numpy.real", Methods: "Tensor.real", Sig: "real(val)", Summary: "Real part of elements",
	}, part{name: "real"})
	op.Register[part](op.Doc{
		Face: "property", Name: "tensor.imag", Like: "numpy.imag", Methods: "Tensor.imag", Sig: "imag(val)", Summary: "Imaginary part of elements",
	}, part{name: "imag"})
}

// Back joins the part with the other one. Invalid: imaginary parts of real numbers are only read.
func (o *part) Back(base op.Meta) (op.Operand, bool, error) {
	if o.name == "imag" && !base.DType.Is.IsComplex() {
		return nil, false, readOnly()
	}
	return &withPart{Imag: o.name == "imag"}, true, nil
}

func (o *part) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(realOf(in[0].DType.Is), in[0].Dims...)}, nil
}

// realOf is the dtype of the parts of a complex number; others stay.
func realOf(d dtype.DType) dtype.DType {
	switch d {
	case dtype.Complex64:
		return dtype.Float32
	case dtype.Complex128:
		return dtype.Float64
	}
	return d
}

// Lower takes the part.
func (o *part) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	d := b.Type(in[0])
	switch {
	case d.IsComplex():
		return b.Call(o.name, in[0])
	case o.name == "real":
		return in[0]
	}
	return b.Const(0, d)
}
