package groupby

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// filledBy reports groups that no row may belong to, for keys at hand.
func (o *Agg) filledBy(keys []*frame.Column) bool {
	ks := make([]op.Col, len(keys))
	for i, k := range keys {
		ks[i].Type = op.T(k.DType)
	}
	return o.filled(ks)
}

// SpilledOf is regroup with little memory, of n rows that are made batch by batch: rows are written to
// scratch space by the hash of their keys, and one part after the other is aggregated. The groups of a part
// are written there too, column by column: besides the result no more than a part, or one column of all
// groups, is in memory. The result is that of regroup bit for bit: a group's rows stay together, in their
// order.
func (o *Agg) SpilledOf(x *op.Exec, n int, batch func(y *op.Exec, lo, hi int) (*frame.Frame, error)) (r chunk.Joined, err error) {
	s, err := x.Scratch()
	if err != nil {
		return r, err
	}
	p := putAside{s: s, first: spill.Parts(n)}
	err = x.Briefly(func(y *op.Exec) error {
		_, err := chunk.PartsOf(y, s, n, batch, len(o.By), nil, func(z *op.Exec, part *frame.Frame) (*frame.Frame, error) {
			out, names, err := o.part(z, part)
			if err != nil {
				return nil, err
			}
			r.Names = names
			return nil, p.add(out)
		})
		return err
	})
	if err != nil || p.rows == 0 {
		return o.noGroups(x, r, err, batch)
	}
	err = x.Briefly(func(y *op.Exec) error {
		r, err = o.collect(x, y, r, &p)
		return err
	})
	return r, err
}

// noGroups is the result where no row is in a group.
func (o *Agg) noGroups(x *op.Exec, r chunk.Joined, err error, batch func(y *op.Exec, lo, hi int) (*frame.Frame, error)) (chunk.Joined, error) {
	if err != nil {
		return r, err
	}
	f, err := batch(x, 0, 0)
	if err == nil {
		f, err = spill.NumberedFrom(f, 0)
	}
	if err != nil {
		return r, err
	}
	out, names, err := o.part(x, f)
	if err != nil {
		return r, err
	}
	n, last := len(o.By), len(out.Cols)-1
	return chunk.Joined{Keys: out.Cols[:n:n], Cols: out.Cols[n:last:last], Names: names}, nil
}

// putAside is the columns of a frame in scratch space: column j is partition first + j.
type putAside struct {
	s           op.Scratch
	first, rows int
	cols        int
}

// add writes rows behind those that are there.
func (p *putAside) add(f *frame.Frame) error {
	p.rows, p.cols = p.rows+f.NRows, len(f.Cols)
	for j, c := range f.Cols {
		one, err := spill.Columns(c)
		if err != nil {
			return err
		}
		if err := p.s.Append(p.first+j, one); err != nil {
			return err
		}
	}
	return nil
}

// column is column j, in memory of y. It stays where it is.
func (p *putAside) column(y *op.Exec, j int) (*frame.Column, error) {
	var parts []*frame.Column
	err := p.s.Read(p.first+j, func(v any) error {
		f, err := v.(*frame.Frame).Clone(y.Mem())
		if err == nil {
			parts = append(parts, f.Cols[0])
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return frame.Concat(y.Mem(), parts...)
}

// part aggregates one part: keys, aggregates, and the first row of each group.
func (o *Agg) part(x *op.Exec, f *frame.Frame) (*frame.Frame, []frame.Label, error) {
	n, last := len(o.By), len(f.Cols)-1
	gs, err := group.Of(x.Mem(), f.Cols[:n], o.Options(false))
	if err != nil {
		return nil, nil, err
	}
	keys, err := gs.Keys(x.Mem(), f.Cols[:n])
	if err != nil {
		return nil, nil, err
	}
	cols, names, err := o.merge(x, gs, f.Select(chunk.Places(n, last)...))
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

// collect brings the groups of all parts to their order, in memory of x; what it needs for a while lies in
// that of y.
func (o *Agg) collect(x, y *op.Exec, r chunk.Joined, p *putAside) (chunk.Joined, error) {
	n, last := len(o.By), p.cols-1
	by := []int{last} // the numbers of the first rows
	if x.Stage != op.Combine && *o.Sort {
		by = chunk.Places(0, n)
	}
	rows, err := p.order(y, by)
	if err != nil {
		return r, err
	}
	cols := make([]*frame.Column, p.cols)
	for j := range cols {
		err := y.Briefly(func(z *op.Exec) error {
			c, err := p.column(z, j)
			if err != nil {
				return err
			}
			if cols[j], err = takenTo(x, z, c, rows); err != nil {
				return err
			}
			return p.s.Drop(p.first + j)
		})
		if err != nil {
			return r, err
		}
	}
	at, err := cols[last].Decode(x.Mem())
	if err != nil {
		return r, err
	}
	r.First = frame.Values[int64](at)
	r.Keys, r.Cols = cols[:n:n], cols[n:last:last]
	return r, nil
}

// takenTo is rows of a column that lies in memory of z, in that of x: what points into other memory, texts
// and dictionaries, is copied.
func takenTo(x, z *op.Exec, c *frame.Column, rows []int64) (*frame.Column, error) {
	if c.Heaps == nil && c.Dict == nil {
		return c.Take(x.Mem(), rows)
	}
	c, err := c.Take(z.Mem(), rows)
	if err != nil {
		return nil, err
	}
	one, err := spill.Columns(c)
	if err == nil {
		one, err = one.Clone(x.Mem())
	}
	if err != nil {
		return nil, err
	}
	return one.Cols[0], nil
}

// order is the rows ordered by some columns, the first column first, in memory of y. One column after the
// other is read, the last one first, as a radix sort does with digits.
func (p *putAside) order(y *op.Exec, by []int) (rows []int64, err error) {
	b, err := y.Mem().Alloc(8 * p.rows)
	if err != nil {
		return nil, err
	}
	rows = mem.View[int64](b, 0, p.rows)
	for i := range rows {
		rows[i] = int64(i)
	}
	for k := len(by) - 1; k >= 0; k-- {
		err := y.Briefly(func(z *op.Exec) error {
			c, err := p.column(z, by[k])
			if err != nil {
				return err
			}
			if k < len(by)-1 {
				if c, err = c.Take(z.Mem(), rows); err != nil {
					return err
				}
			}
			at, err := order.RowsIn(z.Mem(), []order.Key{{Col: c}}, p.rows)
			if err != nil {
				return err
			}
			for i, r := range at { // what row r stands for
				at[i] = rows[r]
			}
			copy(rows, at)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}
