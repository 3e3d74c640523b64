package tensor

import "github.com/mars-project/mars-go/tensor/pick"

// Get selects by an index: integers, slices, an ellipsis, new axes, and with By index tensors, as NumPy reads
// a[...]. Without index tensors the result is a view: assigning to it with Set assigns to t. NotFound, in
// NumPy's words: an index is out of bounds or there are too many.
func (t *Tensor) Get(ix ...pick.Index) *Tensor {
	ix, by := indexTensors(ix)
	if len(by) > 0 {
		return apply(&pick.Getitem{Index: ix}, append([]*Tensor{t}, by...)...)
	}
	return view(&pick.Getitem{Index: ix}, t)
}
