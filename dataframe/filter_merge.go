package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// A filter of a merge by conditions, joined by "and", each about columns of one side: the side's rows are dropped before they are joined. What is left
// keeps its order, but not its labels, which count the rows of the merge: nobody may look at them. Conditions are of kinds that fail for no value.
func init() {
	op.AddRule(op.Rule{Name: "filter below a merge", Try: func(n *op.Node, uses op.Uses) (op.Value, bool) {
		if _, ok := n.Op.(*filter); !ok || n.In[0].I != 0 || isVector(n.In[1].Meta()) || uses.Labeled(op.Value{N: n}) {
			return op.Value{}, false
		}
		src := n.In[0]
		o, ok := src.N.Op.(*merge)
		if !ok || !onlyReader(n.In[1], src, uses) {
			return op.Value{}, false
		}
		in := op.Metas(src.N.In)
		p, err := o.plan(in)
		if err != nil || !o.lets(p, in, src.Meta()) {
			return op.Value{}, false
		}
		b := below{src: src, p: p, sides: src.N.In}
		var conds [2]op.Value // of the sides
		var rest op.Value
		for _, c := range conjuncts(n.In[1]) {
			side, ok := b.side(c)
			if !ok {
				rest = both(n.Site, rest, c)
				continue
			}
			conds[side] = both(n.Site, conds[side], b.moved(c, side))
		}
		sides := []op.Value{b.sides[0], b.sides[1]}
		for i, c := range conds {
			if c.N != nil {
				sides[i] = op.Value{N: op.ApplyAt(n.Site, &filter{}, sides[i], c)}
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

// lets reports a merge whose answer for the rows that stay does not depend on the others.
func (o *merge) lets(p *mergePlan, in []op.Meta, out op.Meta) bool {
	if o.Validate != "" || o.Indicator != nil && o.Indicator != false || o.LeftIndex || o.RightIndex || in[0].Open || in[1].Open || p.index.levels != nil {
		return false
	}
	for _, c := range out.Cols {
		if !c.Known() { // whether a row misses decides the dtype: all rows count
			return false
		}
	}
	return p.how == join.Inner || p.how == join.Left || p.how == join.Right
}

// conjuncts are the masks that mask joins by "and".
func conjuncts(mask op.Value) []op.Value {
	b, ok := mask.N.Op.(*binary)
	if !ok || b.row.fn != "and" || b.FillValue != nil || len(mask.N.In) != 2 || !plainBool(mask.N.In[0]) || !plainBool(mask.N.In[1]) {
		return []op.Value{mask}
	}
	return append(conjuncts(mask.N.In[0]), conjuncts(mask.N.In[1])...)
}

func plainBool(v op.Value) bool {
	m := v.Meta()
	return m.Kind == op.Series && len(m.Cols) == 1 && m.Cols[0].Known() && m.Cols[0].Is == dtype.Bool
}

// both is the mask where a and b are true; a may be none.
func both(at *op.Site, a, b op.Value) op.Value {
	if a.N == nil {
		return b
	}
	return op.Value{N: op.ApplyAt(at, &binary{row: rowOf("and")}, a, b)}
}

func rowOf(name string) *binaryRow {
	for i := range binaryRows {
		if binaryRows[i].name == name {
			return &binaryRows[i]
		}
	}
	return nil
}

// below moves conditions from a merge to its sides.
type below struct {
	src   op.Value
	p     *mergePlan
	sides []op.Value
}

// column is where column l of the merge comes from, as it is there.
func (b *below) column(l frame.Label) (side int, name frame.Label, ok bool) {
	for _, c := range b.p.cols {
		if c.name != l {
			continue
		}
		if c.from > fromRight || c.at < 0 {
			return 0, name, false
		}
		was := b.sides[c.from].Meta().Cols[c.at]
		return int(c.from), was.Name, was.Known() && was.Is == c.as && c.typ == was.Type && !was.Is.IsObject()
	}
	return 0, name, false
}

// mapsRows reports an operator that makes each row of the same row of its inputs, and fails for no value.
func mapsRows(o op.Operand) bool {
	switch o := o.(type) {
	case *binary:
		total := o.row.compares() || o.row.logic() || o.row.fn == "add" || o.row.fn == "sub" || o.row.fn == "mul" || o.row.fn == "truediv"
		return total && o.FillValue == nil
	case *isin, *unary, *strMatch:
		return true
	}
	return false
}

// side is the side whose columns alone a condition looks at, where it may be asked before the merge.
func (b *below) side(c op.Value) (side int, ok bool) {
	side = -1
	var look func(v op.Value) bool
	look = func(v op.Value) bool {
		switch o := v.N.Op.(type) {
		case *column1:
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
			if !mapsRows(o) {
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
	if !plainBool(c) || !look(c) || side < 0 {
		return 0, false
	}
	how := b.p.how
	return side, how == join.Inner || how == join.Left && side == 0 || how == join.Right && side == 1
}

// moved is a condition about a side itself.
func (b *below) moved(v op.Value, side int) op.Value {
	if o, ok := v.N.Op.(*column1); ok {
		_, name, _ := b.column(o.Column)
		return op.Value{N: op.ApplyAt(v.N.Site, &column1{Column: name}, b.sides[side])}
	}
	in := make([]op.Value, len(v.N.In))
	for i, x := range v.N.In {
		in[i] = b.moved(x, side)
	}
	return op.Value{N: v.N.With(in), I: v.I}
}
