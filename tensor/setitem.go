package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

// Set assigns a value, a Go number or a tensor that broadcasts to the selection, to the part of t that the
// index selects; see Get. The cell moves: what was built from t before keeps the old elements, other views of
// t see the new ones, and assigning through a view assigns to what it was derived from. Values are cast to
// the dtype of t. Of equal places told by index tensors the last one wins. An error marks t.
func (t *Tensor) Set(value any, ix ...pick.Index) {
	ix, by := indexTensors(ix)
	o := &pick.Setitem{Index: ix}
	in := []*Tensor{t}
	if n := chunk.Number(value); n != nil {
		o.Args = []any{nil, n}
	} else {
		v, err := As(value)
		if err != nil {
			v = bad("tensor.setitem", err)
		}
		in = append(in, v)
	}
	t.move(op.Value{N: node(o, append(in, by...)...)})
}
