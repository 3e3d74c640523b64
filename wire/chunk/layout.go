package chunk

import (
	"slices"

	"github.com/mars-project/mars-go/nd"
)

// dense finds how a lies in memory: along axes with a stride of zero it is cut to one element, and if the
// rest is contiguous with its axes in the order perm, core is that contiguous view. Otherwise core is a view
// to be copied, in C order.
func dense(a *nd.Array) (core *nd.Array, perm []int, same []bool) {
	core = a
	for i, s := range a.Strides {
		if s == 0 && a.Shape[i] > 1 {
			if same == nil {
				same = make([]bool, a.Rank())
			}
			same[i] = true
			core = core.Slice(i, 0, 1, 1)
		}
	}
	if core.Contiguous() {
		return core, nil, same
	}
	perm = make([]int, a.Rank())
	for i := range perm {
		perm[i] = i
	}
	slices.SortStableFunc(perm, func(i, j int) int { return core.Strides[j] - core.Strides[i] })
	if p := core.Transpose(perm...); p.Contiguous() {
		return p, perm, same
	}
	return core, nil, same
}

// coreShape is the shape of the elements in memory.
func (h *arrayHead) coreShape() []int {
	shape := slices.Clone(h.Shape)
	for i, same := range h.Same {
		if same {
			shape[i] = 1
		}
	}
	if h.Perm == nil {
		return shape
	}
	out := make([]int, len(shape))
	for i, p := range h.Perm {
		out[i] = shape[p]
	}
	return out
}

// expand is the array of h from its elements in memory.
func (h *arrayHead) expand(core *nd.Array) (*nd.Array, error) {
	if h.Perm != nil {
		back := make([]int, len(h.Perm))
		for i, p := range h.Perm {
			back[p] = i
		}
		core = core.Transpose(back...)
	}
	if h.Same != nil {
		return core.BroadcastTo(h.Shape...)
	}
	return core, nil
}

// sane reports that shape, axes and flags fit each other.
func (h *arrayHead) sane() bool {
	r := len(h.Shape)
	if h.Perm != nil && len(h.Perm) != r || h.Same != nil && len(h.Same) != r {
		return false
	}
	seen := make([]bool, r)
	for _, p := range h.Perm {
		if p < 0 || p >= r || seen[p] {
			return false
		}
		seen[p] = true
	}
	for i, same := range h.Same {
		if same && h.Shape[i] < 2 {
			return false
		}
	}
	return true
}
