package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
)

// Round rounds to a number of decimals, 0 unless given, ties to even; a negative one rounds before the point.
// As in NumPy it multiplies, rounds and divides, so 0.5 ulp of the product decides and not the decimal
// digits.
func Round(a any, decimals ...int) *Tensor {
	a = only(a, decimals)
	t, err := As(a)
	if err != nil {
		return bad("tensor.round", err)
	}
	o := &round{}
	if len(decimals) > 0 {
		o.Decimals = decimals[0]
	}
	return apply(o, t)
}

// Around is Round.
func Around(a any, decimals ...int) *Tensor { return Round(a, decimals...) }

// Round rounds t; see the function Round.
func (t *Tensor) Round(decimals ...int) *Tensor { return Round(t, decimals...) }

type round struct {
	op.Elementwise
	Decimals int
}

func init() {
	op.Register[round](op.Doc{
		Name: "tensor.round", Like: "numpy.round", Methods: "Tensor.round", Aliases: "around round_", Sig: "round(a, decimals=0, out=None)",
		Summary: "Elements rounded to a number of decimals",
	})
}

func (o *round) Infer(in []op.Meta) ([]op.Meta, error) {
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
func (o *round) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
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

func (o *round) scaled(b *kernel.Builder, r kernel.Reg) kernel.Reg {
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
