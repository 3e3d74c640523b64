package reduce

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Position is argmin, argmax or their nan forms. Partials are the values found, their places, and how many
// elements there were along the axis, which is by how much later places move.
type Position struct {
	Axis     *int
	Keepdims bool
	name     string
}

func (o *Position) Row() string { return o.name }

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
		op.Register[Position](d, Position{name: r.name})
	}
}

// nan reports that NaN does not count. NaT does even so, as in NumPy.
func (o *Position) nan(d dtype.DType) bool {
	return strings.HasPrefix(o.name, "nan") && !d.IsTemporal()
}

// folds are the folds that find the values and the places.
func (o *Position) folds(d dtype.DType) (extreme, place string) {
	place = strings.TrimPrefix(o.name, "nan")
	extreme = strings.TrimPrefix(place, "arg")
	if o.nan(d) {
		return "f" + extreme, "nan" + place
	}
	return extreme, place
}

func (o *Position) axes() []int {
	if o.Axis == nil {
		return nil
	}
	return []int{*o.Axis}
}

// Normalize counts the axis from 0; the only one there is is all of them.
func (o *Position) Normalize(in []op.Meta) error {
	if o.Axis == nil {
		return nil
	}
	a, err := chunk.NormAxis(*o.Axis, len(in[0].Dims))
	o.Axis = &a
	return err
}

func (o *Position) Infer(in []op.Meta) ([]op.Meta, error) {
	_, err := reduce.Lookup(o.name, in[0].DType.Is, dtype.DType{})
	if err == nil {
		err = chunk.SomeElements(in[0].Dims, o.axes(), o.name)
	}
	return []op.Meta{op.NewTensor(dtype.Int64, chunk.Reduced(in[0].Dims, o.axes(), o.Keepdims)...)}, err
}

// StageMeta: partials are tuples.
func (o *Position) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Map || s == op.Combine {
		return []op.Meta{op.NewObject()}, nil
	}
	return nil, nil
}

// Tile reduces along an axis, where places of later chunks move by the lengths of those before. Over all of
// several axes a task beside each chunk turns places in it to places in the whole.
func (o *Position) Tile(t *op.Tiler) error {
	g, err := chunk.NonEmpty(t, t.In(0), o.axes())
	if err != nil {
		return err
	}
	if o.Axis != nil || len(g.Shape) <= 1 {
		return t.Out(t.TreeReduce(g, chunk.AllAxes(o.axes(), len(g.Shape))...))
	}
	full := make([]int, len(g.Shape))
	for a, d := range chunk.Lengths(t, g) {
		full[a] = d.N
	}
	m := t.At(op.Map).Map(g)
	var line []op.Edge
	t.Boxes(g, func(k int, _, lo, size []int) {
		line = append(line, t.At(op.Combine).Place(lo, full).Edge(size, m.Edges[k]))
	})
	return t.Out(chunk.Tree(t, line, []op.Meta{op.NewTensor(g.Meta.DType.Is, op.Dims(full...)...)}))
}

// Lower is the Map stage.
func (o *Position) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	fold := func(name string) kernel.Reg { return b.Fold(name, dtype.DType{}, in[0], o.axes()...) }
	extreme, place := o.folds(b.Type(in[0]))
	return b.Tuple(fold(extreme), fold(place), fold("count"))
}

// Exec places partials, or merges them.
func (o *Position) Exec(x *op.Exec) error {
	if x.Lo() != nil {
		return o.place(x)
	}
	var in []*nd.Array
	for _, t := range x.Tuples() {
		in = append(in, t[0].(*nd.Array), t[1].(*nd.Array), t[2].(*nd.Array))
	}
	out, err := chunk.Compute(x, in, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
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
	return x.Put(0, chunk.Kept(x, out[1], o.axes(), o.Keepdims))
}

// join chooses the better value of two, or the earlier one of equals; a place below 0 is none.
func (o *Position) join(b *kernel.Builder, v, at, w, to kernel.Reg) (kernel.Reg, kernel.Reg) {
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
func (o *Position) place(x *op.Exec) error {
	t := x.Tuple(0)
	at, err := chunk.One(x, []*nd.Array{t[1].(*nd.Array)}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
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
	none, err := chunk.Constant(x, 0, dtype.Int64)
	if err != nil {
		return err
	}
	return x.Put(0, op.Tuple{t[0], at, none})
}

// found refuses slices of NaN alone.
func (o *Position) found(x *op.Exec, at *nd.Array) error {
	if !strings.HasPrefix(o.name, "nan") || at.Size() == 0 {
		return nil
	}
	none, err := chunk.One(x, []*nd.Array{at}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
		return b.Fold("any", dtype.DType{}, b.Call("less", in[0], b.Const(0, dtype.Int64)))
	})
	if err == nil && nd.Data[bool](none)[0] {
		err = errs.New(errs.Invalid, "All-NaN slice encountered")
	}
	return err
}
