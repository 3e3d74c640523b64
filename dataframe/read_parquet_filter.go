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
		o, ok := reader.Filter(n.In[1])
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

// Filter is the reader of the rows for which what it understands of pred is true.
func (o *readParquet) Filter(pred op.Value) (op.Operand, bool) {
	where, ok := firstConditions(o.Where, pred, o.condition)
	p := *o
	p.Where = where
	return &p, ok
}

// Conditions are what the reader drops rows by.
func (o *readParquet) Conditions() []op.Pred { return o.Where }

// firstConditions are those of pred for a reader that has none yet; ok is false where there are none to take.
func firstConditions(have []op.Pred, pred op.Value, one conditioner) (where []op.Pred, ok bool) {
	if have != nil {
		return have, false
	}
	where = conditions(pred, one)
	return where, len(where) > 0
}

// A conditioner is a comparison of a value of the graph with a constant as a condition of a reader's column; false where it is none.
type conditioner func(fn string, of op.Value, v any) (op.Pred, bool)

// conditions are those that pred joins by "and", as far as one understands them. Rows that fail one of them fail pred.
func conditions(pred op.Value, one conditioner) (out []op.Pred) {
	if in, ok := pred.N.Op.(*isin); ok {
		return in.conditions(pred.N.In[0], one)
	}
	b, ok := pred.N.Op.(*binary)
	if !ok || b.FillValue != nil {
		return nil
	}
	if b.row.fn == "and" && len(pred.N.In) == 2 {
		return append(conditions(pred.N.In[0], one), conditions(pred.N.In[1], one)...)
	}
	v, scalar := b.scalar()
	if !scalar || !b.row.compares() || len(pred.N.In) != 1 {
		return nil
	}
	if p, ok := one(b.row.fn, pred.N.In[0], v); ok {
		return []op.Pred{p}
	}
	return nil
}

// conditions are the value that is looked for or, of several, the least and the greatest.
func (o *isin) conditions(of op.Value, one conditioner) (out []op.Pred) {
	if m := of.Meta(); m.Open || m.Kind != op.Series || o.Each || len(o.Values) == 0 || !o.comparable(m.Cols[0].Is) {
		return nil
	}
	bounds := []string{"ge", "le"}
	least, greatest := slices.MinFunc(o.Values, frame.Label.Compare), slices.MaxFunc(o.Values, frame.Label.Compare)
	if least.Same(greatest) {
		bounds = []string{"eq"}
	}
	for i, fn := range bounds {
		if p, ok := one(fn, of, []frame.Label{least, greatest}[i]); ok {
			out = append(out, p)
		}
	}
	return out
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

// readColumn is the column of what reader makes that v is; false where it is something else.
func readColumn(v op.Value, reader op.Operand) (frame.Label, bool) {
	c, ok := v.N.Op.(*column1)
	if !ok || v.N.In[0].N.Op != reader {
		return frame.Label{}, false
	}
	return c.Column, true
}

// condition is the comparison fn of a column with a constant.
func (o *readParquet) condition(fn string, of op.Value, v any) (op.Pred, bool) {
	c, ok := readColumn(of, o)
	if !ok {
		return op.Pred{}, false
	}
	for _, s := range o.Schema[:len(o.Schema)-o.Levels] {
		part := s.Part > 0 && (fn == "eq" || fn == "ne") // categories have no order
		if s.Name == c && !s.Pending && !s.Type.IsObject() && (part || !s.Type.IsCategorical()) {
			return predOf(c, fn, v)
		}
	}
	return op.Pred{}, false
}

// predOf is the comparison as a condition of a column.
func predOf(column frame.Label, fn string, v any) (op.Pred, bool) {
	for cmp, f := range comparisons {
		if f == fn {
			return op.Pred{Column: column, Cmp: cmp, Value: plainValue(v)}, true
		}
	}
	return op.Pred{}, false
}

// plainValue is a label for what a label can hold.
func plainValue(v any) any {
	if l, ok := v.(frame.Label); ok {
		return l.Value()
	}
	return v
}
