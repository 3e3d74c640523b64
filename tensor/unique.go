package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Uniques are the outputs of Unique. What is not executed costs nothing.
type Uniques struct {
	Values  *Tensor // in ascending order, NaN once and last
	Index   *Tensor // first position of each value in a's C order
	Inverse *Tensor // for each element of a, in a's shape, the place of its value
	Counts  *Tensor // how often each value occurs
}

// Unique is the distinct elements of a.
func Unique(a any) Uniques {
	t, err := As(a)
	if err != nil {
		b := bad("tensor.unique", err)
		return Uniques{b, b, b, b}
	}
	if t.Rank() == 1 {
		o := outputs(node(&unique{}, t), 4)
		return Uniques{o[0], o[1], o[2], o[3]}
	}
	u := Unique(Ravel(t))
	u.Inverse = Reshape(u.Inverse, t.Shape()...)
	return u
}

type unique struct{}

func init() {
	op.Register[unique](op.Doc{
		Name: "tensor.unique", Like: "numpy.unique",
		Sig:     "unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True)",
		Summary: "Distinct elements in ascending order",
		Notes:   "Chunks are made distinct first, then sent by value, so that many distinct values never meet on one worker.",
	})
}

// The columns of a partial: value, first position, count.
var uniqueCols = []frame.Label{frame.L("value"), frame.L("index"), frame.L("count")}

func (*unique) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in[0].Dims) != 1 {
		return nil, errs.New(errs.Invalid, "unique wants a tensor of one dimension, not %d", len(in[0].Dims))
	}
	n := op.Sym("unique", in[0])
	return []op.Meta{in[0].WithRows(n), op.NewTensor(dtype.Int64, n), op.NewTensor(dtype.Int64, in[0].Dims...), op.NewTensor(dtype.Int64, n)}, nil
}

// StageMeta: Map makes a chunk distinct; Final of the shuffle and Combine, its pieces.
func (*unique) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Map {
		return nil, nil
	}
	n := op.Sym("unique", in[0])
	i8 := op.T(dtype.Int64)
	return []op.Meta{op.NewFrame(n, op.FreshRange(n), op.Col{Name: uniqueCols[0], Type: in[0].DType}, op.Col{Name: uniqueCols[1], Type: i8},
		op.Col{Name: uniqueCols[2], Type: i8})}, nil
}

func (o *unique) Tile(t *op.Tiler) error {
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

func (o *unique) Exec(x *op.Exec) error {
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

func (o *unique) partial(x *op.Exec) error {
	u, err := sort.Unique(x.Mem(), x.Array(0), sort.UniqueOpts{Index: true, Counts: true, Parallel: x.Parallel})
	if err != nil {
		return err
	}
	first := nd.Data[int64](u.Index)
	for i := range first {
		first[i] += int64(x.Lo()[0])
	}
	cols := make([]*frame.Column, 3)
	for i, a := range []*nd.Array{u.Values, u.Index, u.Counts} {
		if cols[i], err = frame.FromArray(x.Mem(), a); err != nil {
			return err
		}
	}
	f, err := frame.New(nil, uniqueCols, cols...)
	if err != nil {
		return err
	}
	return x.Put(0, f)
}

// merge joins equal values of partials: rows in order of value, then of first position.
func (o *unique) merge(x *op.Exec) error {
	f := x.Frame(0)
	rows := order.Rows([]order.Key{{Col: f.Cols[0]}, {Col: f.Cols[1]}}, f.NRows)
	same := order.Comparer([]order.Key{{Col: f.Cols[0]}}, []order.Key{{Col: f.Cols[0]}})
	index, count := decoded(f.Cols[1]), decoded(f.Cols[2])
	var keep, first, n []int64
	for k, r := range rows {
		if k == 0 || same(int(rows[k-1]), int(r)) != 0 {
			keep, first, n = append(keep, r), append(first, index[r]), append(n, 0)
		}
		n[len(n)-1] += count[r]
	}
	c, err := f.Cols[0].Take(x.Mem(), keep)
	if err != nil {
		return err
	}
	if c, err = c.Decode(x.Mem()); err != nil {
		return err
	}
	values, _ := c.Array()
	_ = x.Put(0, values)
	for i, v := range [][]int64{first, n} {
		a := x.Alloc(dtype.Int64, len(v))
		copy(nd.Data[int64](a), v)
		_ = x.Put(1+2*i, a)
	}
	return nil
}

func decoded(c *frame.Column) []int64 {
	d, err := c.Decode(mem.Heap)
	if err != nil {
		panic(err) // Go memory does not refuse
	}
	return frame.Values[int64](d)
}
