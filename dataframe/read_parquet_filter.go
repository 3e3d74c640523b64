package dataframe

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// A filter of a Parquet file by comparisons of its columns with constants, joined by "and", goes into the reader, which then skips row groups whose
// statistics rule them out and drops rows early. The filter stays above and finds that all rows pass.
func init() {
	op.AddRule(op.Rule{Name: "filter into reader", Try: func(n *op.Node, uses op.Uses) (op.Value, bool) {
		if _, ok := n.Op.(*filter); !ok || n.In[0].I != 0 {
			return op.Value{}, false
		}
		src := n.In[0]
		reader, ok := src.N.Op.(op.Filterer)
		if !ok || !onlyReader(n.In[1], src, uses) {
			return op.Value{}, false
		}
		o, ok := reader.Filter(n.In[1])
		if !ok {
			return op.Value{}, false
		}
		less := op.Value{N: op.ApplyAt(src.N.Site, o, src.N.In...)}
		m := n.With([]op.Value{less, over(n.In[1], src, less)})
		return op.Value{N: m}, less.Err() == nil && m.Err == nil
	}})
}

// onlyReader reports that a filter by mask is all that src is read for.
func onlyReader(mask, src op.Value, uses op.Uses) bool {
	readers := map[op.Value]int{src: 1, mask: 1} // the filter reads both
	seen := map[*op.Node]bool{}
	var walk func(v op.Value) bool
	walk = func(v op.Value) bool {
		if v == src || seen[v.N] {
			return true
		}
		seen[v.N] = true
		for _, in := range v.N.In {
			readers[in]++
			if !walk(in) {
				return false
			}
		}
		return len(v.N.In) > 0
	}
	if !walk(mask) {
		return false
	}
	for v, n := range readers {
		if uses.Readers(v) != n {
			return false
		}
	}
	return true
}

// over is the expression v with src replaced.
func over(v, src, by op.Value) op.Value {
	if v == src {
		return by
	}
	in := make([]op.Value, len(v.N.In))
	for i, x := range v.N.In {
		in[i] = over(x, src, by)
	}
	return op.Value{N: v.N.With(in), I: v.I}
}

// Filter is the reader of the rows for which pred is true, where it understands all of pred.
func (o *readParquet) Filter(pred op.Value) (op.Operand, bool) {
	if o.Where != nil {
		return nil, false
	}
	where, ok := o.conditions(pred)
	if !ok {
		return nil, false
	}
	p := *o
	p.Where = where
	return &p, true
}

// conditions are the comparisons that pred joins by "and".
func (o *readParquet) conditions(pred op.Value) ([]op.Pred, bool) {
	b, ok := pred.N.Op.(*binary)
	if !ok || b.FillValue != nil {
		return nil, false
	}
	if b.row.fn == "and" && len(pred.N.In) == 2 {
		left, ok := o.conditions(pred.N.In[0])
		if !ok {
			return nil, false
		}
		right, ok := o.conditions(pred.N.In[1])
		return append(left, right...), ok
	}
	v, one := b.scalar()
	if !one || !b.row.compares() || len(pred.N.In) != 1 {
		return nil, false
	}
	c, ok := pred.N.In[0].N.Op.(*column1)
	if !ok {
		return nil, false
	}
	src, ok := pred.N.In[0].N.In[0].N.Op.(*readParquet)
	if !ok || src != o {
		return nil, false
	}
	for _, s := range o.Schema[:len(o.Schema)-o.Levels] {
		part := s.Part > 0 && (b.row.fn == "eq" || b.row.fn == "ne") // categories have no order
		if s.Name == c.Column && !s.Pending && !s.Type.IsObject() && (part || !s.Type.IsCategorical()) {
			for cmp, fn := range comparisons {
				if fn == b.row.fn {
					return []op.Pred{{Column: c.Column, Cmp: cmp, Value: plainValue(v)}}, true
				}
			}
		}
	}
	return nil, false
}

// plainValue is a label for what a label can hold.
func plainValue(v any) any {
	if l, ok := v.(frame.Label); ok {
		return l.Value()
	}
	return v
}
