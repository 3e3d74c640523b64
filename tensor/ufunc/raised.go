package ufunc

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
)

// Raised is the operand of tensor.raised.
type Raised struct {
	op.Elementwise
	op.Scalars
}

func init() {
	op.Register[Raised](op.Doc{
		Face: "inner",
		Name: "tensor.raised", Methods: "Tensor.__pow__", Sig: "raised(a, exponent, /)", Summary: "Squares, reciprocals and roots by Python's operator of powers",
	})
}

// function is the universal function for elements of d, and whether it takes the exponent too.
func (o *Raised) function(d dtype.DType) (name string, exponent bool) {
	if len(o.Args) > 1 {
		inexact := d.IsFloat() || d.IsComplex()
		switch v := o.Args[1]; {
		case v == int64(2):
			return "square", false
		case v == int64(-1) && inexact:
			return "reciprocal", false
		case v == 0.5 && inexact:
			return "sqrt", false
		}
	}
	return "power", true
}

// ufunc is the function, settled for elements of d.
func (o *Raised) ufunc(d dtype.DType) *Ufunc {
	name, exponent := o.function(d)
	u := &Ufunc{row: basic.Row{Name: name, In: 1}}
	if exponent {
		u.row.In, u.Scalars = 2, o.Scalars
	}
	return u
}

func (o *Raised) Infer(in []op.Meta) ([]op.Meta, error) {
	l, err := o.ufunc(in[0].DType.Is).loop(in)
	if err != nil {
		return nil, err
	}
	d, err := op.Broadcast(in...)
	return []op.Meta{op.NewTensor(l.Out[0], d...)}, err
}

// Lower is the function.
func (o *Raised) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	if r := o.ufunc(b.Type(in[0])).lower(b, in); len(r) > 0 {
		return r[0]
	}
	return 0
}
