package sort

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func spelled[T uint8 | int16 | int32 | float64](shape []int) *nd.Array {
	d := make([]T, nd.Size(shape))
	for i := range d {
		d[i] = T(i)
	}
	return nd.Of(d, shape...)
}

// TestTakeBoxes takes from an array and from its pieces, of which some are empty and some strided.
func TestTakeBoxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(1, 5), 1, 3).Draw(t, "shape")
		axis := rapid.IntRange(0, len(shape)-1).Draw(t, "axis")
		n := rapid.IntRange(1, 9000).Draw(t, "length")
		shape[axis] = n
		a := rapid.SampledFrom([]*nd.Array{
			spelled[uint8](shape), spelled[int16](shape), spelled[int32](shape), spelled[float64](shape),
			nd.Of(make([]complex128, nd.Size(shape)), shape...),
		}).Draw(t, "array")
		if a.DType == dtype.Complex128 {
			for i := range nd.Data[complex128](a) {
				nd.Data[complex128](a)[i] = complex(float64(i), 1)
			}
		}
		if rapid.Bool().Draw(t, "strided") {
			perm := make([]int, len(shape))
			for i := range perm {
				perm[i] = len(perm) - 1 - i
			}
			a = must(a.Transpose(perm...).Clone(mem.Heap)).Transpose(perm...)
		}
		cuts := append(rapid.SliceOfN(rapid.IntRange(0, n), 0, 6).Draw(t, "cuts"), 0, n)
		slices.Sort(cuts)
		var boxes []*nd.Array
		for i, lo := range cuts[:len(cuts)-1] {
			boxes = append(boxes, a.Slice(axis, lo, cuts[i+1], 1))
		}
		mode := rapid.SampledFrom([]Mode{Raise, Wrap, Clip}).Draw(t, "mode")
		reach := int64(n)
		if mode != Raise {
			reach *= 3
		}
		pos := make([]int64, rapid.SampledFrom([]int{0, 1, 2, 300, gatherBlock + 1, 3000}).Draw(t, "positions"))
		first, step := rapid.Int64Range(-reach, reach-1).Draw(t, "first"), rapid.Int64Range(0, 2*reach).Draw(t, "step")
		for i := range pos {
			pos[i] = (first+reach+int64(i)*step)%(2*reach) - reach
		}
		idx := nd.Of(pos, len(pos))
		if len(pos)%2 == 0 {
			idx = nd.Of(pos, len(pos)/2, 2)
		}
		par := rapid.SampledFrom([]parallel.Func{nil, paralleltest.Together}).Draw(t, "helpers")
		want, err := Take(mem.Heap, a, idx, axis, mode)
		if err != nil {
			t.Fatal(err)
		}
		got, err := TakeBoxes(mem.Heap, boxes, idx, axis, 7, mode, par)
		if err != nil || !nd.Equal(want, got) {
			t.Fatalf("%v, want %v (%v)", got, want, err)
		}
	})
}

func TestTakeBoxesOutside(t *testing.T) {
	for _, a := range []*nd.Array{counting(5), counting(5, 0)} {
		for _, p := range []int64{5, -6} {
			_, err := TakeBoxes(mem.Heap, []*nd.Array{a, a}, nd.Of([]int64{0, 9, 2 * p}, 3), 0, 3, Raise, nil)
			if !errs.Is(err, errs.NotFound) || err.Error() != errs.New(errs.NotFound, "index %d is out of bounds for axis 3 with size 10", 2*p).Error() {
				t.Error(err)
			}
		}
	}
}

func TestFinder(t *testing.T) {
	for _, bounds := range [][]int64{{0, 1}, {0, 0, 1}, {0, 5, 5, 5, 9}, {0, 3, 1 << 20, 1 << 20, 1<<20 + 1}, {0, 100_000}} {
		f := finderOf(bounds)
		for k, lo := range bounds[:len(bounds)-1] {
			for _, p := range []int64{lo, (lo + bounds[k+1]) / 2, bounds[k+1] - 1} {
				if p >= lo && p < bounds[k+1] && f.box(p) != k {
					t.Errorf("%d of %v is in box %d, not %d", p, bounds, f.box(p), k)
				}
			}
		}
		if len(f.cells) > mostCells {
			t.Errorf("%d cells", len(f.cells))
		}
	}
}
