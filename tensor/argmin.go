package tensor

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Argmin is the place of the smallest element along an axis, or in C order of all of them; the first one, and
// NaN wins.
func Argmin(a any, o ...Reduce) *Tensor { return positionOf("argmin", a, o) }

// Argmax is the place of the largest element along an axis, or in C order of all of them; the first one, and
// NaN wins.
func Argmax(a any, o ...Reduce) *Tensor { return positionOf("argmax", a, o) }

// Nanargmin is Argmin of what is not NaN; NaT counts, as in NumPy. Invalid, when it runs: nothing else is
// there.
func Nanargmin(a any, o ...Reduce) *Tensor { return positionOf("nanargmin", a, o) }

// Nanargmax is Argmax of what is not NaN. Invalid, when it runs: nothing else is there.
func Nanargmax(a any, o ...Reduce) *Tensor { return positionOf("nanargmax", a, o) }

// Argmin and Argmax are the functions of the same names.
func (t *Tensor) Argmin(o ...Reduce) *Tensor { return Argmin(t, o...) }
func (t *Tensor) Argmax(o ...Reduce) *Tensor { return Argmax(t, o...) }

func positionOf(name string, a any, o []Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	p := op.Lookup("tensor." + name).New().(*position)
	if len(o) > 0 {
		p.Keepdims = o[0].Keepdims
		switch len(o[0].Axis) {
		case 0:
		case 1:
			p.Axis = &o[0].Axis[0]
		default:
			return bad("tensor."+name, errs.New(errs.Type, "%s() takes one axis, not %d", errs.Name(name), len(o[0].Axis)))
		}
	}
	return apply(p, t)
}

// position is argmin, argmax or their nan forms. Partials are the values found, their places, and how many
// elements there were along the axis, which is by how much later places move.
type position struct {
	Axis     *int
	Keepdims bool
	name     string
}

func (o *position) Row() string { return o.name }

func init() {
	for _, r := range []struct{ name, summary string }{
		{"argmin", "Place of the smallest element along an axis"},
		{"argmax", "Place of the largest element along an axis"},
		{"nanargmin", "Place of the smallest element along an axis that is not NaN"},
		{"nanargmax", "Place of the largest element along an axis that is not NaN"},
	} {
		d := op.Doc{
			Name: "tensor." + r.name, Like: "numpy." + r.name, Summary: r.summary,
			Sig: r.name + "(a, axis=None, out=None, *, keepdims=False)",
		}
		if !strings.HasPrefix(r.name, "nan") {
			d.Methods = "Tensor." + r.name
		}
		op.Register[position](d, position{name: r.name})
	}
}

// nan reports that NaN does not count. NaT does even so, as in NumPy.
func (o *position) nan(d dtype.DType) bool {
	return strings.HasPrefix(o.name, "nan") && !d.IsTemporal()
}

// folds are the folds that find the values and the places.
func (o *position) folds(d dtype.DType) (extreme, place string) {
	place = strings.TrimPrefix(o.name, "nan")
	extreme = strings.TrimPrefix(place, "arg")
	if o.nan(d) {
		return "f" + extreme, "nan" + place
	}
	return extreme, place
}

func (o *position) axes() []int {
	if o.Axis == nil {
		return nil
	}
	return []int{*o.Axis}
}

// Normalize counts the axis from 0; the only one there is is all of them.
func (o *position) Normalize(in []op.Meta) error {
	if o.Axis == nil {
		return nil
	}
	a, err := normAxis(*o.Axis, len(in[0].Dims))
	o.Axis = &a
	return err
}

func (o *position) Infer(in []op.Meta) ([]op.Meta, error) {
	_, err := reduce.Lookup(o.name, in[0].DType.Is, dtype.DType{})
	if err == nil {
		err = someElements(in[0].Dims, o.axes(), o.name)
	}
	return []op.Meta{op.NewTensor(dtype.Int64, reduced(in[0].Dims, o.axes(), o.Keepdims)...)}, err
}

// StageMeta: partials are tuples.
func (o *position) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Map || s == op.Combine {
		return []op.Meta{op.NewObject()}, nil
	}
	return nil, nil
}

// Tile reduces along an axis, where places of later chunks move by the lengths of those before. Over all of
// several axes a task beside each chunk turns places in it to places in the whole.
func (o *position) Tile(t *op.Tiler) error {
	g, err := nonEmpty(t, t.In(0), o.axes())
	if err != nil {
		return err
	}
	if o.Axis != nil || len(g.Shape) <= 1 {
		return t.Out(t.TreeReduce(g, allAxes(o.axes(), len(g.Shape))...))
	}
	full := make([]int, len(g.Shape))
	for a, d := range lengths(t, g) {
		full[a] = d.N
	}
	m := t.At(op.Map).Map(g)
	var line []op.Edge
	t.Boxes(g, func(k int, _, lo, size []int) {
		line = append(line, t.At(op.Combine).Place(lo, full).Edge(size, m.Edges[k]))
	})
	return t.Out(tree(t, line, []op.Meta{op.NewTensor(g.Meta.DType.Is, op.Dims(full...)...)}))
}

// tree combines partials in order, and finishes them, with what leads as first inputs, to one chunk. virt is
// what Infer sees.
func tree(t *op.Tiler, line []op.Edge, virt []op.Meta, lead ...op.Edge) op.Grid {
	const fan = 8 // as TreeReduce
	for lvl := 0; len(line) > fan && t.Err() == nil; lvl++ {
		var next []op.Edge
		for i := 0; i < len(line); i += fan {
			next = append(next, t.At(op.Combine).Edge([]int{lvl, i}, line[i:min(i+fan, len(line))]...))
		}
		line = next
	}
	e := op.Edge{ID: t.At(op.Final).Task(nil, virt, append(slices.Clone(lead), line...)...), Part: -1}
	g := op.Grid{Edges: []op.Edge{e}}
	if t.Err() == nil {
		for range t.MetaOf(e).Dims {
			g.Shape = append(g.Shape, 1)
		}
	}
	return g
}

// Lower is the Map stage.
func (o *position) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	fold := func(name string) kernel.Reg { return b.Fold(name, dtype.DType{}, in[0], o.axes()...) }
	extreme, place := o.folds(b.Type(in[0]))
	return b.Tuple(fold(extreme), fold(place), fold("count"))
}

// Exec places partials, or merges them.
func (o *position) Exec(x *op.Exec) error {
	if x.Lo() != nil {
		return o.place(x)
	}
	var in []*nd.Array
	for _, t := range x.Tuples() {
		in = append(in, t[0].(*nd.Array), t[1].(*nd.Array), t[2].(*nd.Array))
	}
	out, err := compute(x, in, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		v, at, n := r[0], r[1], r[2]
		for k := 3; k < len(r); k += 3 {
			v, at = o.join(b, v, at, r[k], b.Call("where", b.Call("less", r[k+1], b.Const(0, dtype.Int64)), r[k+1], b.Call("add", r[k+1], n)))
			n = b.Call("add", n, r[k+2])
		}
		return b.Tuple(v, at, n)
	})
	if err != nil {
		return err
	}
	if x.Stage == op.Combine {
		return x.Put(0, op.Tuple{out[0], out[1], out[2]})
	}
	if err := o.found(x, out[1]); err != nil {
		return err
	}
	return x.Put(0, kept(x, out[1], o.axes(), o.Keepdims))
}

// join chooses the better value of two, or the earlier one of equals; a place below 0 is none.
func (o *position) join(b *kernel.Builder, v, at, w, to kernel.Reg) (kernel.Reg, kernel.Reg) {
	better := "less"
	if strings.HasSuffix(o.name, "max") {
		better = "greater"
	}
	zero := b.Const(0, dtype.Int64)
	and := func(p, q kernel.Reg) kernel.Reg { return b.Call("logical_and", p, q) }
	or := func(p, q kernel.Reg) kernel.Reg { return b.Call("logical_or", p, q) }
	earlier := b.Call("less", to, at)
	take := or(b.Call(better, w, v), and(b.Call("equal", w, v), earlier))
	if d := b.Type(v); d.IsFloat() || d.IsComplex() || d.IsTemporal() {
		nanV, nanW := b.Call("isnan", v), b.Call("isnan", w)
		if o.nan(d) {
			take = and(b.Call("greater_equal", to, zero), or(b.Call("less", at, zero), take))
		} else {
			take = or(and(nanW, or(b.Call("logical_not", nanV), earlier)), and(b.Call("logical_not", nanV), take))
		}
	}
	return b.Call("where", take, w, v), b.Call("where", take, to, at)
}

// place turns a place in a chunk, whose shape is the task's index, to one in the whole. Then no place moves
// any more.
func (o *position) place(x *op.Exec) error {
	t := x.Tuple(0)
	at, err := one(x, []*nd.Array{t[1].(*nd.Array)}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
		i := func(v int) kernel.Reg { return b.Const(v, dtype.Int64) }
		rest, sum, step := in[0], i(0), 1
		for a := len(x.Index) - 1; a >= 0; a-- { // the last axis counts first
			n := x.Index[a]
			k := b.Call("add", b.Call("remainder", rest, i(n)), i(x.Lo()[a]))
			sum = b.Call("add", sum, b.Call("multiply", k, i(step)))
			rest, step = b.Call("floor_divide", rest, i(n)), step*x.Full()[a]
		}
		return b.Call("where", b.Call("less", in[0], i(0)), in[0], sum)
	})
	if err != nil {
		return err
	}
	none, err := constant(x, 0, dtype.Int64)
	if err != nil {
		return err
	}
	return x.Put(0, op.Tuple{t[0], at, none})
}

// found refuses slices of NaN alone.
func (o *position) found(x *op.Exec, at *nd.Array) error {
	if !strings.HasPrefix(o.name, "nan") || at.Size() == 0 {
		return nil
	}
	none, err := one(x, []*nd.Array{at}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
		return b.Fold("any", dtype.DType{}, b.Call("less", in[0], b.Const(0, dtype.Int64)))
	})
	if err == nil && nd.Data[bool](none)[0] {
		err = errs.New(errs.Invalid, "All-NaN slice encountered")
	}
	return err
}
