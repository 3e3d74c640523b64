package groupby

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// KeyAt is the column of the rows that is the key in column at of the result, where each group is made of its
// rows alone, whatever others there are.
func (o *Agg) KeyAt(n *op.Node, at int) (col frame.Label, ok bool) {
	m := n.In[0].Meta()
	if *o.AsIndex || !*o.Observed || len(n.In) != 1 || m.Kind != op.Frame || m.Open {
		return col, false
	}
	outs, err := o.Outs(m.Cols)
	if err != nil {
		return col, false
	}
	names := make([]frame.Label, len(outs))
	for i, out := range outs {
		if names[i] = out.name; out.Src >= 0 && !alone(out.Agg.Func, m.Cols[out.Src]) {
			return col, false
		}
	}
	keys := o.keysBeside(names)
	if at >= len(keys) || o.By[keys[at]].In != 0 || o.By[keys[at]].Level != 0 {
		return col, false
	}
	return o.By[keys[at]].Label, true
}

// alone reports an aggregate of a column whose value is the same wherever the rows of a group are cut: a sum
// of floats is not.
func alone(f group.Func, c op.Col) bool {
	switch f {
	case group.Count, group.Size, group.NUnique, group.Min, group.Max:
		return c.Known()
	case group.Sum:
		return c.Known() && (c.Is.IsInteger() || c.Is.IsBool())
	}
	return false
}
