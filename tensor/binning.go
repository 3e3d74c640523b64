package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// binning is the bins of a histogram: a number of equal ones over a range, or their edges. The range is that of the elements
// unless given: Map finds it in a chunk, Combine joins, and a Final task of no or such inputs makes the edges.
type binning struct {
	Bins  any       // int64, or *nd.Array of edges
	Range []float64 // two bounds
}

// binsOf is the bins that a caller may give: a number, or Go numbers or an array of edges; nil for the default.
func binsOf(v any) (any, error) {
	if v == nil {
		return nil, nil
	}
	if s, ok := v.(string); ok {
		return nil, errs.New(errs.Invalid, "bins=%q: bins are not estimated from data, give a number or edges", s)
	}
	if n, ok := number(v).(int64); ok {
		return n, nil
	}
	switch v := v.(type) {
	case *nd.Array:
		return v, nil
	case []float64:
		return nd.Of(v, len(v)), nil
	case []int64:
		return nd.Of(v, len(v)), nil
	case []int:
		w := make([]int64, len(v))
		for i, x := range v {
			w[i] = int64(x)
		}
		return nd.Of(w, len(w)), nil
	}
	return nil, errs.New(errs.Type, "`bins` must be an integer, a string, or an array")
}

// check refuses bins that cannot be.
func (o *binning) check(d dtype.DType) error {
	if d.IsComplex() || d.IsTemporal() {
		return errs.New(errs.Type, "elements of %s have no histogram", d)
	}
	switch b := o.Bins.(type) {
	case int64:
		if b < 1 {
			return errs.New(errs.Invalid, "`bins` must be positive, when an integer")
		}
	case *nd.Array:
		if b.Rank() != 1 {
			return errs.New(errs.Invalid, "`bins` must be 1d, when an array")
		}
		if b.DType.IsComplex() || b.DType.IsTemporal() {
			return errs.New(errs.Type, "bins of %s have no order of numbers", b.DType)
		}
	case string:
		return errs.New(errs.Invalid, "bins=%q: bins are not estimated from data, give a number or edges", b)
	default:
		return errs.New(errs.Type, "`bins` must be an integer, a string, or an array")
	}
	if o.Range != nil {
		if len(o.Range) != 2 {
			return errs.New(errs.Invalid, "range wants two bounds, not %d", len(o.Range))
		}
		if _, err := sort.UniformBins(o.Range[0], o.Range[1], 1); err != nil {
			return err
		}
	}
	return nil
}

func (o *binning) len() int {
	if b, ok := o.Bins.(*nd.Array); ok {
		return max(0, b.Shape[0]-1)
	}
	n, _ := o.Bins.(int64)
	return int(n)
}

// meta describes the edges for elements of d.
func (o *binning) meta(d dtype.DType) op.Meta {
	if b, ok := o.Bins.(*nd.Array); ok {
		return op.NewTensor(b.DType, op.Dims(b.Shape...)...)
	}
	if !d.IsFloat() {
		d = dtype.Float64
	}
	return op.NewTensor(d, op.Dim{N: o.len() + 1})
}

// lower is the Map stage: the range of a chunk.
func (o *binning) lower(b *kernel.Builder, r kernel.Reg) kernel.Reg {
	r = b.Cast(r, dtype.Float64)
	return b.Tuple(b.Fold("min", dtype.DType{}, r), b.Fold("max", dtype.DType{}, r))
}

// edges makes the task of the edges.
func (o *binning) edges(t *op.Tiler, a op.Grid) (op.Grid, error) {
	var line []op.Edge
	if _, given := o.Bins.(*nd.Array); !given && o.Range == nil {
		g, err := nonEmpty(t, a, nil)
		if err != nil {
			return g, err
		}
		size := 1
		for _, d := range lengths(t, g) {
			size *= d.N
		}
		if size > 0 {
			line = t.At(op.Map).Map(g).Edges
		}
	}
	return tree(t, line, metasOf(t.Ins())), t.Err()
}

// metasOf are the metas of whole grids.
func metasOf(gs []op.Grid) []op.Meta {
	ms := make([]op.Meta, len(gs))
	for i, g := range gs {
		ms[i] = g.Meta
	}
	return ms
}

// join is the range of ranges, and make the edges of one, or without any.
func (o *binning) join(x *op.Exec) ([]*nd.Array, error) {
	var in []*nd.Array
	for _, p := range x.Tuples() {
		in = append(in, p[0].(*nd.Array), p[1].(*nd.Array))
	}
	return compute(x, in, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		lo, hi := r[0], r[1]
		for k := 2; k < len(r); k += 2 {
			lo, hi = b.Call("minimum", lo, r[k]), b.Call("maximum", hi, r[k+1])
		}
		return b.Tuple(lo, hi)
	})
}

func (o *binning) make(x *op.Exec, d dtype.DType) (*nd.Array, error) {
	if b, ok := o.Bins.(*nd.Array); ok {
		return b.Clone(x.Mem())
	}
	lo, hi := 0.0, 1.0 // of no elements
	if o.Range != nil {
		lo, hi = o.Range[0], o.Range[1]
	} else if x.Len() > 0 {
		r, err := o.join(x)
		if err != nil {
			return nil, err
		}
		lo, hi = nd.Data[float64](r[0])[0], nd.Data[float64](r[1])[0]
	}
	b, err := sort.UniformBins(lo, hi, o.len())
	if err != nil {
		return nil, err
	}
	e := x.Alloc(dtype.Float64, len(b.Edges))
	copy(nd.Data[float64](e), b.Edges)
	return cast(x, e, d)
}

// found are the bins of edges that make has made.
func (o *binning) found(x *op.Exec, edges *nd.Array) (sort.Bins, error) {
	e, err := float64s(x, edges)
	if err != nil {
		return sort.Bins{}, err
	}
	b, err := sort.EdgeBins(e)
	_, given := o.Bins.(*nd.Array)
	b.Uniform = !given
	return b, err
}

// float64s is the elements of a in C order as float64.
func float64s(x *op.Exec, a *nd.Array) ([]float64, error) {
	a, err := cast(x, a, dtype.Float64)
	if err != nil {
		return nil, err
	}
	if a, err = a.Contig(x.Mem()); err != nil {
		return nil, err
	}
	return nd.Data[float64](a), nil
}
