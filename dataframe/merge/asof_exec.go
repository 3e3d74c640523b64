package merge

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

func (o *Asof) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Map:
		return o.ends(x)
	case op.Combine:
		return o.nearest(x)
	}
	p, spec, err := o.plan([]op.Meta{x.InMeta(0), x.InMeta(1)})
	if err != nil {
		return err
	}
	left := x.Frame(0)
	parts := make([]any, 0, x.Len()-1)
	for i := 1; i < x.Len(); i++ {
		parts = append(parts, x.In(i))
	}
	v, err := x.Join([]int{len(parts)}, parts)
	if err != nil {
		return err
	}
	m := merging{p: p, x: x, sides: [2]*frame.Frame{left, v.(*frame.Frame)}}
	n := len(p.Keys) - 1
	var by [2][]*frame.Column
	for _, k := range p.Keys[:n] {
		by[0], by[1] = append(by[0], keyColumn(m.sides[0], k.L)), append(by[1], keyColumn(m.sides[1], k.R))
	}
	m.rows[0] = chunk.EveryRow(left.NRows)
	if m.rows[1], err = join.Asof(x.Mem(), spec, keyColumn(m.sides[0], p.Keys[n].L), keyColumn(m.sides[1], p.Keys[n].R), by[0], by[1]); err != nil {
		return err
	}
	f, err := m.result()
	if err != nil {
		return err
	}
	if f, err = x.Follow(f, 0, m.rows[0]); err != nil {
		return err
	}
	return x.Put(0, f)
}

// ends checks the keys of a chunk and tells the first and the last one. Index[0] is the side.
func (o *Asof) ends(x *op.Exec) error {
	side, name, on := x.Index[0], "left", o.LeftOn
	if side == 1 {
		name, on = "right", o.RightOn
	}
	if o.On != nil {
		on = o.On
	}
	f := x.Frame(0)
	k, _, err := keyOf(x.InMeta(0), on, 0, name)
	if err != nil {
		return err
	}
	c := keyColumn(f, k)
	ix := frame.NewIndex(frame.Label{}, c)
	switch {
	case c.HasNulls():
		return errs.New(errs.Invalid, "Merge keys contain null values on %s side", name)
	case !ix.IsIncreasing():
		return errs.New(errs.Invalid, "%s keys must be sorted", name)
	case c.Rows == 0:
		return x.Put(0, op.Tuple{int64(0)})
	}
	groups := int64(0)
	if side == 1 && o.rightBy() != nil {
		n, err := o.groupsOf(x, f, x.InMeta(0))
		if err != nil {
			return err
		}
		groups = int64(n.N)
	}
	return x.Put(0, op.Tuple{int64(c.Rows), c.Label(0), c.Label(c.Rows - 1), groups})
}
