package tensor

import "github.com/mars-project/mars-go/tensor/ordering"

// A Side is where a place lies among equal elements.
type Side string

// Sides.
const (
	Left  Side = "left"  // before them
	Right Side = "right" // behind them
)

// SearchSorted is the places where the elements of v would go into the sorted vector a to keep it sorted:
// before equal elements, or with Right behind them. Both are compared in their common dtype.
func SearchSorted(a, v any, side ...Side) *Tensor {
	a = only(a, side)
	t, err := As(a)
	if err != nil {
		return bad("tensor.searchsorted", err)
	}
	u, err := As(v)
	if err != nil {
		return bad("tensor.searchsorted", err)
	}
	o := &ordering.SearchSorted{}
	if len(side) > 0 {
		o.Side = string(side[0])
	}
	return apply(o, t, u)
}
