package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/merge"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// Groups that a merge joins to few rows are made of the rows whose key those have; see fewKeys. The answer is
// the same bit for bit, so only aggregates take part that do not depend on where rows are cut.
func init() {
	op.AddRule(op.Rule{Name: "groups that a merge meets", Try: func(n *op.Node, uses op.Uses) (op.Value, bool) {
		o, ok := n.Op.(*merge.Merge)
		if !ok {
			return op.Value{}, false
		}
		in := op.Metas(n.In)
		p, err := o.Plan(in)
		if err != nil || !o.Lets(p, in, n.Outs[0]) {
			return op.Value{}, false
		}
		for side := range n.In {
			if p.Misses(1 - side) { // groups that meet nothing stay
				continue
			}
			for _, k := range p.Keys {
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

// groupsMet is one side of the merge n, groups by key k, over only those rows whose key the other side has.
// ok is false where that side is nothing of the kind, or where its groups may depend on rows of others.
func groupsMet(n *op.Node, k merge.Key, side int, uses op.Uses) (v op.Value, ok bool) {
	keys := [2]op.RowKey{k.L, k.R}
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
	if _, done := rows.N.Op.(*merge.FewKeys); done || of == rows {
		return op.Value{}, false
	}
	few := op.ApplyAt(at, &merge.FewKeys{Column: col}, rows, op.Value{N: op.ApplyAt(at, &pick.Column{Column: label}, of)})
	if few.Err != nil {
		return op.Value{}, false
	}
	v = over(n.In[side], g, op.Value{N: g.N.With([]op.Value{{N: few}})})
	return v, v.Err() == nil
}

// grouped follows column at of v down to the groups it is a key of, through what picks rows by themselves and
// columns, for nobody else. col is that column of the rows that are grouped.
func grouped(v op.Value, at int, uses op.Uses) (groups op.Value, col frame.Label, ok bool) {
	mine := uses.Readers(v) == 1 // nobody else reads v
	for mine && at >= 0 && v.I == 0 {
		switch o := v.N.Op.(type) {
		case *groupby.Agg:
			col, ok = o.KeyAt(v.N, at)
			return v, col, ok
		case *pick.Filter:
			src, mask := v.N.In[0], v.N.In[1]
			v, mine = src, onlyReader(mask, src, uses) && rowByRow(mask, src)
		case *axes.Rename, *pick.SelectColumns:
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

// source is where a column of inner merges with groups comes from: the rows that the groups are joined to,
// before any of them is.
func source(v op.Value, label frame.Label) (op.Value, frame.Label) {
	for {
		o, ok := v.N.Op.(*merge.Merge)
		if !ok || v.I != 0 {
			return v, label
		}
		p, err := o.Plan(op.Metas(v.N.In))
		at := v.Meta().Find(label)
		if err != nil || p.How != join.Inner || at < 0 || p.Cols[at].From > merge.FromRight || p.Cols[at].At < 0 {
			return v, label
		}
		side := int(p.Cols[at].From)
		from, groups := v.N.In[side], v.N.In[1-side]
		if !overGroups(groups) || p.Cols[at].As != from.Meta().Cols[p.Cols[at].At].Is {
			return v, label
		}
		v, label = from, from.Meta().Cols[p.Cols[at].At].Name
	}
}

// overGroups reports groups some rows or columns of which are picked.
func overGroups(v op.Value) bool {
	for {
		switch v.N.Op.(type) {
		case *groupby.Agg:
			return true
		case *pick.Filter, *axes.Rename, *pick.SelectColumns:
			v = v.N.In[0]
		default:
			return false
		}
	}
}
