package sort

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"pgregory.net/rapid"
)

// eq compares elements as bits would, but for NaN, which is equal to itself.
func eq(x, y any) bool { return x == y || x != x && y != y }

func TestTakeAlongAnyAxis(t *testing.T) {
	forAll(t, func(t *rapid.T, d dtype.DType, shape []int, axis int) {
		a := drawArray(t, d, shape...)
		n := shape[axis]
		mode := Mode(rapid.IntRange(0, 2).Draw(t, "mode"))
		lo, hi := -n, n-1
		if mode != Raise {
			lo, hi = -9, 9
		}
		idxShape := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 2).Draw(t, "idx")
		if n == 0 {
			idxShape = []int{0}
		}
		idx := must(nd.Zeros(mem.Heap, dtype.Int64, idxShape...))
		fillWith(idx, func() int64 { return int64(rapid.IntRange(lo, hi).Draw(t, "i")) })
		got := must(Take(mem.Heap, a, idx, axis, mode))
		if got.Size() != nd.Size(shape)/max(n, 1)*idx.Size() && n > 0 {
			t.Fatalf("shape %v of %v at %v", got.Shape, shape, idxShape)
		}
		nd.Each(got.Shape, func(at []int) {
			i := nd.At[int64](idx, at[axis:axis+len(idxShape)]...)
			switch {
			case mode == Clip:
				i = min(max(i, 0), int64(n-1))
			default:
				i = ((i % int64(n)) + int64(n)) % int64(n)
			}
			src := append(append(slices.Clone(at[:axis]), int(i)), at[axis+len(idxShape):]...)
			if !eq(got.Item(at...), a.Item(src...)) {
				t.Fatalf("take %v along %d of\n%v\nis\n%v", idx, axis, a, got)
			}
		})
	})
}

func TestMaskCompressNonzeroPut(t *testing.T) {
	forAll(t, func(t *rapid.T, d dtype.DType, shape []int, axis int) {
		a := drawArray(t, d, shape...)
		mask := drawArray(t, dtype.Bool, shape...)
		var want []any
		var at [][]int64
		nd.Each(shape, func(idx []int) {
			if mask.Item(idx...) == any(true) {
				want = append(want, a.Item(idx...))
			}
			zero := false
			switch v := a.Item(idx...).(type) {
			case bool:
				zero = !v
			default:
				zero = v == any(int8(0)) || v == any(int16(0)) || v == any(int32(0)) || v == any(int64(0)) || v == any(uint8(0)) || v == any(uint16(0)) ||
					v == any(uint32(0)) || v == any(uint64(0)) || v == any(float32(0)) || v == any(0.0) || v == any(complex64(0)) || v == any(complex128(0))
			}
			if !zero {
				p := []int64{}
				for _, k := range idx {
					p = append(p, int64(k))
				}
				at = append(at, p)
			}
		})
		got := must(Mask(mem.Heap, a, mask))
		if got.Shape[0] != len(want) || !slices.EqualFunc(lane(got, 0, []int{0}), want, eq) {
			t.Fatalf("mask %v of %v is %v", mask, a, got)
		}
		nz := must(Nonzero(mem.Heap, a, 0, nil))
		for k, x := range nz {
			if x.Shape[0] != len(at) {
				t.Fatalf("nonzero of %v is %v", a, nz)
			}
			for i := range at {
				if nd.At[int64](x, i) != at[i][k] {
					t.Fatalf("nonzero of %v is %v", a, nz)
				}
			}
		}
		row := drawArray(t, dtype.Bool, rapid.IntRange(0, shape[axis]).Draw(t, "rows"))
		kept := must(Compress(mem.Heap, a, row, axis))
		n := 0
		for i := range row.Shape[0] {
			if nd.At[bool](row, i) {
				if g, w := kept.Index(axis, n).String(), a.Index(axis, i).String(); g != w {
					t.Fatalf("row %d of compress is %s, want %s", n, g, w)
				}
				n++
			}
		}
		if kept.Shape[axis] != n {
			t.Fatalf("compress kept %d, want %d", kept.Shape[axis], n)
		}
	})
}

func TestTakeAlongLanes(t *testing.T) {
	forAll(t, func(t *rapid.T, d dtype.DType, shape []int, axis int) {
		a := drawArray(t, d, shape...)
		order := must(Argsort(mem.Heap, a, axis, nil))
		got := must(TakeAlong(mem.Heap, a, order, axis))
		nd.Each(got.Shape, func(at []int) {
			src := slices.Clone(at)
			src[axis] = int(nd.At[int64](order, at...))
			if !eq(got.Item(at...), a.Item(src...)) {
				t.Fatalf("take_along_axis(%v, %v, %d) is %v", a, order, axis, got)
			}
		})
	})
}

func TestIndexOutOfBounds(t *testing.T) {
	a := nd.Of([]float64{1, 2, 3}, 1, 3)
	want := "index 3 is out of bounds for axis 1 with size 3"
	if _, err := Take(mem.Heap, a, nd.Of([]int64{3}), 1, Raise); err == nil || err.Error() != want {
		t.Errorf("take: %v", err)
	}
	if _, err := TakeAlong(mem.Heap, a, nd.Of([]int64{3}, 1, 1), 1); err == nil || err.Error() != want {
		t.Errorf("take_along_axis: %v", err)
	}
}
