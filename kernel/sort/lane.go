package sort

import (
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// scratch is n elements from al, and a function that gives them back where al can take blocks back before it closes.
func scratch[T any](al mem.Allocator, n int) ([]T, func(), error) {
	var t T
	b, err := al.Alloc(n * sizeof(t))
	if err != nil {
		return nil, nil, err
	}
	free := func() {}
	if f, ok := al.(interface{ Free(*mem.Block) bool }); ok {
		free = func() { f.Free(b) }
	}
	return mem.View[T](b, 0, n), free, nil
}

// eachLane calls f with the window position of the first element of every lane along axis; lanes have stride step in the window.
func eachLane(a *nd.Array, axis, first int, f func(at int)) {
	shape := append([]int{}, a.Shape...)
	shape[axis] = 1
	nd.Each(shape, func(idx []int) {
		at := first
		for i, k := range idx {
			at += k * a.Strides[i]
		}
		f(at)
	})
}

// gather reads a strided lane into out.
func gather[T any](out, from []T, at, step int) {
	if step == 1 {
		copy(out, from[at:at+len(out)])
		return
	}
	for i := range out {
		out[i] = from[at]
		at += step
	}
}

// scatter writes a lane back.
func scatter[T any](to []T, at, step int, in []T) {
	if step == 1 {
		copy(to[at:], in)
		return
	}
	for _, v := range in {
		to[at] = v
		at += step
	}
}
