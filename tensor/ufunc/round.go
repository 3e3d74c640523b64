package ufunc

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
)

// Round is the operand of tensor.round.
type Round struct {
	op.Elementwise
	Decimals int
}

func init() {
	op.Register[Round](op.Doc{
		Name: "tensor.round", Like: "numpy.round", Methods: "Tensor.round", Aliases: "around round_", Sig: "round(a, decimals=0, out=None)",
		Summary: "Elements rounded to a number of decimals",
	})
}

func (o *Round) Infer(in []op.Meta) ([]op.Meta, error) {
	d := in[0].DType.Is
	if d.IsBool() && o.Decimals != 0 {
		by := "multiply"
		if o.Decimals < 0 {
			by = "divide"
		}
		return nil, errs.New(errs.Type, "Cannot cast ufunc '%s' output from dtype('float64') to dtype('bool') with casting rule 'same_kind'", errs.Name(by))
	}
	if !d.IsInteger() && o.Decimals == 0 || d.IsTemporal() || d.IsBool() { // bools become floats, and times are refused, as by rint
		l, err := basic.Resolve("rint", d)
		if err != nil {
			return nil, err
		}
		d = l.Out[0]
	}
	return []op.Meta{op.NewTensor(d, in[0].Dims...)}, nil
}

// Lower rounds; the parts of complex numbers each by itself.
func (o *Round) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	d := b.Type(in[0])
	switch {
	case d.IsInteger() && o.Decimals >= 0:
		return in[0]
	case d.IsInteger():
		return b.Cast(o.scaled(b, b.Cast(in[0], dtype.Float64)), d)
	case d.IsComplex():
		return b.Call("complex", o.scaled(b, b.Call("real", in[0])), o.scaled(b, b.Call("imag", in[0])))
	}
	return o.scaled(b, in[0])
}

func (o *Round) scaled(b *kernel.Builder, r kernel.Reg) kernel.Reg {
	if o.Decimals == 0 {
		return b.Call("rint", r)
	}
	by, undo, n := "multiply", "divide", o.Decimals
	if n < 0 {
		by, undo, n = undo, by, -n
	}
	f := b.Const(math.Pow10(n), b.Type(r))
	return b.Call(undo, b.Call("rint", b.Call(by, r, f)), f)
}
