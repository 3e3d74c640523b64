package reduce

import (
	"math"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Variance is var, std, nanvar or nanstd. Partials are the arrays of reduce.Moments, and counts.
type Variance struct {
	Axis     []int
	Keepdims bool
	Dtype    dtype.DType
	Ddof     float64
	name     string
}

func (o *Variance) Row() string { return o.name }

func init() {
	for _, r := range []struct{ name, summary string }{
		{"var", "Variance along axes"},
		{"std", "Standard deviation along axes"},
		{"nanvar", "Variance along axes of what is not NaN"},
		{"nanstd", "Standard deviation along axes of what is not NaN"},
	} {
		d := op.Doc{
			Forms: "where=masked mean=masked correction=for:ddof",
			Name:  "tensor." + r.name, Like: "numpy." + r.name, Summary: r.summary,
			Sig: r.name + "(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, mean=None, correction=None)",
		}
		if !strings.HasPrefix(r.name, "nan") {
			d.Methods = "Tensor." + r.name
		}
		op.Register[Variance](d, Variance{name: r.name})
	}
}

func (o *Variance) nan() bool { return strings.HasPrefix(o.name, "nan") }

// Normalize counts axes from 0.
func (o *Variance) Normalize(in []op.Meta) (err error) {
	o.Axis, err = chunk.NormAxes(o.Axis, len(in[0].Dims))
	return err
}

func (o *Variance) Infer(in []op.Meta) ([]op.Meta, error) {
	from := in[0].DType.Is
	d, err := MeanType(from, o.Dtype)
	if err == nil && from.IsDatetime() { // where NumPy fails
		_, err = basic.Resolve("add", from, from)
	} else if err == nil {
		_, err = basic.Resolve("square", d)
	}
	return []op.Meta{op.NewTensor(chunk.RealOf(d), chunk.Reduced(in[0].Dims, o.Axis, o.Keepdims)...)}, err
}

// StageMeta: partials are tuples.
func (o *Variance) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Map || s == op.Combine {
		return []op.Meta{op.NewObject()}, nil
	}
	return nil, nil
}

func (o *Variance) Tile(t *op.Tiler) error {
	return t.Out(t.TreeReduce(t.In(0), chunk.AllAxes(o.Axis, len(t.In(0).Shape))...))
}

// momentParts are the arrays of reduce.Moments.
var momentParts = []string{"x:s", "x:e", "x:far", "h:s", "h:e", "h:far", "l:s", "l:e", "l:far"}

// Lower is the Map stage: the moments of a block.
func (o *Variance) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	fold := func(name string) kernel.Reg { return b.Fold(name, dtype.DType{}, in[0], o.Axis...) }
	pre, count := "moment:", "count"
	if o.nan() {
		pre, count = "nanmoment:", "nancount"
	}
	var parts []kernel.Reg
	for _, p := range momentParts {
		parts = append(parts, fold(pre+p))
	}
	return b.Tuple(append(parts, fold(count))...)
}

// Exec adds moments, and divides.
func (o *Variance) Exec(x *op.Exec) error {
	var of []reduce.Moments
	var counts []*nd.Array
	for _, t := range x.Tuples() {
		of = append(of, reduce.Moments{X: sumsIn(t), H: sumsIn(t[3:]), L: sumsIn(t[6:])})
		counts = append(counts, t[9].(*nd.Array))
	}
	m, n, err := of[0], counts[0], error(nil)
	if len(of) > 1 {
		if m, err = reduce.JoinMoments(x.Mem(), of); err != nil {
			return err
		}
		if n, err = chunk.Added(x, counts); err != nil {
			return err
		}
	}
	if x.Stage != op.Final {
		return x.Put(0, op.Tuple{m.X.S, m.X.E, m.X.Far, m.H.S, m.H.E, m.H.Far, m.L.S, m.L.E, m.L.Far, n})
	}
	m2, err := m.Squares(x.Mem(), n)
	if err != nil {
		return err
	}
	out, err := chunk.One(x, []*nd.Array{n, m2}, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		return b.Cast(o.finish(b, r[0], r[1]), x.Out(0).DType.Is)
	})
	if err != nil {
		return err
	}
	return x.Put(0, chunk.Kept(x, out, o.Axis, o.Keepdims))
}

// finish divides by the count less Ddof.
func (o *Variance) finish(b *kernel.Builder, n, squares kernel.Reg) kernel.Reg {
	f := func(v float64) kernel.Reg { return b.Const(v, dtype.Float64) }
	dof := b.Call("subtract", n, f(o.Ddof))
	m2 := b.Call("where", b.Call("equal", n, f(0)), f(0), squares)
	v := b.Call("divide", m2, b.Call("maximum", dof, f(0)))
	if o.nan() {
		v = b.Call("where", b.Call("less_equal", dof, f(0)), f(math.NaN()), v)
	}
	if strings.HasSuffix(o.name, "std") {
		v = b.Call("sqrt", v)
	}
	return v
}
