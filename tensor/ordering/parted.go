package ordering

import (
	"strconv"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Parted is Partition of real numbers at few places. A long vector is not sorted: samples say between which
// keys the elements at the places lie, a look at all chunks finds them, and each chunk is parted in classes:
// what is less than the first of them, what is equal to it, what is between it and the second, and so on. Map
// draws a sample and, with brackets as second input, looks at a chunk; Combine makes brackets of samples and
// narrows them by what was seen; Final parts a chunk.
type Parted struct {
	Kth    []int
	Axis   int
	Placed bool
}

func init() {
	op.Register[Parted](op.Doc{
		Face: "inner",
		Name: "tensor.parted", Sig: "parted(a, kth=None, axis=0, placed=False)", Summary: "Elements along an axis, or their places, in classes by what sorting puts at kth",
		Notes: "A long vector is sampled first (Floyd and Rivest, Expected time bounds for selection, 1975).",
	})
}

// Infer: elements are moved, or counted.
func (o *Parted) Infer(in []op.Meta) ([]op.Meta, error) {
	if n := in[0].Dims[o.Axis]; n.Known() {
		if _, err := sort.Places(o.Kth, n.N); err != nil {
			return nil, err
		}
	}
	return []op.Meta{o.like(in[0], in[0].Dims...)}, nil
}

// like is a result of other lengths.
func (o *Parted) like(m op.Meta, dims ...op.Dim) op.Meta {
	if o.Placed {
		return op.NewTensor(dtype.Int64, dims...)
	}
	return m.WithDims(dims...)
}

// StageMeta: brackets and counts are few numbers, classes may be empty.
func (o *Parted) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	key := sort.KeyType(in[0].DType.Is)
	switch {
	case s == op.Map && len(in) == 1:
		return []op.Meta{op.NewTensor(key, op.Sym("sample", in[0]))}, nil
	case s == op.Map:
		return []op.Meta{op.NewTensor(key, op.Sym("inside", in...)), op.NewTensor(dtype.Int64, op.Sym("counts", in...))}, nil
	case s == op.Combine:
		return []op.Meta{op.NewTensor(key, op.Sym("brackets", in...))}, nil
	case s == op.Final:
		out := make([]op.Meta, 2*len(o.Kth)+1)
		for c := range out {
			out[c] = o.like(in[0], op.Sym("class"+strconv.Itoa(c), in...))
		}
		return out, nil
	}
	return nil, nil
}

func (o *Parted) Tile(t *op.Tiler) error {
	g := t.In(0)
	if len(g.Shape) > 1 || g.Shape[0] == 1 {
		return t.Out(t.Map(t.WholeAxes(g, o.Axis)))
	}
	if err := t.Need(op.Rows, g); err != nil {
		return err
	}
	full := []int{op.Sum(t.Splits(g, 0)).N}
	if _, err := sort.Places(o.Kth, full[0]); err != nil {
		return t.Fail(err)
	}
	if t.Parts(g) == 1 {
		return t.Out(t.Map(t.One(g)))
	}
	marks, ok := o.find(t, g, full[0])
	if !ok {
		return t.Err()
	}
	ids := make([]op.ID, len(g.Edges))
	t.Boxes(g, func(k int, _, lo, _ []int) {
		ids[k] = t.At(op.Final).Place(lo, full).Task([]int{k}, nil, append([]op.Edge{g.Edges[k]}, marks...)...)
	})
	var out op.Grid
	for c := range 2*len(o.Kth) + 1 {
		for _, id := range ids {
			out.Edges = append(out.Edges, op.Edge{ID: id, Out: int32(c), Part: -1})
		}
	}
	out.Shape = []int{len(out.Edges)}
	return t.Out(out)
}

// find is the task that knows the elements at the places, none where there are no places.
func (o *Parted) find(t *op.Tiler, g op.Grid, n int) (marks []op.Edge, ok bool) {
	if len(o.Kth) == 0 {
		return nil, true
	}
	var samples []op.Edge
	for k, e := range g.Edges {
		samples = append(samples, t.At(op.Map).Edge([]int{k, drawsOf(t, g)}, e))
	}
	b := t.At(op.Combine).Edge([]int{n}, samples...)
	for {
		seen := []op.Edge{b}
		for k, e := range g.Edges {
			id := t.At(op.Map).Task([]int{k}, nil, e, b)
			seen = append(seen, op.Edge{ID: id, Part: -1}, op.Edge{ID: id, Out: 1, Part: -1})
		}
		b = t.At(op.Combine).Edge([]int{n, 1}, seen...)
		last := op.Grid{Shape: []int{1}, Edges: []op.Edge{b}}
		if t.Err() != nil || t.Need(op.Values, last) != nil {
			return nil, false
		}
		if v, is := t.Value(last).(*nd.Array); !is {
			t.Fail(errs.New(errs.Internal, "brackets are a %T", t.Value(last)))
			return nil, false
		} else if sort.Decided(v) {
			return []op.Edge{b}, true
		}
	}
}

func (o *Parted) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Map:
		return o.look(x)
	case op.Combine:
		return o.narrow(x)
	case op.Final:
		return o.part(x)
	}
	a := x.Array(0)
	if o.Placed {
		at, err := sort.Argpartition(x.Mem(), a, o.Axis, x.Parallel, o.Kth...)
		if err != nil {
			return err
		}
		return x.Put(0, at)
	}
	out := x.Alloc(a.DType, a.Shape...)
	if err := sort.Partition(x.Mem(), out, a, o.Axis, x.Parallel, o.Kth...); err != nil {
		return err
	}
	return x.Put(0, out)
}

// look draws a sample, or looks at a chunk by brackets.
func (o *Parted) look(x *op.Exec) error {
	if x.Len() == 1 {
		keys, _, err := sort.Sample(x.Mem(), sort.Placed{Keys: x.Array(0)}, x.Index[1], !o.Placed)
		if err != nil {
			return err
		}
		return x.Put(0, keys)
	}
	inside, counts, err := sort.Census(x.Mem(), x.Array(0), x.Array(1), !o.Placed)
	if err != nil {
		return err
	}
	_ = x.Put(1, counts)
	return x.Put(0, inside)
}

// narrow makes brackets of samples, or of brackets and what was seen by them.
func (o *Parted) narrow(x *op.Exec) (err error) {
	var out *nd.Array
	ks, err := sort.Places(o.Kth, x.Index[0])
	if err != nil {
		return err
	}
	if len(x.Index) == 1 {
		out, err = sort.Brackets(x.Mem(), x.Index[0], ks, x.Arrays()...)
	} else {
		var inside, counts []*nd.Array
		for i, a := range x.Arrays()[1:] {
			if i%2 == 0 {
				inside = append(inside, a)
			} else {
				counts = append(counts, a)
			}
		}
		out, err = sort.Choose(x.Mem(), ks, x.Array(0), inside, counts)
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// part puts the classes of a chunk; where two places hold the same key there are fewer than outputs, and the
// last ones are empty.
func (o *Parted) part(x *op.Exec) error {
	a := x.Array(0)
	var marks *nd.Array
	if x.Len() > 1 {
		marks = x.Array(1)
	} else {
		marks = x.Alloc(sort.KeyType(a.DType), 0)
	}
	out, err := sort.Part(x.Mem(), a, marks, x.Lo()[0], o.Placed)
	if err != nil {
		return err
	}
	for c := range 2*len(o.Kth) + 1 {
		if c < len(out) {
			_ = x.Put(c, out[c])
			continue
		}
		_ = x.Put(c, x.Alloc(out[0].DType, 0))
	}
	return nil
}
