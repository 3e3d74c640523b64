package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/merge"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// A filter of a merge by conditions, joined by "and", each about columns of one side: the side's rows are
// dropped before they are joined. What is left keeps its order, but not its labels, which count the rows of
// the merge: nobody may look at them. Conditions are of kinds that fail for no value.
func init() {
	op.AddRule(op.Rule{Name: "filter below a merge", Try: func(n *op.Node, uses op.Uses) (op.Value, bool) {
		if _, ok := n.Op.(*pick.Filter); !ok || n.In[0].I != 0 || schema.IsVector(n.In[1].Meta()) || uses.Labeled(op.Value{N: n}) {
			return op.Value{}, false
		}
		src := n.In[0]
		o, ok := src.N.Op.(*merge.Merge)
		if !ok || !onlyReader(n.In[1], src, uses) {
			return op.Value{}, false
		}
		in := op.Metas(src.N.In)
		p, err := o.Plan(in)
		if err != nil || !o.Lets(p, in, src.Meta()) {
			return op.Value{}, false
		}
		b := below{src: src, p: p, sides: src.N.In}
		var conds [2]op.Value // of the sides
		var rest op.Value
		for _, c := range cells.Conjuncts(n.In[1]) {
			side, ok := b.side(c)
			if !ok {
				rest = cells.Both(n.Site, rest, c)
				continue
			}
			conds[side] = cells.Both(n.Site, conds[side], b.moved(c, side))
		}
		sides := []op.Value{b.sides[0], b.sides[1]}
		for i, c := range conds {
			if c.N != nil {
				sides[i] = op.Value{N: op.ApplyAt(n.Site, &pick.Filter{}, sides[i], c)}
			}
		}
		m := op.Value{N: src.N.With(sides)}
		if conds[0].N == nil && conds[1].N == nil || m.Err() != nil {
			return op.Value{}, false
		}
		if rest.N != nil {
			m = op.Value{N: n.With([]op.Value{m, over(rest, src, m)})}
		}
		return m, m.Err() == nil
	}})
}

// below moves conditions from a merge to its sides.
type below struct {
	src   op.Value
	p     *merge.Plan
	sides []op.Value
}

// column is where column l of the merge comes from, as it is there.
func (b *below) column(l frame.Label) (side int, name frame.Label, ok bool) {
	for _, c := range b.p.Cols {
		if c.Name != l {
			continue
		}
		if c.From > merge.FromRight || c.At < 0 {
			return 0, name, false
		}
		was := b.sides[c.From].Meta().Cols[c.At]
		return int(c.From), was.Name, was.Known() && was.Is == c.As && c.Typ == was.Type && !was.Is.IsObject()
	}
	return 0, name, false
}

// side is the side whose columns alone a condition looks at, where it may be asked before the merge.
func (b *below) side(c op.Value) (side int, ok bool) {
	side = -1
	var look func(v op.Value) bool
	look = func(v op.Value) bool {
		switch o := v.N.Op.(type) {
		case *pick.Column:
			if v.N.In[0] != b.src {
				return false
			}
			s, _, ok := b.column(o.Column)
			if !ok || side >= 0 && s != side {
				return false
			}
			side = s
			return true
		default:
			if !cells.MapsRows(o) {
				return false
			}
		}
		for _, in := range v.N.In {
			if !look(in) {
				return false
			}
		}
		return len(v.N.In) > 0
	}
	if !cells.PlainBool(c) || !look(c) || side < 0 {
		return 0, false
	}
	how := b.p.How
	return side, how == join.Inner || how == join.Left && side == 0 || how == join.Right && side == 1
}

// moved is a condition about a side itself.
func (b *below) moved(v op.Value, side int) op.Value {
	if o, ok := v.N.Op.(*pick.Column); ok {
		_, name, _ := b.column(o.Column)
		return op.Value{N: op.ApplyAt(v.N.Site, &pick.Column{Column: name}, b.sides[side])}
	}
	in := make([]op.Value, len(v.N.In))
	for i, x := range v.N.In {
		in[i] = b.moved(x, side)
	}
	return op.Value{N: v.N.With(in), I: v.I}
}
