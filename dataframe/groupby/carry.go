package groupby

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// Some transforms need no more of other chunks than one value by group: what a running aggregate stands at,
// how many rows there were, the row before. Each chunk finds the totals of its groups, one task makes of all
// of them what groups stood at before each chunk, and each chunk starts from that: rows stay where they are.
// It pays while groups are few beside rows; else all rows of a group meet (see groupRows).

// carriedBytes is the room for all totals, where chunks are not larger.
const carriedBytes = 1 << 20

// carried is the result whose chunks hand on totals, false where rows meet.
func (o *Transform) carried(t *op.Tiler) (op.Grid, bool) {
	in := t.In(0)
	if len(t.Ins()) > 1 || in.Len() == 1 || !o.carries(in.Meta.Cols) {
		return op.Grid{}, false
	}
	totals := t.At(op.Combine).Pair(in)
	if t.Need(op.Stats, in, totals) != nil {
		return op.Grid{}, false
	}
	bytes := int64(0)
	for k := range in.Len() {
		rows, some := t.Facts(in, k).Shape[0], t.Facts(totals, k).Shape[0]
		if rows > 0 && some == 0 { // they were not looked for
			return op.Grid{}, false
		}
		bytes += t.Facts(totals, k).Bytes
	}
	if bytes > max(carriedBytes, 4*int64(t.ChunkBytes())) {
		return op.Grid{}, false
	}
	before := op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(op.Combine).Edge([]int{0, 0}, totals.Edges...)}}
	return t.At(op.Chunk).Pair(in, t.Scatter(before, in.Len())), true
}

// carries reports that totals are enough, with the same bits.
func (o *Transform) carries(in []op.Col) bool {
	switch {
	case o.counts():
		return o.Func == "cumcount" && !o.desc()
	case o.Func == "shift" && (o.FillValue != nil || o.periods() != 1 && o.periods() != -1):
		return false
	}
	vals, err := o.shared().values(in)
	if err != nil {
		return false
	}
	for _, v := range vals {
		d := in[v].Is
		if f, ok := group.ParseCum(o.Func); ok && !f.Carries(d) {
			return false
		} else if !ok && (o.Func != "shift" || !d.IsNumber() && !d.IsBool() && !d.IsTemporal()) {
			return false
		}
	}
	return true
}

// carriedTo reports that a chunk comes with what its groups stood at.
func (o *Transform) carriedTo(x *op.Exec) bool {
	k := 1
	for _, b := range o.By {
		k = max(k, b.In.I()+1)
	}
	return x.Len() > k
}

// totals puts the keys of the groups of a chunk and what they stand at behind it; no row where keys hardly
// come twice.
func (o *Transform) totals(x *op.Exec) error {
	f, err := o.shared().rows(x)
	if err != nil {
		return err
	}
	n := len(o.By)
	keys, vals := f.Cols[:n], f.Cols[n:]
	if o.counts() {
		vals = keys[:1]
	}
	var out *frame.Frame
	err = x.Briefly(func(y *op.Exec) error {
		most, err := group.Mostly(y.Mem(), keys)
		if err != nil {
			return err
		}
		if most {
			out = f.Select(chunk.Places(0, n)...).Slice(0, 0)
			return nil
		}
		gs, err := o.shared().groups(y, f)
		if err != nil {
			return err
		}
		cols, err := gs.Keys(x.Mem(), keys)
		if err != nil {
			return err
		}
		for _, c := range vals {
			s, err := o.total(x, y, gs, c)
			if err != nil {
				return err
			}
			cols = append(cols, s)
		}
		out, err = frame.New(nil, make([]frame.Label, len(cols)), cols...)
		return err
	})
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// total is what the groups stand at behind a column, in memory of x; what it needs for a while lies in that
// of y.
func (o *Transform) total(x, y *op.Exec, gs *group.Groups, c *frame.Column) (*frame.Column, error) {
	if f, ok := group.ParseCum(o.Func); ok {
		return f.Totals(x.Mem(), gs, c)
	}
	if o.counts() {
		return gs.Sizes(x.Mem())
	}
	rows, err := gs.Lasts(y.Mem(), o.periods() < 0)
	if err != nil {
		return nil, err
	}
	if c, err = c.Take(x.Mem(), rows); err != nil { // which Cast may leave as it is
		return nil, err
	}
	t, err := o.typeOf(c.DType, false)
	if err != nil {
		return nil, err
	}
	return column.Env{Mem: x.Mem(), Parallel: x.Parallel}.Cast(c, t.Is)
}

// before puts, for every chunk, what its groups stood at before it.
func (o *Transform) before(x *op.Exec) error {
	v, err := x.Join([]int{x.Len()}, chunk.Ins(x))
	if err != nil {
		return err
	}
	all := v.(*frame.Frame)
	n := len(o.By)
	var cols []*frame.Column
	err = x.Briefly(func(y *op.Exec) error {
		gs, err := group.Of(y.Mem(), all.Cols[:n], o.Options(false))
		if err != nil {
			return err
		}
		for _, c := range all.Cols[n:] {
			switch f, ok := group.ParseCum(o.Func); {
			case ok:
				c, err = f.Before(x.Mem(), gs, c)
			case o.counts():
				c, err = group.CumSum.Before(x.Mem(), gs, c)
			default:
				var rows []int64
				if rows, err = gs.Shifted(y.Mem(), o.periods()); err == nil {
					c, err = c.Take(x.Mem(), rows)
				}
			}
			if err != nil {
				return err
			}
			cols = append(cols, c)
		}
		return nil
	})
	if err != nil {
		return err
	}
	f, err := frame.New(frame.NewRange(0, 1, all.NRows), make([]frame.Label, len(cols)), cols...) // of no columns too
	if err != nil {
		return err
	}
	out, at := &op.Parts{P: make([]any, x.Len())}, 0
	for k := range out.P {
		rows := x.Frame(k).NRows
		out.P[k] = f.Slice(at, at+rows)
		at += rows
	}
	return x.Put(0, out)
}
