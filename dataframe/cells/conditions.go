package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/text"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Conjuncts are the masks that mask joins by "and".
func Conjuncts(mask op.Value) []op.Value {
	b, ok := mask.N.Op.(*Binary)
	if !ok || b.row.fn != "and" || b.FillValue != nil || len(mask.N.In) != 2 || !PlainBool(mask.N.In[0]) || !PlainBool(mask.N.In[1]) {
		return []op.Value{mask}
	}
	return append(Conjuncts(mask.N.In[0]), Conjuncts(mask.N.In[1])...)
}

// PlainBool reports a value of one column of dtype bool.
func PlainBool(v op.Value) bool {
	m := v.Meta()
	return m.Kind == op.Series && len(m.Cols) == 1 && m.Cols[0].Known() && m.Cols[0].Is == dtype.Bool
}

// Both is the mask where a and b are true; a may be none.
func Both(at *op.Site, a, b op.Value) op.Value {
	if a.N == nil {
		return b
	}
	return op.Value{N: op.ApplyAt(at, &Binary{row: rowOf("and")}, a, b)}
}

func rowOf(name string) *binaryRow {
	for i := range binaryRows {
		if binaryRows[i].name == name {
			return &binaryRows[i]
		}
	}
	return nil
}

// MapsRows reports an operator that makes each row of the same row of its inputs, and fails for no value.
func MapsRows(o op.Operand) bool {
	switch o := o.(type) {
	case *Binary:
		total := o.row.compares() || o.row.logic() || o.row.fn == "add" || o.row.fn == "sub" || o.row.fn == "mul" || o.row.fn == "truediv"
		return total && o.FillValue == nil
	case *Isin, *unary, *text.Match:
		return true
	}
	return false
}

// Conditions compare columns of src with constants. pred joins them by "and": rows that fail one of them fail
// pred.
func Conditions(pred, src op.Value) (out []op.Pred) {
	if in, ok := pred.N.Op.(*Isin); ok {
		return in.conditions(pred.N.In[0], src)
	}
	b, ok := pred.N.Op.(*Binary)
	if !ok || b.FillValue != nil {
		return nil
	}
	if b.row.fn == "and" && len(pred.N.In) == 2 {
		return append(Conditions(pred.N.In[0], src), Conditions(pred.N.In[1], src)...)
	}
	v, scalar := b.scalar()
	if !scalar || !b.row.compares() || len(pred.N.In) != 1 {
		return nil
	}
	return conditionOn(nil, b.row.fn, pred.N.In[0], src, v)
}

// conditionOn adds the comparison fn of a value with a constant to out, where the value is a column of src.
func conditionOn(out []op.Pred, fn string, of, src op.Value, v any) []op.Pred {
	c, ok := of.N.Op.(*pick.Column)
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
func (o *Isin) conditions(of, src op.Value) (out []op.Pred) {
	if m := of.Meta(); m.Open || m.Kind != op.Series || o.Each || len(o.Values) == 0 || !o.comparable(m.Cols[0].Is) {
		return nil
	}
	least, greatest := slices.MinFunc(o.Values, frame.Label.Compare), slices.MaxFunc(o.Values, frame.Label.Compare)
	if least.Same(greatest) {
		return conditionOn(nil, "eq", of, src, least)
	}
	return conditionOn(conditionOn(nil, "ge", of, src, least), "le", of, src, greatest)
}

// comparable reports values that all compare with those of a dtype: texts with texts, numbers with numbers,
// and either with categories.
func (o *Isin) comparable(d dtype.DType) bool {
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
