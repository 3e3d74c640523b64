package counts

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Binned counts elements in equal bins, or between edges.
type Binned struct {
	Bins    int // equal ones, where there are no edges
	Range   []float64
	Density bool
	Edges   op.Ref
	Weights op.Ref
}

func init() {
	op.Register[Binned](op.Doc{
		Face: "inner", Name: "tensor.binned", Sig: "binned(a, bins=0, range=None, density=False, edges=None, weights=None)",
		Summary: "Counts of elements in bins, and the edges of the bins",
	})
}

func (o *Binned) bins() *Binning { return &Binning{o.Bins, o.Range} }

// Counts is how many bins there are between edges.
func Counts(edges op.Meta) op.Dim {
	if n := edges.Dims[0]; n.Known() {
		return op.Dim{N: max(0, n.N-1)}
	}
	return op.Sym("bins between edges", edges)
}

func (o *Binned) Infer(in []op.Meta) ([]op.Meta, error) {
	d, edges := dtype.Int64, o.bins().Meta(in[0].DType.Is)
	if o.Edges != 0 {
		edges = in[o.Edges.I()]
	}
	if o.Weights != 0 {
		w := in[o.Weights.I()]
		if len(w.Dims) != len(in[0].Dims) || !SameLengths(w.Dims, in[0].Dims) {
			return nil, errs.New(errs.Invalid, "weights should have the same shape as a.")
		}
		if d = w.DType.Is; d.IsComplex() || d.IsTemporal() {
			return nil, errs.New(errs.Type, "weights of %s", d)
		}
	}
	if o.Density {
		d = dtype.Float64
	}
	return []op.Meta{op.NewTensor(d, Counts(edges)), edges}, nil
}

// SameLengths reports that lengths are equal as far as they are known.
func SameLengths(a, b []op.Dim) bool {
	return slices.EqualFunc(a, b, func(x, y op.Dim) bool { return x == y || !x.Known() || !y.Known() })
}

// StageMeta: Chunk counts, Map finds ranges; Combine joins either, Final makes edges of ranges and the result
// of edges and counts.
func (o *Binned) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	ranges := len(in) == 0 || in[0].Kind == op.Object
	switch {
	case s == op.Map, s == op.Combine && ranges:
		return []op.Meta{op.NewObject()}, nil
	case s == op.Combine:
		return in[:1], nil
	case s == op.Final && ranges:
		return nil, nil
	}
	d, edges := dtype.Int64, in[1]
	if s == op.Final { // edges, and counts behind them
		edges = in[0]
	}
	if o.Weights != 0 {
		d = dtype.Float64
	}
	return []op.Meta{op.NewTensor(d, Counts(edges))}, nil
}

func (o *Binned) Tile(t *op.Tiler) error {
	a := t.In(0)
	var e op.Grid
	if o.Edges != 0 {
		e = t.WholeAxes(t.In(o.Edges.I()), 0)
	} else {
		var err error
		if e, err = o.bins().edges(t, a); err != nil {
			return err
		}
		e.Edges[0].Out = 1 // a Final task has both outputs; this one makes the second, the last one the first
	}
	ins := []op.Grid{a}
	if o.Weights != 0 {
		ins = append(ins, t.Like(t.In(o.Weights.I()), a))
	}
	if t.Err() != nil {
		return t.Err()
	}
	var line []op.Edge
	for k := range a.Edges {
		in := []op.Edge{a.Edges[k], e.Edges[0]}
		for _, g := range ins[1:] {
			in = append(in, g.Edges[k])
		}
		line = append(line, t.Edge([]int{k}, in...))
	}
	return t.Out(chunk.Tree(t, line, chunk.MetasOf(t.Ins()), e.Edges[0]), e)
}

// Lower is the Map stage.
func (o *Binned) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	if len(in) != 1 {
		return 0
	}
	return o.bins().lower(b, in[0])
}

func (o *Binned) Exec(x *op.Exec) error {
	ranges := x.Len() == 0
	if !ranges {
		_, ranges = x.In(0).(op.Tuple)
	}
	var out any
	var err error
	switch {
	case x.Stage == op.Combine && ranges:
		var r []*nd.Array
		if r, err = o.bins().join(x); err == nil {
			out = op.Tuple{r[0], r[1]}
		}
	case ranges:
		if out, err = o.bins().make(x, x.Out(1).DType.Is); err == nil {
			return x.Put(1, out)
		}
	case x.Stage == op.Chunk:
		out, err = o.count(x)
	case x.Stage == op.Combine:
		out, err = chunk.Added(x, x.Arrays())
	default:
		out, err = o.finish(x)
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// count counts a chunk.
func (o *Binned) count(x *op.Exec) (*nd.Array, error) {
	b, err := found(x, x.Array(1), o.Edges == 0)
	if err != nil {
		return nil, err
	}
	v, err := float64s(x, x.Array(0))
	if err != nil {
		return nil, err
	}
	out := x.Alloc(x.Out(0).DType.Is, b.Len())
	clear(out.Block.Bytes())
	if o.Weights == 0 {
		b.Histogram(nd.Data[int64](out), v)
		return out, nil
	}
	w, err := float64s(x, x.Array(2))
	if err == nil {
		b.HistogramWeights(nd.Data[float64](out), v, w)
	}
	return out, err
}

// finish adds counts, and divides them for a density.
func (o *Binned) finish(x *op.Exec) (*nd.Array, error) {
	n, err := chunk.Added(x, x.Arrays()[1:])
	if err != nil || !o.Density {
		if err != nil {
			return nil, err
		}
		return chunk.Cast(x, n, x.Out(0).DType.Is)
	}
	sum, err := chunk.One(x, []*nd.Array{n}, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		return b.Fold("sum", dtype.DType{}, r[0])
	})
	if err != nil {
		return nil, err
	}
	e, k := x.Array(0), n.Shape[0]
	return chunk.One(x, []*nd.Array{n, e.Slice(0, 1, k+1, 1), e.Slice(0, 0, k, 1), sum}, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		width := b.Cast(b.Call("subtract", r[1], r[2]), dtype.Float64)
		return b.Call("divide", b.Call("divide", r[0], width), r[3])
	})
}
