package merge

import (
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// Lets reports a merge whose answer for the rows that stay does not depend on the others.
func (o *Merge) Lets(p *Plan, in []op.Meta, out op.Meta) bool {
	if o.Validate != "" || o.Indicator != nil && o.Indicator != false || o.LeftIndex || o.RightIndex || in[0].Open || in[1].Open || p.index.levels != nil {
		return false
	}
	for _, c := range out.Cols {
		if !c.Known() { // whether a row misses decides the dtype: all rows count
			return false
		}
	}
	return p.How == join.Inner || p.How == join.Left || p.How == join.Right
}
