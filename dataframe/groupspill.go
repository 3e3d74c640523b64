package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// spillParts is how many parts a group-by without room is cut into.
const spillParts = 16

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
func (o *groupAgg) spilled(x *op.Exec, f *frame.Frame) (r joined, err error) {
	s, err := x.Scratch()
	if err != nil {
		return r, err
	}
	n := len(o.By)
	at := frame.NewRangeColumn(dtype.Int64, 0, 1, f.NRows) // the last column: the row that a row is
	g, err := frame.New(nil, append(f.Names[:len(f.Names):len(f.Names)], frame.Label{}), append(f.Cols[:len(f.Cols):len(f.Cols)], at)...)
	if err != nil {
		return r, err
	}
	err = x.Briefly(func(y *op.Exec) error {
		hs, err := hash.Rows(y.Mem(), f.Cols[:n]...)
		if err != nil {
			return err
		}
		rows, bounds, err := hash.Partition(y.Mem(), hs, spillParts)
		if err != nil {
			return err
		}
		for p := range spillParts {
			err := y.Briefly(func(z *op.Exec) error {
				part, err := g.Take(z.Mem(), rows[bounds[p]:bounds[p+1]])
				if err != nil {
					return err
				}
				return s.Append(p, part)
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	err = x.Briefly(func(y *op.Exec) error {
		parts := make([]*frame.Frame, 0, spillParts)
		for p := range spillParts {
			err := s.Read(p, func(v any) error {
				return y.Briefly(func(z *op.Exec) error {
					part, names, err := o.part(z, v.(*frame.Frame))
					if err != nil {
						return err
					}
					r.names = names
					c, err := part.Clone(y.Mem())
					parts = append(parts, c)
					return err
				})
			})
			if err != nil {
				return err
			}
		}
		r, err = o.collect(x, y, r, f, parts)
		return err
	})
	return r, err
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
func (o *groupAgg) collect(x, y *op.Exec, r joined, f *frame.Frame, parts []*frame.Frame) (joined, error) {
	all, err := frame.ConcatFrames(y.Mem(), parts...)
	if err != nil {
		return r, err
	}
	n, last := len(o.By), len(all.Cols)-1
	rows := order.Rows([]order.Key{{Col: all.Cols[last]}}, all.NRows)
	if x.Stage != op.Combine && *o.Sort {
		gs, err := group.Of(y.Mem(), all.Cols[:n], group.Options{Sort: true, Keep: true})
		if err != nil {
			return r, err
		}
		rows = gs.First
	}
	if all, err = all.Take(y.Mem(), rows); err != nil {
		return r, err
	}
	if all, err = all.Clone(x.Mem()); err != nil { // dictionaries and heaps too
		return r, err
	}
	at, err := all.Cols[last].Decode(x.Mem())
	if err != nil {
		return r, err
	}
	r.from, r.first = f, frame.Values[int64](at)
	r.keys, r.cols = all.Cols[:n:n], all.Cols[n:last:last]
	return r, nil
}
