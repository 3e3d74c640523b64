package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// Groups that a merge joins to few rows are made of the rows whose key those have; see fewKeys. The answer is the same bit for bit, so only aggregates
// take part that do not depend on where rows are cut.
func init() {
	op.AddRule(op.Rule{Name: "groups that a merge meets", Try: func(n *op.Node, uses op.Uses) (op.Value, bool) {
		o, ok := n.Op.(*merge)
		if !ok {
			return op.Value{}, false
		}
		in := op.Metas(n.In)
		p, err := o.plan(in)
		if err != nil || !o.lets(p, in, n.Outs[0]) {
			return op.Value{}, false
		}
		for side := range n.In {
			if p.misses(1 - side) { // groups that meet nothing stay
				continue
			}
			for _, k := range p.keys {
				if v, ok := groupsMet(n, k, side, uses); ok {
					ins := slices.Clone(n.In)
					ins[side] = v
					m := n.With(ins)
					return op.Value{N: m}, m.Err == nil
				}
			}
		}
		return op.Value{}, false
	}})
}

// groupsMet is one side of the merge n, groups by key k, over only those rows whose key the other side has. ok is false where that side is nothing of the
// kind, or where its groups may depend on rows of others.
func groupsMet(n *op.Node, k mergeKey, side int, uses op.Uses) (v op.Value, ok bool) {
	keys := [2]op.RowKey{k.l, k.r}
	if keys[0].Level > 0 || keys[1].Level > 0 {
		return op.Value{}, false
	}
	g, col, ok := grouped(n.In[side], n.In[side].Meta().Find(keys[side].Label), uses)
	if !ok {
		return op.Value{}, false
	}
	of, label := source(n.In[1-side], keys[1-side].Label)
	at := n.Site
	rows := g.N.In[0]
	if _, done := rows.N.Op.(*fewKeys); done || of == rows {
		return op.Value{}, false
	}
	few := op.ApplyAt(at, &fewKeys{Column: col}, rows, op.Value{N: op.ApplyAt(at, &column1{Column: label}, of)})
	if few.Err != nil {
		return op.Value{}, false
	}
	v = over(n.In[side], g, op.Value{N: g.N.With([]op.Value{{N: few}})})
	return v, v.Err() == nil
}

// grouped follows column at of v down to the groups it is a key of, through what picks rows by themselves and columns, for nobody else. col is that column
// of the rows that are grouped.
func grouped(v op.Value, at int, uses op.Uses) (groups op.Value, col frame.Label, ok bool) {
	mine := uses.Readers(v) == 1 // nobody else reads v
	for mine && at >= 0 && v.I == 0 {
		switch o := v.N.Op.(type) {
		case *groupAgg:
			col, ok = o.keyAt(v.N, at)
			return v, col, ok
		case *filter:
			src, mask := v.N.In[0], v.N.In[1]
			v, mine = src, onlyReader(mask, src, uses) && rowByRow(mask, src)
		case *rename, *selectColumns:
			from, known := v.N.Op.(op.ColumnUser).ColumnsOf(0, op.Metas(v.N.In), []int{at})
			if !known || len(from) != 1 {
				return op.Value{}, col, false
			}
			v, at = v.N.In[0], from[0]
			mine = uses.Readers(v) == 1
		default:
			return op.Value{}, col, false
		}
	}
	return op.Value{}, col, false
}

// keyAt is the column of the rows that is the key in column at of the result, where each group is made of its rows alone, whatever others there are.
func (o *groupAgg) keyAt(n *op.Node, at int) (col frame.Label, ok bool) {
	m := n.In[0].Meta()
	if *o.AsIndex || !*o.Observed || len(n.In) != 1 || m.Kind != op.Frame || m.Open {
		return col, false
	}
	outs, err := o.outs(m.Cols)
	if err != nil {
		return col, false
	}
	names := make([]frame.Label, len(outs))
	for i, out := range outs {
		if names[i] = out.name; out.src >= 0 && !alone(out.agg.Func, m.Cols[out.src]) {
			return col, false
		}
	}
	keys := o.keysBeside(names)
	if at >= len(keys) || o.By[keys[at]].In != 0 || o.By[keys[at]].Level != 0 {
		return col, false
	}
	return o.By[keys[at]].Label, true
}

// alone reports an aggregate of a column whose value is the same wherever the rows of a group are cut: a sum of floats is not.
func alone(f group.Func, c op.Col) bool {
	switch f {
	case group.Count, group.Size, group.NUnique, group.Min, group.Max:
		return c.Known()
	case group.Sum:
		return c.Known() && (c.Is.IsInteger() || c.Is.IsBool())
	}
	return false
}

// source is where a column of inner merges with groups comes from: the rows that the groups are joined to, before any of them is.
func source(v op.Value, label frame.Label) (op.Value, frame.Label) {
	for {
		o, ok := v.N.Op.(*merge)
		if !ok || v.I != 0 {
			return v, label
		}
		p, err := o.plan(op.Metas(v.N.In))
		at := v.Meta().Find(label)
		if err != nil || p.how != join.Inner || at < 0 || p.cols[at].from > fromRight || p.cols[at].at < 0 {
			return v, label
		}
		side := int(p.cols[at].from)
		from, groups := v.N.In[side], v.N.In[1-side]
		if !overGroups(groups) || p.cols[at].as != from.Meta().Cols[p.cols[at].at].Is {
			return v, label
		}
		v, label = from, from.Meta().Cols[p.cols[at].at].Name
	}
}

// overGroups reports groups some rows or columns of which are picked.
func overGroups(v op.Value) bool {
	for {
		switch v.N.Op.(type) {
		case *groupAgg:
			return true
		case *filter, *rename, *selectColumns:
			v = v.N.In[0]
		default:
			return false
		}
	}
}
