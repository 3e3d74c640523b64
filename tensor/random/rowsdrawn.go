package random

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

// rowsDrawn is the rule by which an operand that draws rows of a tensor, or slices along an axis, becomes one
// that draws their places, and a pick of these: places is the operand for a number of rows.
func rowsDrawn[T any](name string, along func(o *T) *int, places func(o *T, rows int64) op.Operand) op.Rule {
	return op.Rule{Expands: true, Name: name, Try: func(n *op.Node, _ op.Uses) (op.Value, bool) {
		o, ok := n.Op.(any).(*T)
		if !ok || len(n.In) == 0 {
			return op.Value{}, false
		}
		axis, err := chunk.NormAxis(*along(o), len(n.In[0].Meta().Dims))
		if err != nil {
			return op.Value{}, false
		}
		d := n.In[0].Meta().Dims[axis]
		if !d.Known() {
			return op.Value{}, false
		}
		at := chunk.BuildAt(n.Site)
		v := at.Value(pick.PickAlong(axis), n.In[0], at.Value(places(o, int64(d.N))))
		return v, v.N.Err == nil
	}}
}
