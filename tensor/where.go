package tensor

import (
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// Where takes elements of x where condition is true, else of y. All three broadcast; x and y promote, numbers
// being weak: an integer that the dtype does not hold wraps around, as in NumPy.
func Where(condition, x, y any) *Tensor {
	o := &ufunc.Where{}
	var in []*Tensor
	for i, v := range []any{condition, x, y} {
		if n := chunk.Number(v); n != nil && i > 0 {
			o.Args = append(o.Args, n)
			continue
		}
		t, err := As(v)
		if err != nil {
			return bad("tensor.where", err)
		}
		in, o.Args = append(in, t), append(o.Args, nil)
	}
	return apply(o, in...)
}
