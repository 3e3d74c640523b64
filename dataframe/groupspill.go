package dataframe

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// filledBy reports groups that no row may belong to, for keys at hand.
func (o *groupAgg) filledBy(keys []*frame.Column) bool {
	ks := make([]op.Col, len(keys))
	for i, k := range keys {
		ks[i].Type = op.T(k.DType)
	}
	return o.filled(ks)
}

// spilled is regroup with little memory: rows are written to scratch space by the hash of their keys, and one part after the other is aggregated. The
// result is that of regroup bit for bit: a group's rows stay together, in their order.
func (o *groupAgg) spilled(x *op.Exec, f *frame.Frame) (joined, error) {
	r, err := o.spilledOf(x, f.NRows, func(_ *op.Exec, lo, hi int) (*frame.Frame, error) { return f.Slice(lo, hi), nil })
	r.from = f
	return r, err
}

// spilledOf is spilled of n rows that are made batch by batch.
func (o *groupAgg) spilledOf(x *op.Exec, n int, batch func(y *op.Exec, lo, hi int) (*frame.Frame, error)) (r joined, err error) {
	s, err := x.Scratch()
	if err != nil {
		return r, err
	}
	err = x.Briefly(func(y *op.Exec) error {
		var all *frame.Frame
		err := y.Briefly(func(z *op.Exec) error {
			parts, err := partsOf(z, s, n, batch, len(o.By), nil, func(z *op.Exec, part *frame.Frame) (out *frame.Frame, err error) {
				out, r.names, err = o.part(z, part)
				return out, err
			})
			if err != nil {
				return err
			}
			if all, err = frame.ConcatFrames(y.Mem(), parts...); err == nil {
				all, err = owned(y.Mem(), all)
			}
			return err
		})
		if err != nil {
			return err
		}
		r, err = o.collect(x, y, r, all)
		return err
	})
	return r, err
}

// owned is f, of which columns that point into other memory are copied to al: texts, and codes of dictionaries.
func owned(al mem.Allocator, f *frame.Frame) (*frame.Frame, error) {
	g := *f
	g.Cols = append([]*frame.Column{}, f.Cols...)
	var at []int
	for i, c := range f.Cols {
		if c.Heaps != nil || c.Dict != nil {
			at = append(at, i)
		}
	}
	some, err := f.Select(at...).Clone(al)
	if err != nil {
		return nil, err
	}
	for k, i := range at {
		g.Cols[i] = some.Cols[k]
	}
	return &g, nil
}

// part aggregates one part: keys, aggregates, and the first row of each group.
func (o *groupAgg) part(x *op.Exec, f *frame.Frame) (*frame.Frame, []frame.Label, error) {
	n, last := len(o.By), len(f.Cols)-1
	gs, err := group.Of(x.Mem(), f.Cols[:n], o.options(false))
	if err != nil {
		return nil, nil, err
	}
	keys, err := gs.Keys(x.Mem(), f.Cols[:n])
	if err != nil {
		return nil, nil, err
	}
	cols, names, err := o.merge(x, gs, f.Select(places(n, last)...))
	if err != nil {
		return nil, nil, err
	}
	first, err := f.Cols[last].Take(x.Mem(), gs.First)
	if err != nil {
		return nil, nil, err
	}
	cols = append(append(keys, cols...), first)
	out, err := frame.New(nil, make([]frame.Label, len(cols)), cols...)
	return out, names, err
}

// collect brings the groups of all parts to their order, in memory of x; what it needs for a while lies in that of y.
func (o *groupAgg) collect(x, y *op.Exec, r joined, all *frame.Frame) (joined, error) {
	n, last := len(o.By), len(all.Cols)-1
	rows, err := orderRows(y, []order.Key{{Col: all.Cols[last]}}, all.NRows)
	if err != nil {
		return r, err
	}
	if x.Stage != op.Combine && *o.Sort {
		gs, err := group.Of(y.Mem(), all.Cols[:n], group.Options{Sort: true, Keep: true})
		if err != nil {
			return r, err
		}
		rows = gs.First
	}
	if all, err = all.Take(x.Mem(), rows); err != nil {
		return r, err
	}
	if all, err = owned(x.Mem(), all); err != nil {
		return r, err
	}
	at, err := all.Cols[last].Decode(x.Mem())
	if err != nil {
		return r, err
	}
	r.first = frame.Values[int64](at)
	r.keys, r.cols = all.Cols[:n:n], all.Cols[n:last:last]
	return r, nil
}
