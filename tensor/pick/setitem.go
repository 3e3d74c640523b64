package pick

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/creation"
)

// Setitem is the operand of tensor.setitem.
type Setitem struct {
	op.Scalars // the value may be a number
	Index      []Index
	Key        op.Written // as a caller wrote it, in place of Index
}

func init() {
	op.Register[Setitem](op.Doc{
		Face: "inner",
		Name: "tensor.setitem", Sig: "setitem(a, value, index=None, key=<no_default>, *arrays)", Summary: "Tensor with other elements at an index",
		Methods: "Tensor.__setitem__", Notes: "The handle moves to the result.",
	})
	op.AddRule(op.Rule{Name: "setitem by tensors", Expands: true, Try: func(n *op.Node, _ op.Uses) (op.Value, bool) {
		o, ok := n.Op.(*Setitem)
		if !ok || len(n.In) <= o.first() {
			return op.Value{}, false
		}
		v := o.expand(n.In, chunk.BuildAt(n.Site))
		return v, v.N.Err == nil
	}})
}

// Places is 2: the tensor and the value.
func (*Setitem) Places() int { return 2 }

// value is the number that is assigned, nil when it is input 1.
func (o *Setitem) value() any {
	if len(o.Args) > 1 {
		return o.Args[1]
	}
	return nil
}

// first is the input that is the first index tensor.
func (o *Setitem) first() int {
	if o.value() != nil {
		return 1
	}
	return 2
}

// Normalize reads what was written, writes the ellipsis out and checks a number against the dtype.
func (o *Setitem) Normalize(in []op.Meta) (err error) {
	if o.Index, err = EntriesIn(&o.Key, o.Index, o.first()); err != nil {
		return err
	}
	if v := o.value(); v != nil {
		if err := assignable(v, in[0].DType.Is); err != nil {
			return err
		}
	}
	o.Index, err = full(o.Index, len(in[0].Dims), in[o.first():])
	return err
}

// assignable refuses numbers that NumPy refuses to store in a d.
func assignable(v any, d dtype.DType) error {
	switch v := v.(type) {
	case int64:
		if d.IsInteger() && !d.HoldsInt(v) {
			return errs.New(errs.Invalid, "Python integer %d out of bounds for %s", v, d)
		}
	case float64:
		switch {
		case d.IsInteger() && v != v:
			return errs.New(errs.Invalid, "cannot convert float NaN to integer")
		case d.IsTemporal():
			return errs.New(errs.Invalid, "Could not convert object to NumPy %s", d)
		}
	case complex128:
		if !d.IsComplex() && !d.IsBool() {
			return errs.New(errs.Type, "a complex number is no %s", d)
		}
	}
	return nil
}

func (o *Setitem) Infer(in []op.Meta) ([]op.Meta, error) {
	s, err := (&Getitem{Index: o.Index}).Infer(append(in[:1:1], in[o.first():]...))
	if err != nil || o.value() != nil {
		return in[:1], err
	}
	if _, err := basic.Cast(in[0].DType.Is, in[1].DType.Is); err != nil {
		return nil, err
	}
	if v := in[1].WithDims(lessOnes(in[1].Dims, len(s[0].Dims))...); !chunk.Broadcasts(v, s[0]) {
		if len(in) > 2 {
			return nil, errs.New(errs.Invalid, "shape mismatch: value array of shape %s could not be broadcast to indexing result of shape %s", op.ShapeString(in[1].Dims), op.ShapeString(s[0].Dims))
		}
		return nil, errs.New(errs.Invalid, "could not broadcast input array from shape %s into shape %s", op.ShapeString(in[1].Dims), op.ShapeString(s[0].Dims))
	}
	return in[:1], nil
}

// lessOnes is dims without leading ones past rank.
func lessOnes(d []op.Dim, rank int) []op.Dim {
	for len(d) > rank && d[0] == (op.Dim{N: 1}) {
		d = d[1:]
	}
	return d
}

// expand assigns by the tensors in what the basic index selects, and assigns that.
func (o *Setitem) expand(in []op.Value, at chunk.Builder) op.Value {
	k := o.first()
	a := advanced(o.Index, op.Metas(in[k:]))
	y := in[0]
	if !a.plain() {
		y = at.Value(&Getitem{Index: a.basic}, y)
	}
	value, n := slices.Clone(in[1:k]), 0 // the inputs are the node's
	if len(value) > 0 {
		n = len(value[0].Meta().Dims)
	}
	if m, ok := a.sole(); ok && n <= len(y.Meta().Dims)-m.axis-m.rank { // the value does not know which place it is for
		mask := m.tensor(in[k+m.in], at)
		if tail := len(y.Meta().Dims) - m.axis - m.rank; tail > 0 {
			mask = at.Value(&Getitem{Index: slices.Concat(slices.Repeat([]Index{Whole}, m.rank), slices.Repeat([]Index{NewAxis}, tail))}, mask)
		}
		p := &PutMasked{}
		if v := o.value(); v != nil {
			p.Args = []any{nil, v, nil}
		}
		y = at.Value(p, slices.Concat([]op.Value{y}, value, []op.Value{mask})...)
	} else {
		if v := o.value(); v != nil {
			value = []op.Value{at.Value(&creation.Array{Object: scalar(v)})}
		}
		p, idx := a.places(in[k:], at)
		value[0] = ranked(value[0], len(y.Meta().Dims)-len(p.Axes)+rankOf(op.Metas(idx)), at)
		y = at.Value(&Put{p.Axes, p.Place, p.Where}, slices.Concat([]op.Value{y}, value, idx)...)
	}
	if a.plain() || y.N.Err != nil {
		return y
	}
	return at.Value(&Setitem{Index: a.basic}, in[0], y)
}

// ranked is v with leading axes of length 1 added or dropped, so that it has rank axes.
func ranked(v op.Value, rank int, at chunk.Builder) op.Value {
	have := len(v.Meta().Dims)
	switch {
	case have < rank:
		return at.Value(&Getitem{Index: append(slices.Repeat([]Index{NewAxis}, rank-have), Ellipsis)}, v)
	case have > rank:
		return at.Value(&Getitem{Index: append(slices.Repeat([]Index{EntryAt(0)}, have-rank), Ellipsis)}, v)
	}
	return v
}

// scalar is a Go number as an array without axes.
func scalar(v any) *nd.Array {
	switch v := v.(type) {
	case bool:
		return nd.Scalar(v)
	case int64:
		return nd.Scalar(v)
	case float64:
		return nd.Scalar(v)
	}
	return nd.Scalar(v.(complex128))
}

// Tile leaves chunks that the index does not meet as they are.
func (o *Setitem) Tile(t *op.Tiler) error {
	x := t.In(0)
	if len(t.Ins()) > o.first() {
		return errs.New(errs.Internal, "an index with tensors was not taken apart")
	}
	if err := t.Need(op.Rows, t.Ins()...); err != nil {
		return err
	}
	rs, err := (&Getitem{Index: o.Index}).ranges(t, x)
	if err != nil {
		return err
	}
	hits, splits := make([][]stretch, len(rs)), [][]op.Dim{}
	for a, r := range rs {
		if r.n == 0 {
			return t.Out(x)
		}
		hits[a] = r.meet(t.Splits(x, a))
	}
	for _, i := range o.axes() {
		if i < 0 {
			splits = append(splits, op.Dims(1))
		} else if !rs[i].drop {
			splits = append(splits, pieces(hits[i], rs[i].step < 0))
		}
	}
	var v op.Grid
	if o.value() == nil {
		v = spread(t, t.In(1), splits)
	}
	out := op.Grid{Shape: x.Shape}
	Every(t, x.Shape, func(at []int) {
		e := x.At(at...)
		where, piece := []int{}, []int{}
		for a, k := range at {
			h := hits[a][k]
			if h.n == 0 {
				out.Edges = append(out.Edges, e)
				return
			}
			where = append(where, h.lo, h.step, h.n)
		}
		for _, i := range o.axes() {
			if i < 0 {
				piece = append(piece, 0)
			} else if !rs[i].drop {
				piece = append(piece, rank(hits[i], at[i], rs[i].step < 0))
			}
		}
		in := []op.Edge{e}
		if o.value() == nil {
			in = append(in, corner(v, piece))
		}
		out.Edges = append(out.Edges, t.At(op.Final).Edge(where, in...))
	})
	return t.Out(out)
}

// axes is for each entry the axis of the tensor it is for, -1 for a new one.
func (o *Setitem) axes() (out []int) {
	axis := 0
	for _, i := range o.Index {
		if i.Kind == "newaxis" {
			out = append(out, -1)
			continue
		}
		out = append(out, axis)
		axis++
	}
	return out
}

// pieces is the lengths of the pieces of a selection, in its order.
func pieces(hits []stretch, back bool) (d []op.Dim) {
	for _, h := range hits {
		if h.n > 0 {
			d = append(d, op.Dim{N: h.n})
		}
	}
	if back {
		slices.Reverse(d)
	}
	return d
}

// rank is the number of the piece in chunk k.
func rank(hits []stretch, k int, back bool) int {
	if back {
		hits, k = slices.Clone(hits), len(hits)-1-k
		slices.Reverse(hits)
	}
	n := 0
	for _, h := range hits[:k] {
		if h.n > 0 {
			n++
		}
	}
	return n
}

// StageMeta: a chunk keeps its shape.
func (*Setitem) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Final {
		return nil, nil
	}
	return in[:1], nil
}

// Exec writes the piece of the value to the places of the chunk.
func (o *Setitem) Exec(x *op.Exec) error {
	a := x.Own(0)
	to := a
	for k := range a.Shape {
		lo, step, n := x.Index[3*k], x.Index[3*k+1], x.Index[3*k+2]
		stop := lo + (n-1)*step + 1
		if step < 0 {
			stop -= 2
		}
		to = to.Slice(k, lo, stop, step)
	}
	axis := 0
	for _, i := range o.Index {
		switch i.Kind {
		case "newaxis":
			to = to.NewAxis(axis)
			axis++
		case "int":
			to = to.Index(axis, 0)
		default:
			axis++
		}
	}
	if v := o.value(); v != nil {
		if err := chunk.FillWith(x, to, v); err != nil {
			return err
		}
		return x.Put(0, a)
	}
	v, err := chunk.Cast(x, x.Array(1), a.DType)
	if err != nil {
		return err
	}
	for v.Rank() > to.Rank() {
		v = v.Index(0, 0)
	}
	if v, err = v.BroadcastTo(to.Shape...); err != nil {
		return err
	}
	if err := nd.Copy(to, v); err != nil {
		return err
	}
	return x.Put(0, a)
}
