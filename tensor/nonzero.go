package tensor

import "github.com/mars-project/mars-go/tensor/pick"

// Nonzero is the positions, one int64 tensor per axis, of the elements of a that are not zero or false, in C
// order. Invalid: a has no axes.
func Nonzero(a any) []*Tensor {
	t, err := As(a)
	if err != nil {
		return []*Tensor{bad("tensor.nonzero", err)}
	}
	return outputs(node(&pick.Nonzero{}, t), max(1, t.Rank()))
}
