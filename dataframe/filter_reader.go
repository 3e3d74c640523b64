package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/op"
)

// Of the conditions of a filter that are joined by "and", those that compare a column of the file with a
// constant go into the reader, which then skips what statistics rule out and drops rows early. The filter
// stays above, with all of its conditions.
func init() {
	op.AddRule(op.Rule{Name: "filter into reader", Try: func(n *op.Node, uses op.Uses) (op.Value, bool) {
		if _, ok := n.Op.(*pick.Filter); !ok || n.In[0].I != 0 || schema.IsVector(n.In[1].Meta()) {
			return op.Value{}, false
		}
		src := n.In[0]
		reader, ok := src.N.Op.(op.Filterer)
		if !ok || !onlyReader(n.In[1], src, uses) || !rowByRow(n.In[1], src) {
			return op.Value{}, false
		}
		where := cells.Conditions(n.In[1], src)
		if len(where) == 0 {
			return op.Value{}, false
		}
		o, ok := reader.Filter(where)
		if !ok {
			return op.Value{}, false
		}
		less := op.Value{N: op.ApplyAt(src.N.Site, o, src.N.In...)}
		m := n.With([]op.Value{less, over(n.In[1], src, less)})
		return op.Value{N: m}, less.Err() == nil && m.Err == nil
	}})
}

// rowByRow reports an expression whose rows depend on the same rows of src alone, so that it may be asked of
// fewer rows.
func rowByRow(v, src op.Value) bool {
	if _, ok := v.N.Op.(*pick.Column); ok {
		return v.N.In[0] == src
	}
	if !cells.MapsRows(v.N.Op) || len(v.N.In) == 0 {
		return false
	}
	for _, in := range v.N.In {
		if !rowByRow(in, src) {
			return false
		}
	}
	return true
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
