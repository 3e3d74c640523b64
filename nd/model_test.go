package nd_test

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/nd"
)

// arange is 0, 1, 2, ... in a shape.
func arange(shape ...int) *nd.Array {
	data := make([]int64, nd.Size(shape))
	for i := range data {
		data[i] = int64(i)
	}
	return nd.Of(data, shape...)
}

// model is an array as a function of its index: what views must agree with.
type model struct {
	shape []int
	at    func(idx []int) int64
}

func (m model) check(t *rapid.T, a *nd.Array, how string) {
	if !slices.Equal(m.shape, a.Shape) {
		t.Fatalf("%s: shape %v, want %v", how, a.Shape, m.shape)
	}
	nd.Each(m.shape, func(idx []int) {
		if got, want := nd.At[int64](a, idx...), m.at(idx); got != want {
			t.Fatalf("%s: %v is %d, want %d", how, idx, got, want)
		}
	})
}

func shapes(maxRank int) *rapid.Generator[[]int] {
	return rapid.SliceOfN(rapid.IntRange(0, 5), 0, maxRank)
}

// anyView draws an array and a few views of it, with the model of the last one.
func anyView(t *rapid.T) (*nd.Array, model, string) {
	shape := shapes(4).Draw(t, "shape")
	a := arange(shape...)
	strides := nd.Strides(shape)
	m := model{shape, func(idx []int) int64 {
		p := 0
		for i, k := range idx {
			p += k * strides[i]
		}
		return int64(p)
	}}
	how := fmt.Sprint(shape)
	for range rapid.IntRange(0, 4).Draw(t, "views") {
		a, m, how = step(t, a, m, how)
	}
	return a, m, how
}

func step(t *rapid.T, a *nd.Array, m model, how string) (*nd.Array, model, string) {
	at, shape := m.at, m.shape
	r := len(shape)
	switch kind := rapid.IntRange(0, 5).Draw(t, "kind"); {
	case kind == 0 && r > 0: // slice
		axis := rapid.IntRange(0, r-1).Draw(t, "axis")
		n := shape[axis]
		step := rapid.SampledFrom([]int{1, 2, 3, -1, -2}).Draw(t, "step")
		start := rapid.IntRange(0, n).Draw(t, "start")
		stop := rapid.IntRange(-1, n).Draw(t, "stop")
		if step < 0 {
			start = min(start, n-1)
		} else {
			stop = max(stop, 0)
		}
		out := slices.Clone(shape)
		out[axis] = nd.SliceLen(start, stop, step)
		return a.Slice(axis, start, stop, step), model{out, func(idx []int) int64 {
			j := slices.Clone(idx)
			j[axis] = start + idx[axis]*step
			return at(j)
		}}, how + fmt.Sprintf(" slice(%d, %d:%d:%d)", axis, start, stop, step)
	case kind == 1: // transpose
		perm := rapid.Permutation(seq(r)).Draw(t, "perm")
		if r == 0 {
			perm = nil
		}
		out := make([]int, r)
		for i, p := range perm {
			out[i] = shape[p]
		}
		return a.Transpose(perm...), model{out, func(idx []int) int64 {
			j := make([]int, r)
			for i, p := range perm {
				j[p] = idx[i]
			}
			return at(j)
		}}, how + fmt.Sprintf(" transpose(%v)", perm)
	case kind == 2 && r < 5: // broadcast a new axis
		n := rapid.IntRange(0, 3).Draw(t, "n")
		b, err := a.BroadcastTo(append([]int{n}, shape...)...)
		if err != nil {
			t.Fatal(err)
		}
		return b, model{append([]int{n}, shape...), func(idx []int) int64 { return at(idx[1:]) }}, how + fmt.Sprintf(" broadcast(%d)", n)
	case kind == 3 && r > 0: // box
		lo, size := make([]int, r), make([]int, r)
		for i, n := range shape {
			lo[i] = rapid.IntRange(0, n).Draw(t, "lo")
			size[i] = rapid.IntRange(0, n-lo[i]).Draw(t, "size")
		}
		return a.Box(lo, size), model{size, func(idx []int) int64 {
			j := make([]int, r)
			for i := range j {
				j[i] = lo[i] + idx[i]
			}
			return at(j)
		}}, how + fmt.Sprintf(" box(%v, %v)", lo, size)
	case kind == 4 && r > 0: // reshape: the same elements in C order
		out := rapid.SampledFrom([][]int{{nd.Size(shape)}, append([]int{1}, shape...), append(slices.Clone(shape), 1), reversed(shape)}).Draw(t, "reshape")
		b, ok := a.Reshape(out...)
		if !ok {
			return a, m, how
		}
		in := nd.Strides(shape)
		to := nd.Strides(out)
		return b, model{out, func(idx []int) int64 {
			flat := 0
			for i, k := range idx {
				flat += k * to[i]
			}
			j := make([]int, r)
			for i := range j {
				j[i] = flat / in[i] % max(shape[i], 1)
			}
			return at(j)
		}}, how + fmt.Sprintf(" reshape(%v)", out)
	case kind == 5 && r > 0: // index
		axis := rapid.IntRange(0, r-1).Draw(t, "axis")
		if shape[axis] == 0 {
			return a, m, how
		}
		i := rapid.IntRange(0, shape[axis]-1).Draw(t, "i")
		return a.Index(axis, i), model{slices.Delete(slices.Clone(shape), axis, axis+1), func(idx []int) int64 {
			return at(slices.Insert(slices.Clone(idx), axis, i))
		}}, how + fmt.Sprintf(" index(%d, %d)", axis, i)
	}
	return a, m, how
}

func seq(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func reversed(s []int) []int {
	r := slices.Clone(s)
	slices.Reverse(r)
	return r
}
