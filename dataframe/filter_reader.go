package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Of the conditions of a filter that are joined by "and", those that compare a column of the file with a constant go into the reader, which then skips what
// statistics rule out and drops rows early. The filter stays above, with all of its conditions.
func init() {
	op.AddRule(op.Rule{Name: "filter into reader", Try: func(n *op.Node, uses op.Uses) (op.Value, bool) {
		if _, ok := n.Op.(*filter); !ok || n.In[0].I != 0 || isVector(n.In[1].Meta()) {
			return op.Value{}, false
		}
		src := n.In[0]
		reader, ok := src.N.Op.(op.Filterer)
		if !ok || !onlyReader(n.In[1], src, uses) || !rowByRow(n.In[1], src) {
			return op.Value{}, false
		}
		where := conditions(n.In[1], src)
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

// rowByRow reports an expression whose rows depend on the same rows of src alone, so that it may be asked of fewer rows.
func rowByRow(v, src op.Value) bool {
	if _, ok := v.N.Op.(*column1); ok {
		return v.N.In[0] == src
	}
	if !mapsRows(v.N.Op) || len(v.N.In) == 0 {
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

// conditions compare columns of src with constants. pred joins them by "and": rows that fail one of them fail pred.
func conditions(pred, src op.Value) (out []op.Pred) {
	if in, ok := pred.N.Op.(*isin); ok {
		return in.conditions(pred.N.In[0], src)
	}
	b, ok := pred.N.Op.(*binary)
	if !ok || b.FillValue != nil {
		return nil
	}
	if b.row.fn == "and" && len(pred.N.In) == 2 {
		return append(conditions(pred.N.In[0], src), conditions(pred.N.In[1], src)...)
	}
	v, scalar := b.scalar()
	if !scalar || !b.row.compares() || len(pred.N.In) != 1 {
		return nil
	}
	return conditionOn(nil, b.row.fn, pred.N.In[0], src, v)
}

// conditionOn adds the comparison fn of a value with a constant to out, where the value is a column of src.
func conditionOn(out []op.Pred, fn string, of, src op.Value, v any) []op.Pred {
	c, ok := of.N.Op.(*column1)
	if !ok || of.N.In[0] != src {
		return out
	}
	if l, ok := v.(frame.Label); ok {
		v = l.Value()
	}
	if p, ok := op.PredOf(c.Column, fn, v); ok {
		out = append(out, p)
	}
	return out
}

// conditions are the value that is looked for or, of several, the least and the greatest.
func (o *isin) conditions(of, src op.Value) (out []op.Pred) {
	if m := of.Meta(); m.Open || m.Kind != op.Series || o.Each || len(o.Values) == 0 || !o.comparable(m.Cols[0].Is) {
		return nil
	}
	least, greatest := slices.MinFunc(o.Values, frame.Label.Compare), slices.MaxFunc(o.Values, frame.Label.Compare)
	if least.Same(greatest) {
		return conditionOn(nil, "eq", of, src, least)
	}
	return conditionOn(conditionOn(nil, "ge", of, src, least), "le", of, src, greatest)
}

// comparable reports values that all compare with those of a dtype: texts with texts, numbers with numbers, and either with categories.
func (o *isin) comparable(d dtype.DType) bool {
	return !slices.ContainsFunc(o.Values, func(l frame.Label) bool {
		switch l.Value().(type) {
		case string:
			return !d.IsString() && !d.IsCategorical()
		case int64, uint64, float64:
			return l.IsMissing() || (!d.IsNumber() || d.IsComplex()) && !d.IsCategorical()
		}
		return true
	})
}
