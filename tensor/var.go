package tensor

import (
	"math"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Var is the variance along axes: the mean of squared distances from the mean, over the count less Reduce.Ddof. It is
// computed in float64, in one pass, from moments that merge (Chan, Golub, LeVeque, 1979), and so for narrow
// floats more exact than NumPy; where the mean is far larger than the deviation, merging chunks loses the digits that the
// means lose. The variance of nothing is NaN.
func Var(a any, o ...Reduce) *Tensor { return varOf(&variance{name: "var"}, a, o) }

// Std is the square root of Var.
func Std(a any, o ...Reduce) *Tensor { return varOf(&variance{name: "std"}, a, o) }

// Nanvar is Var of what is not NaN, and NaN where Ddof leaves nothing to divide by.
func Nanvar(a any, o ...Reduce) *Tensor { return varOf(&variance{name: "nanvar"}, a, o) }

// Nanstd is the square root of Nanvar.
func Nanstd(a any, o ...Reduce) *Tensor { return varOf(&variance{name: "nanstd"}, a, o) }

// Var and Std are the functions of the same names.
func (t *Tensor) Var(o ...Reduce) *Tensor { return Var(t, o...) }
func (t *Tensor) Std(o ...Reduce) *Tensor { return Std(t, o...) }

func varOf(v *variance, a any, o []Reduce) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor."+v.name, err)
	}
	if len(o) > 0 {
		v.Axis, v.Keepdims, v.Dtype, v.Ddof = o[0].Axis, o[0].Keepdims, o[0].DType, o[0].Ddof
	}
	return apply(v, t)
}

// variance is var, std, nanvar or nanstd. Partials are counts, means and sums of squared distances.
type variance struct {
	Axis     []int
	Keepdims bool
	Dtype    dtype.DType
	Ddof     float64
	name     string
}

func (o *variance) Row() string { return o.name }

func init() {
	for _, r := range []struct{ name, summary string }{
		{"var", "Variance along axes"},
		{"std", "Standard deviation along axes"},
		{"nanvar", "Variance along axes of what is not NaN"},
		{"nanstd", "Standard deviation along axes of what is not NaN"},
	} {
		d := op.Doc{
			Name: "tensor." + r.name, Like: "numpy." + r.name, Summary: r.summary,
			Sig: r.name + "(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, mean=None, correction=None)",
		}
		if !strings.HasPrefix(r.name, "nan") {
			d.Methods = "Tensor." + r.name
		}
		op.Register[variance](d, variance{name: r.name})
	}
}

func (o *variance) nan() bool { return strings.HasPrefix(o.name, "nan") }

// Normalize counts axes from 0.
func (o *variance) Normalize(in []op.Meta) (err error) {
	o.Axis, err = normAxes(o.Axis, len(in[0].Dims))
	return err
}

func (o *variance) Infer(in []op.Meta) ([]op.Meta, error) {
	from := in[0].DType.Is
	d, err := meanType(from, o.Dtype)
	if err == nil && from.IsDatetime() { // where NumPy fails
		_, err = basic.Resolve("add", from, from)
	} else if err == nil {
		_, err = basic.Resolve("square", d)
	}
	return []op.Meta{op.NewTensor(realOf(d), reduced(in[0].Dims, o.Axis, o.Keepdims)...)}, err
}

// StageMeta: partials are tuples.
func (o *variance) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Map || s == op.Combine {
		return []op.Meta{op.NewObject()}, nil
	}
	return nil, nil
}

func (o *variance) Tile(t *op.Tiler) error {
	return t.Out(t.TreeReduce(t.In(0), allAxes(o.Axis, len(t.In(0).Shape))...))
}

// Lower is the Map stage: the moments of a block.
func (o *variance) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	fold := func(name string) kernel.Reg { return b.Fold(name, dtype.DType{}, in[0], o.Axis...) }
	if o.nan() {
		return b.Tuple(fold("nancount"), fold("nanm1"), fold("nanm2"))
	}
	return b.Tuple(fold("count"), fold("m1"), fold("m2"))
}

// Exec merges moments, and divides.
func (o *variance) Exec(x *op.Exec) error {
	var in []*nd.Array
	for _, t := range x.Tuples() {
		in = append(in, t[0].(*nd.Array), t[1].(*nd.Array), t[2].(*nd.Array))
	}
	out, err := compute(x, in, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		m := moment{r[0], r[1], r[2]}
		for k := 3; k < len(r); k += 3 {
			m = m.join(b, moment{r[k], r[k+1], r[k+2]})
		}
		if x.Stage == op.Final {
			return b.Cast(o.finish(b, m), x.Out(0).DType.Is)
		}
		return b.Tuple(m.n, m.mean, m.m2)
	})
	if err != nil {
		return err
	}
	if x.Stage == op.Final {
		return x.Put(0, kept(x, out[0], o.Axis, o.Keepdims))
	}
	return x.Put(0, op.Tuple{out[0], out[1], out[2]})
}

// finish divides by the count less Ddof.
func (o *variance) finish(b *kernel.Builder, m moment) kernel.Reg {
	f := func(v float64) kernel.Reg { return b.Const(v, dtype.Float64) }
	dof := b.Call("subtract", m.n, f(o.Ddof))
	m2 := b.Call("where", b.Call("equal", m.n, f(0)), f(0), m.m2)
	v := b.Call("divide", m2, b.Call("maximum", dof, f(0)))
	if o.nan() {
		v = b.Call("where", b.Call("less_equal", dof, f(0)), f(math.NaN()), v)
	}
	if strings.HasSuffix(o.name, "std") {
		v = b.Call("sqrt", v)
	}
	return v
}

// A moment is registers of counts, means and sums of squared distances from them, which are NaN where the count is 0.
type moment struct{ n, mean, m2 kernel.Reg }

// join merges two samples (Chan, Golub, LeVeque).
func (p moment) join(b *kernel.Builder, q moment) moment {
	n := b.Call("add", p.n, q.n)
	d := b.Call("subtract", q.mean, p.mean)
	square := b.Call("multiply", d, d)
	if b.Type(d).IsComplex() {
		square = b.Call("real", b.Call("multiply", d, b.Call("conjugate", d)))
	}
	part := b.Call("divide", q.n, n)
	both := moment{
		mean: b.Call("add", p.mean, b.Call("multiply", d, part)),
		m2:   b.Call("add", b.Call("add", p.m2, q.m2), b.Call("multiply", square, b.Call("multiply", p.n, part))),
	}
	zero := b.Const(0, b.Type(n))
	noP, noQ := b.Call("equal", p.n, zero), b.Call("equal", q.n, zero)
	choose := func(p, q, both kernel.Reg) kernel.Reg {
		return b.Call("where", noQ, p, b.Call("where", noP, q, both))
	}
	return moment{n, choose(p.mean, q.mean, both.mean), choose(p.m2, q.m2, both.m2)}
}
