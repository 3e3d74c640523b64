package sort

import (
	"github.com/mars-project/mars-go/nd"
)

// eachLane calls f with the window position of the first element of every lane along axis; lanes have stride
// step in the window.
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
