package ordering

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Unique is the operand of tensor.unique_of_vector.
type Unique struct{}

func init() {
	op.Register[Unique](op.Doc{Face: "inner", Name: "tensor.unique_of_vector", Sig: "unique_of_vector(ar)", Summary: "Distinct elements of a vector in ascending order"})
}

// The columns of a partial: value, first position, count.
var uniqueCols = []frame.Label{frame.L("value"), frame.L("index"), frame.L("count")}

func (*Unique) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in[0].Dims) != 1 {
		return nil, errs.New(errs.Invalid, "unique wants a tensor of one dimension, not %d", len(in[0].Dims))
	}
	n := op.Sym("unique", in[0])
	return []op.Meta{in[0].WithRows(n), op.NewTensor(dtype.Int64, n), op.NewTensor(dtype.Int64, in[0].Dims...), op.NewTensor(dtype.Int64, n)}, nil
}

// StageMeta: Map makes a chunk distinct; Final of the shuffle and Combine, its pieces.
func (*Unique) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	n := op.Sym("unique", in...)
	if s == op.Final { // of joined partials, which are frames
		count := op.NewTensor(dtype.Int64, n)
		return []op.Meta{op.NewTensor(in[0].Cols[0].Type.Is, n), count, count, count}, nil
	}
	if s != op.Map {
		return nil, nil
	}
	i8 := op.T(dtype.Int64)
	return []op.Meta{op.NewFrame(n, op.FreshRange(n), op.Col{Name: uniqueCols[0], Type: in[0].DType}, op.Col{Name: uniqueCols[1], Type: i8},
		op.Col{Name: uniqueCols[2], Type: i8})}, nil
}

func (o *Unique) Tile(t *op.Tiler) error {
	g := t.In(0)
	if err := t.Need(op.Rows, g); err != nil {
		return err
	}
	full := []int{op.Sum(t.Splits(g, 0)).N}
	parts := op.Grid{Shape: g.Shape}
	t.Boxes(g, func(k int, idx, lo, _ []int) {
		parts.Edges = append(parts.Edges, t.At(op.Map).Place(lo, full).Edge(idx, g.Edges[k]))
	})
	u := t.Shuffle(op.ByKey, op.By(parts, uniqueCols[0]))
	inverse := t.At(op.Chunk).Map(g, op.Whole(u))
	return t.Out(u, u.Out(1), inverse.Out(2), u.Out(3))
}

func (o *Unique) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Map:
		return o.partial(x)
	case op.Final:
		return o.merge(x)
	}
	at, err := sort.Search(x.Mem(), x.Array(1), x.Array(0), false, x.Parallel)
	if err != nil {
		return err
	}
	return x.Put(2, at)
}

// partial makes a chunk distinct: at once or, if there is no room for that, range by range.
func (o *Unique) partial(x *op.Exec) error {
	a := x.Array(0)
	var f *frame.Frame
	err := x.Try(func(y *op.Exec) (err error) {
		f, err = distinctOf(y.Mem(), a, x.Lo()[0], y.Parallel)
		return err
	})
	if errs.Is(err, errs.Pressure) {
		f, err = rangesOf(x, func(y *op.Exec) ([]order.Key, error) {
			c, err := frame.FromArray(y.Mem(), a)
			return []order.Key{{Col: c}}, err
		}, a.Shape[0], func(y *op.Exec, lo, hi int) (*frame.Frame, error) {
			return distinctOf(y.Mem(), a.Slice(0, lo, hi, 1), x.Lo()[0]+lo, y.Parallel)
		})
	}
	if err != nil {
		return err
	}
	return x.Put(0, f)
}

// distinctOf is the partial of elements, the first of which is at position lo.
func distinctOf(al mem.Allocator, a *nd.Array, lo int, par parallel.Func) (*frame.Frame, error) {
	u, err := sort.Unique(al, a, sort.UniqueOpts{Index: true, Counts: true, Parallel: par})
	if err != nil {
		return nil, err
	}
	first := nd.Data[int64](u.Index)
	for i := range first {
		first[i] += int64(lo)
	}
	cols := make([]*frame.Column, 3)
	for i, a := range []*nd.Array{u.Values, u.Index, u.Counts} {
		if cols[i], err = frame.FromArray(al, a); err != nil {
			return nil, err
		}
	}
	return frame.New(nil, uniqueCols, cols...)
}

// merge joins equal values of partials: at once or, if there is no room for that, range by range.
func (o *Unique) merge(x *op.Exec) error {
	f := x.Frame(0)
	var out *frame.Frame
	err := x.Try(func(y *op.Exec) (err error) {
		out, err = joinedRows(y, f)
		return err
	})
	if errs.Is(err, errs.Pressure) {
		out, err = rangesOf(x, func(*op.Exec) ([]order.Key, error) {
			return []order.Key{{Col: f.Cols[0]}}, nil
		}, f.NRows, func(_ *op.Exec, lo, hi int) (*frame.Frame, error) { return f.Slice(lo, hi), nil })
	}
	if err != nil {
		return err
	}
	for i, c := range out.Cols {
		if c, err = c.Decode(x.Mem()); err != nil {
			return err
		}
		a, _ := c.Array()
		_ = x.Put([]int{0, 1, 3}[i], a)
	}
	return nil
}

// joinedRows is the rows of partials in order of value, equal ones as one: the first position, and the sum of
// the counts. Positions ascend among equal values.
func joinedRows(x *op.Exec, f *frame.Frame) (out *frame.Frame, err error) {
	err = x.Briefly(func(y *op.Exec) error {
		in, err := arraysIn(y, f)
		if err != nil {
			return err
		}
		u, err := sort.Unique(y.Mem(), in[0], sort.UniqueOpts{Index: true, Inverse: true, Parallel: y.Parallel})
		if err != nil {
			return err
		}
		m := u.Values.Shape[0]
		first, err := nd.New(x.Mem(), dtype.Int64, m)
		if err != nil {
			return err
		}
		sums, err := nd.Zeros(x.Mem(), dtype.Int64, m)
		if err != nil {
			return err
		}
		values, err := u.Values.Clone(x.Mem())
		if err != nil {
			return err
		}
		at, to := nd.Data[int64](in[1]), nd.Data[int64](first)
		for i, k := range nd.Data[int64](u.Index) {
			to[i] = at[k]
		}
		n, counts := nd.Data[int64](sums), nd.Data[int64](in[2])
		for i, k := range nd.Data[int64](u.Inverse) {
			n[k] += counts[i]
		}
		cols := make([]*frame.Column, 3)
		for i, a := range []*nd.Array{values, first, sums} {
			if cols[i], err = frame.FromArray(x.Mem(), a); err != nil {
				return err
			}
		}
		out, err = frame.New(nil, uniqueCols, cols...)
		return err
	})
	return out, err
}

// rangesOf sends partials of n elements, by batches, to scratch space by range of their values, and joins one
// range after the other. Keys are the values of all elements.
func rangesOf(x *op.Exec, keys func(y *op.Exec) ([]order.Key, error), n int, partial func(y *op.Exec, lo, hi int) (*frame.Frame, error)) (out *frame.Frame, err error) {
	s, err := x.Scratch()
	if err != nil {
		return nil, err
	}
	var rs *spill.Ranges
	err = x.Briefly(func(y *op.Exec) error {
		ks, err := keys(y)
		if err == nil {
			rs, err = spill.NewRanges(ks, n, spill.Parts(n))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for lo, hi := range spill.Batches(n) {
		err := x.Briefly(func(y *op.Exec) error {
			f, err := partial(y, lo, hi)
			if err != nil {
				return err
			}
			return rs.Send(y.Mem(), s, []order.Key{{Col: f.Cols[0]}}, f)
		})
		if err != nil {
			return nil, err
		}
	}
	err = x.Briefly(func(y *op.Exec) error {
		var parts []*frame.Frame
		for p := range rs.Len() {
			err := y.Briefly(func(z *op.Exec) error {
				f, err := spill.Load(z.Mem(), s, p)
				if err != nil || f == nil {
					return err
				}
				if f, err = joinedRows(z, f); err != nil {
					return err
				}
				f, err = f.Clone(y.Mem())
				parts = append(parts, f)
				return err
			})
			if err != nil {
				return err
			}
		}
		out, err = frame.ConcatFrames(y.Mem(), parts...)
		if err == nil {
			out, err = out.WithIndex(frame.NewRange(0, 1, out.NRows)).Clone(x.Mem())
		}
		return err
	})
	return out, err
}
