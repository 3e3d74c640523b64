package ufunc

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

// UfuncAt is the operand of tensor.ufunc_at_places.
type UfuncAt struct {
	Ufunc   string
	Value   op.Ref
	Indices []op.Ref
}

func init() {
	op.Register[UfuncAt](op.Doc{
		Face: "inner", Name: "tensor.ufunc_at_places", Summary: "Universal function at places, one after the other",
		Sig: "ufunc_at_places(a, ufunc, indices, value=None)",
	})
}

// places are the index tensors among the inputs.
func (o *UfuncAt) places() *pick.Places {
	p := &pick.Places{}
	for k := range o.Indices {
		p.Axes, p.Where = append(p.Axes, k), append(p.Where, k)
	}
	return p
}

func (o *UfuncAt) loop(d dtype.DType) (basic.Loop, error) {
	if o.Value == 0 {
		l, err := basic.Resolve(o.Ufunc, d)
		if err == nil && (l.In[0] != d || l.Out[0] != d) {
			err = errs.New(errs.Type, "Cannot cast ufunc '%s' output from %s to %s with casting rule 'same_kind'", errs.Name(o.Ufunc), chunk.Quote(l.Out[0]), chunk.Quote(d))
		}
		return l, err
	}
	return FoldLoop(o.Ufunc, d, d)
}

func (o *UfuncAt) Infer(in []op.Meta) ([]op.Meta, error) {
	var idx []op.Meta
	for _, r := range o.Indices {
		idx = append(idx, in[r.I()])
	}
	if len(idx) == 0 || len(idx) > len(in[0].Dims) {
		return nil, errs.New(errs.NotFound, "too many indices for array: array is %d-dimensional, but %d were indexed", len(in[0].Dims), len(idx))
	}
	s, err := o.places().Selection(in[0], idx)
	if err != nil {
		return nil, err
	}
	d := in[0].DType.Is
	if o.Value != 0 {
		v := in[o.Value.I()]
		if !chunk.Broadcasts(v, s) {
			return nil, errs.New(errs.Invalid, "array is not broadcastable to correct shape")
		}
		l, err := basic.Resolve(o.Ufunc, d, v.DType.Is)
		if err != nil {
			return nil, err
		}
		if !dtype.CanCast(l.Out[0], d, dtype.SameKind) {
			return nil, errs.New(errs.Type, "Cannot cast ufunc '%s' output from %s to %s with casting rule 'same_kind'", errs.Name(o.Ufunc), chunk.Quote(l.Out[0]), chunk.Quote(d))
		}
	}
	_, err = o.loop(d)
	return in[:1], err
}

// Tile gives every chunk all places and values, and tells it where it lies.
func (o *UfuncAt) Tile(t *op.Tiler) error {
	g := t.In(0)
	if err := t.Need(op.Rows, g); err != nil {
		return err
	}
	var rest []op.Edge
	for _, x := range t.Ins()[1:] {
		rest = append(rest, t.One(x).Edges...)
	}
	full := make([]int, len(g.Shape))
	for a := range full {
		full[a] = op.Sum(t.Splits(g, a)).N
	}
	out := op.Grid{Shape: g.Shape}
	t.Boxes(g, func(k int, at, lo, _ []int) {
		out.Edges = append(out.Edges, t.At(op.Final).Place(lo, full).Edge(at, append([]op.Edge{g.Edges[k]}, rest...)...))
	})
	return t.Out(out)
}

// StageMeta: a chunk keeps its shape.
func (*UfuncAt) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Final {
		return nil, nil
	}
	return in[:1], nil
}

// Exec changes the places that lie in the chunk.
func (o *UfuncAt) Exec(x *op.Exec) error {
	a := x.Own(0)
	l, err := o.loop(a.DType)
	if err != nil {
		return err
	}
	full, lo := x.Full(), x.Lo()
	var idx []*nd.Array
	for _, r := range o.Indices {
		idx = append(idx, x.Array(r.I()))
	}
	flat, err := o.places().Flat(x, idx, full[:len(idx)])
	if err != nil {
		return err
	}
	var v *nd.Array
	if o.Value != 0 {
		rest := append(append([]int{}, flat.Shape...), full[len(idx):]...)
		if v, err = chunk.Cast(x, x.Array(o.Value.I()), a.DType); err != nil {
			return err
		}
		if v, err = v.BroadcastTo(rest...); err != nil {
			return err
		}
		for k := len(idx); k < a.Rank(); k++ {
			v = v.Slice(flat.Rank()+k-len(idx), lo[k], lo[k]+a.Shape[k], 1)
		}
		if v, err = v.Contig(x.Mem()); err != nil {
			return err
		}
	}
	own, err := a.Contig(x.Mem())
	if err != nil {
		return err
	}
	size, row := a.DType.Size(), nd.Size(a.Shape[len(idx):])
	at := func(b *nd.Array, k int) basic.Vec {
		return basic.Vec{P: unsafe.Pointer(&b.Block.Bytes()[(b.Offset+k*row)*size])}
	}
	for i, p := range nd.Data[int64](flat) {
		k, ok := within(int(p), full[:len(idx)], lo, a.Shape)
		if !ok || row == 0 {
			continue
		}
		to := at(own, k)
		in := []basic.Vec{to}
		if v != nil {
			in = append(in, at(v, i))
		}
		if err := l.Run(row, in, []basic.Vec{to}); err != nil {
			return err
		}
	}
	return x.Put(0, own)
}

// within is the place in a chunk at lo of position p of the first axes, both counted in C order; false for
// one that lies elsewhere.
func within(p int, full, lo, shape []int) (int, bool) {
	k, step := 0, 1
	for a := len(full) - 1; a >= 0; a-- {
		i := p%full[a] - lo[a]
		p /= full[a]
		if i < 0 || i >= shape[a] {
			return 0, false
		}
		k, step = k+i*step, step*shape[a]
	}
	return k, true
}
