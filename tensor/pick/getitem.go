package pick

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Getitem is the operand of tensor.getitem.
type Getitem struct {
	Index []Index
	Key   op.Written // as a caller wrote it, in place of Index
}

func init() {
	op.Register[Getitem](op.Doc{
		Face: "inner",
		Name: "tensor.getitem", Methods: "Tensor.__getitem__", Sig: "getitem(a, index=None, key=<no_default>, *arrays)",
		Summary: "Elements by an index",
	})
	op.AddRule(op.Rule{Name: "getitem by tensors", Expands: true, Try: func(n *op.Node, _ op.Uses) (op.Value, bool) {
		o, ok := n.Op.(*Getitem)
		if !ok || len(n.In) == 1 {
			return op.Value{}, false
		}
		v := o.expand(n.In, chunk.BuildAt(n.Site))
		return v, v.N.Err == nil
	}})
}

// Normalize reads what was written, and writes the ellipsis out.
func (o *Getitem) Normalize(in []op.Meta) (err error) {
	if o.Index, err = EntriesIn(&o.Key, o.Index, 1); err != nil {
		return err
	}
	o.Index, err = full(o.Index, len(in[0].Dims), in[1:])
	return err
}

func (o *Getitem) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in) > 1 {
		a := advanced(o.Index, in[1:])
		return a.infer(in)
	}
	m := in[0].WithDims()
	axis := 0
	for _, i := range o.Index {
		if i.Kind == "newaxis" {
			m.Dims = append(m.Dims, op.Dim{N: 1})
			continue
		}
		d := in[0].Dims[axis]
		switch {
		case d.Known():
			r, err := i.at(axis, d.N)
			if err != nil {
				return nil, err
			}
			if !r.drop {
				m.Dims = append(m.Dims, op.Dim{N: r.n})
			}
		case i == Whole:
			m.Dims = append(m.Dims, d)
		case i.Kind == "slice":
			m.Dims = append(m.Dims, op.Sym("getitem", in[0], op.Meta{Key: hashOf(i, axis)}))
		}
		axis++
	}
	return []op.Meta{m}, nil
}

// hashOf tells slices apart in the symbol of a length that is not known yet.
func hashOf(i Index, axis int) op.Key {
	var h op.Hasher
	h.Int(axis)
	for _, p := range []*int{i.Start, i.Stop, i.Step} {
		if p != nil {
			h.Int(*p)
		}
		h.Str(";")
	}
	return h.Sum()
}

// expand is the selection by a basic index, then by the tensors.
func (o *Getitem) expand(in []op.Value, at chunk.Builder) op.Value {
	a := advanced(o.Index, op.Metas(in[1:]))
	y := in[0]
	if !a.plain() {
		y = at.Value(&Getitem{Index: a.basic}, y)
	}
	if k, ok := a.sole(); ok {
		return at.Value(&Masked{Axis: k.axis}, y, k.tensor(in[1+k.in], at))
	}
	p, idx := a.places(in[1:], at)
	return at.Value(&Pick{Axes: p.Axes, Place: p.Place, Where: p.Where}, append([]op.Value{y}, idx...)...)
}

// Back assigns to the part.
func (o *Getitem) Back(op.Meta) (op.Operand, bool, error) { return &Setitem{Index: o.Index}, true, nil }

// Tile gathers each output chunk from the boxes it covers. Chunks keep about the lengths of the input's.
func (o *Getitem) Tile(t *op.Tiler) error {
	x := t.In(0)
	if len(t.Ins()) > 1 {
		return errs.New(errs.Internal, "an index with tensors was not taken apart")
	}
	if err := t.Need(op.Rows, x); err != nil {
		return err
	}
	rs, err := o.ranges(t, x)
	if err != nil {
		return err
	}
	m, splits := t.Meta(0), [][]op.Dim{}
	m.Dims = nil
	axis := 0
	for _, i := range o.Index {
		if i.Kind == "newaxis" {
			splits = append(splits, op.Dims(1))
			m.Dims = append(m.Dims, op.Dim{N: 1})
			continue
		}
		if r := rs[axis]; !r.drop {
			splits = append(splits, cutRange(r, t.Splits(x, axis)))
			m.Dims = append(m.Dims, op.Dim{N: r.n})
		}
		axis++
	}
	splits = t.Joined(m, splits)
	if !slices.ContainsFunc(o.Index, func(i Index) bool { return i.Kind == "int" || i.Kind == "newaxis" }) {
		return t.Out(t.Gather(m, splits, []op.Grid{x}, func(lo, size []int) []op.Box { return []op.Box{o.box(x, rs, lo, size)} }))
	}
	return t.Out(o.reshaped(t, x, rs, splits))
}

func (o *Getitem) ranges(t *op.Tiler, x op.Grid) ([]stretch, error) {
	var rs []stretch
	axis := 0
	for _, i := range o.Index {
		if i.Kind == "newaxis" {
			continue
		}
		r, err := i.at(axis, op.Sum(t.Splits(x, axis)).N)
		if err != nil {
			return nil, err
		}
		rs = append(rs, r)
		axis++
	}
	return rs, nil
}

// box is the part of the input behind the output box at lo; dropped axes have one place.
func (o *Getitem) box(x op.Grid, rs []stretch, lo, size []int) op.Box {
	b := op.Box{From: x}
	k, axis := 0, 0
	for _, i := range o.Index {
		if i.Kind == "newaxis" {
			k++
			continue
		}
		r := rs[axis]
		axis++
		if r.drop {
			b.Lo, b.Step, b.Size = append(b.Lo, r.lo), append(b.Step, 1), append(b.Size, 1)
			continue
		}
		b.Lo, b.Step, b.Size = append(b.Lo, r.lo+lo[k]*r.step), append(b.Step, r.step), append(b.Size, size[k])
		k++
	}
	return b
}

// reshaped gathers with dropped axes of length 1, then lets a task of the operand drop and add axes.
func (o *Getitem) reshaped(t *op.Tiler, x op.Grid, rs []stretch, splits [][]op.Dim) op.Grid {
	m := t.In(0).Meta
	m.Dims = nil
	kept := make([][]op.Dim, len(rs))
	k, axis := 0, 0
	for _, i := range o.Index {
		if i.Kind != "newaxis" {
			if kept[axis] = op.Dims(1); !rs[axis].drop {
				kept[axis] = splits[k]
				k++
			}
			m.Dims = append(m.Dims, op.Sum(kept[axis]))
			axis++
			continue
		}
		k++
	}
	g := t.Gather(m, kept, []op.Grid{x}, func(lo, size []int) []op.Box {
		b := op.Box{From: x, Size: slices.Clone(size)}
		for a, r := range rs {
			b.Lo, b.Step = append(b.Lo, r.lo+lo[a]*r.step), append(b.Step, r.step)
		}
		return []op.Box{b}
	})
	out := op.Grid{}
	for _, s := range splits {
		out.Shape = append(out.Shape, len(s))
	}
	if t.Err() != nil {
		return out
	}
	t.Boxes(g, func(k int, _, lo, _ []int) { out.Edges = append(out.Edges, t.At(op.Final).Edge([]int{k}, g.Edges[k])) })
	return out
}

// StageMeta describes a chunk whose axes were dropped and added.
func (o *Getitem) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Final {
		return nil, nil
	}
	m, axis := in[0].WithDims(), 0
	for _, i := range o.Index {
		switch i.Kind {
		case "newaxis":
			m.Dims = append(m.Dims, op.Dim{N: 1})
			continue
		case "slice":
			m.Dims = append(m.Dims, in[0].Dims[axis])
		}
		axis++
	}
	return []op.Meta{m}, nil
}

// Exec drops and adds axes: a view.
func (o *Getitem) Exec(x *op.Exec) error {
	a, axis := x.Array(0), 0
	for _, i := range o.Index {
		switch i.Kind {
		case "newaxis":
			a = a.NewAxis(axis)
			axis++
		case "int":
			a = a.Index(axis, 0)
		default:
			axis++
		}
	}
	return x.Put(0, a)
}

// cutRange cuts the n places of a slice about where the chunks of the axis are cut: chunks of the longest
// chunk's length.
func cutRange(r stretch, splits []op.Dim) []op.Dim {
	most := 1
	for _, d := range splits {
		most = max(most, d.N)
	}
	if r.step == 1 || r.step == -1 { // along the borders of the chunks that are read
		var out []op.Dim
		at := 0
		for _, d := range splits {
			lo, hi := max(at, r.lo), min(at+d.N, r.lo+r.n)
			if r.step < 0 {
				lo, hi = max(at, r.lo-r.n+1), min(at+d.N, r.lo+1)
			}
			if lo < hi {
				out = append(out, op.Dim{N: hi - lo})
			}
			at += d.N
		}
		if r.step < 0 {
			slices.Reverse(out)
		}
		if out == nil {
			out = op.Dims(0)
		}
		return out
	}
	return op.Even(r.n, most)
}
