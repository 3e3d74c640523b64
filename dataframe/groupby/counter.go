package groupby

import (
	"fmt"
	"math"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// A counter counts distinct rows. Partials have the keys as columns 0, 1, ..., then n, the count, and at, the
// place of the first row. Few distinct rows are merged in a tree. Many are sent by key, merged and named
// total, and sent again by range of the counts.
type counter struct {
	subset                             []frame.Label // nil: all columns
	normalize, sort, ascending, dropna bool
	single                             bool // an index of one level
	series                             bool
}

var countNames = []frame.Label{frame.L("n"), frame.L("at"), frame.L("total")}

// keys are the places of the columns to count.
func (c counter) keys(cols []op.Col) ([]int, error) {
	if c.subset == nil {
		if len(cols) == 0 {
			return nil, errs.New(errs.Invalid, "no columns to count")
		}
		return chunk.Places(0, len(cols)), nil
	}
	var out []int
	for _, l := range c.subset {
		p := schema.PlaceOf(cols, l)
		if p < 0 {
			return nil, errs.New(errs.NotFound, "%s", l.Repr())
		}
		out = append(out, p)
	}
	return out, nil
}

func (c counter) infer(in []op.Meta) ([]op.Meta, error) {
	m := op.NewSeries(op.Dim{}, op.IndexMeta{Kind: frame.MultiIndex}, op.Col{Name: frame.L("count"), Type: op.T(dtype.Int64)})
	m.Dims[0] = op.Sym(fmt.Sprintf("value_counts|%v|%t", c.subset, c.dropna), in...)
	if c.normalize {
		m.Cols[0] = op.Col{Name: frame.L("proportion"), Type: op.T(dtype.Float64)}
	}
	if in[0].Open {
		m.Open = true
		return []op.Meta{m}, nil
	}
	ks, err := c.keys(in[0].Cols)
	if err != nil {
		return nil, err
	}
	for _, k := range ks {
		m.Index.Levels = append(m.Index.Levels, in[0].Cols[k])
	}
	if c.single {
		d := m.Index.Levels[0].Is
		if m.Index.Kind = frame.IndexKindOf(d); c.series && d.Null {
			m.Cols[0].Type = op.T(m.Cols[0].Is.Nullable())
		}
	}
	m.Index = m.Index.Derive(fmt.Sprintf("value_counts|%+v", c), in...)
	return []op.Meta{m}, nil
}

func (c counter) stageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk && len(in) == 1 {
		return nil, nil
	}
	return []op.Meta{op.NewFrame(op.Sym(fmt.Sprintf("value_counts|%v|%t|%s", c.subset, c.dropna, s), in...), op.FreshRange(op.Dim{}))}, nil
}

func (c counter) tile(t *op.Tiler) error {
	g := t.In(0)
	if g.Len() == 1 {
		return t.Out(t.Map(g))
	}
	ks, err := c.keys(g.Meta.Cols)
	if err != nil {
		return t.Fail(err)
	}
	h := Tiling{spread: c.spread, one: c.filled(g.Meta.Cols, ks)}
	for i := range ks {
		h.Keys = append(h.Keys, frame.L(i))
	}
	return t.Out(h.Tile(t, t.At(op.Map).Map(g)))
}

// spread merges by key, then sorts by count and first appearance.
func (c counter) spread(t *op.Tiler, g op.Grid) op.Grid {
	var keys []op.RowKey
	n := 1
	if !c.series {
		ks, _ := c.keys(t.In(0).Meta.Cols)
		n = len(ks)
	}
	for i := range n {
		keys = append(keys, op.RowKey{Label: frame.L(i)})
	}
	merged := t.Shuffle(op.Free, op.Sorted(g, keys...))
	by := []op.RowKey{{Label: countNames[1]}}
	if c.sort {
		by = []op.RowKey{{Label: countNames[2], Desc: !c.ascending}, by[0]}
	}
	if t.Err() != nil || t.Need(op.Stats, merged) != nil {
		return g
	}
	out := t.Shuffle(op.ByKey, op.Sorted(merged, by...))
	if !c.normalize || t.Err() != nil {
		return out
	}
	var sums []op.Edge
	for k, e := range merged.Edges {
		sums = append(sums, t.At(op.Combine).Edge([]int{0, 0, k}, e))
	}
	total := op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(op.Combine).Edge([]int{0, 0, 0, 0}, sums...)}}
	return t.At(op.Chunk).Map(out, op.Whole(total))
}

// filled reports that categories without rows are counted too.
func (c counter) filled(cols []op.Col, ks []int) bool {
	for _, k := range ks {
		if cols[k].Is.IsCategorical() {
			return true
		}
	}
	return false
}

func (c counter) exec(x *op.Exec) error {
	switch {
	case x.Stage == op.Map || x.Stage == op.Chunk && x.Len() == 1:
		f := x.Frame(0)
		ks, err := c.keys(op.SchemaOf(f).Cols)
		if err != nil {
			return err
		}
		p, err := c.count(x, f.Select(ks...).Cols)
		if err != nil {
			return err
		}
		if x.Stage == op.Map {
			return x.Put(0, p)
		}
		return c.result(x, p, true)
	case x.Stage == op.Chunk: // counts of a chunk, and of all
		f := x.Frame(0)
		return c.parts(x, f, x.Frame(1).Cols[0].Cell(0).(int64))
	case x.Stage == op.Combine && len(x.Index) > 2:
		return c.total(x)
	}
	v, err := x.Join([]int{x.Len()}, chunk.Ins(x))
	if err != nil {
		return err
	}
	f := v.(*frame.Frame)
	if f.Find(countNames[2]) >= 0 { // merged already
		return c.result(x, f, !c.normalize)
	}
	if f, err = c.merge(x, f, f.Cols[:len(f.Cols)-2]); err != nil {
		return err
	}
	switch {
	case x.Stage == op.Combine:
		return x.Put(0, f)
	case len(x.Index) > 1:
		return c.result(x, f, true)
	}
	n := len(f.Cols) - 2
	f.Names[n] = countNames[2]
	return x.Put(0, f)
}

// count makes the partial of a chunk.
func (c counter) count(x *op.Exec, keys []*frame.Column) (*frame.Frame, error) {
	rows := keys[0].Rows
	base := int64(0)
	if len(x.Index) > 0 {
		base = int64(x.Index[0]) << 40
	}
	at := frame.NewRangeColumn(dtype.Int64, base, 1, rows)
	if c.series && keys[0].DType.Null && !keys[0].DType.IsString() && keys[0].HasNulls() { // masked arrays have their missing values last
		b, err := x.Mem().Alloc(8 * rows)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			v := base + int64(i)
			if keys[0].IsNull(i) {
				v = math.MaxInt64
			}
			mem.View[int64](b, 0, rows)[i] = v
		}
		at = frame.NewPlain(dtype.Int64, b, 0, rows, frame.Bitmap{})
	}
	names := make([]frame.Label, len(keys), len(keys)+2)
	cols := make([]*frame.Column, len(keys), len(keys)+2)
	for i, k := range keys {
		names[i], cols[i] = frame.L(i), k
		if k.Enc == frame.Range || k.Enc == frame.Const || k.Enc == frame.Narrow {
			var err error
			if cols[i], err = k.Decode(x.Mem()); err != nil {
				return nil, err
			}
		}
	}
	f, err := chunk.Unlabelled(append(names, countNames[:2]...), append(cols, frame.NewRangeColumn(dtype.Int64, 1, 1, rows), at))
	if err != nil {
		return nil, err
	}
	return c.merged(x, f, f.Cols[:len(keys)], group.New(group.Size))
}

// result orders merged counts and puts the series.
func (c counter) result(x *op.Exec, f *frame.Frame, last bool) error {
	k := len(f.Cols) - 2
	keys, n := f.Cols[:k], f.Cols[k]
	by := []order.Key{{Col: n, Desc: !c.ascending}, {Col: f.Cols[k+1]}}
	if !c.sort {
		by = by[1:]
	}
	if last && len(x.Index) != 1 || x.Stage == op.Chunk {
		gs, err := group.Of(x.Mem(), keys, group.Options{Keep: !c.dropna})
		if err != nil {
			return err
		}
		all, of, err := gs.Fill(x.Mem(), keys, group.Options{Keep: !c.dropna, Sort: c.series})
		if err != nil {
			return err
		}
		if all != gs { // categories: in the order of Fill
			if n, err = group.New(group.Sum).Direct(x.Mem(), all, n); err != nil {
				return err
			}
			keys, by = of, []order.Key{{Col: n, Desc: !c.ascending}}
			if !c.sort {
				by = nil
			}
		}
	}
	rows, err := chunk.OrderRows(x, by, n.Rows)
	if err != nil {
		return err
	}
	n, err = n.Take(x.Mem(), rows)
	if err != nil {
		return err
	}
	levels := make([]*frame.Column, k)
	for i, c := range keys {
		if levels[i], err = c.Take(x.Mem(), rows); err != nil {
			return err
		}
	}
	ix := frame.NewMulti(nil, levels...)
	if c.single {
		ix = frame.NewIndex(frame.Label{}, levels[0])
	}
	out, err := frame.NewSeries(ix, frame.Label{}, n)
	if err != nil {
		return err
	}
	if !last {
		return x.Put(0, out)
	}
	if !c.normalize {
		return c.put(x, ix, n)
	}
	sum := int64(0)
	for _, v := range frame.Values[int64](n) {
		sum += v
	}
	return c.parts(x, out, sum)
}

// parts divides counts by their sum over all chunks.
func (c counter) parts(x *op.Exec, f *frame.Frame, sum int64) error {
	n := frame.Values[int64](f.Cols[0])
	b, err := x.Mem().Alloc(8 * len(n))
	if err != nil {
		return err
	}
	out := mem.View[float64](b, 0, len(n))
	for i, v := range n {
		out[i] = float64(v) / float64(sum)
	}
	return c.put(x, f.Index, frame.NewPlain(dtype.Float64, b, 0, len(n), frame.Bitmap{}))
}

// put gives the result its names and its dtype, which may be nullable.
func (c counter) put(x *op.Exec, ix *frame.Index, n *frame.Column) error {
	m := x.Out(0)
	var names []frame.Label
	for _, l := range m.Index.Levels {
		names = append(names, l.Name)
	}
	s, err := frame.NewSeries(ix.WithNames(names...), m.Cols[0].Name, frame.NewPlain(m.Cols[0].Is, n.Data, n.Offset, n.Rows, n.Valid))
	if err != nil {
		return err
	}
	return x.Put(0, s)
}
