package sort

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"pgregory.net/rapid"
)

// divides says once more what a partition is: positions of s by class, those of a class in order. Classes are
// what is between marks, and equal to one.
func divides[T any](s []T, ks []int, before func(x, y T) int) []int64 {
	sorted := slices.Clone(s)
	slices.SortStableFunc(sorted, before)
	class := func(x T) int {
		c := 0
		for _, k := range ks {
			c += 1 + cmp.Compare(before(x, sorted[k]), 0)
		}
		return c
	}
	o := make([]int64, len(s))
	for i := range o {
		o[i] = int64(i)
	}
	classes := make([]int, len(s))
	for i, x := range s {
		classes[i] = class(x)
	}
	slices.SortStableFunc(o, func(i, j int64) int { return classes[i] - classes[j] })
	return o
}

// zerosApart is the order of NumPy with -0 before 0.
func zerosApart(d dtype.DType) func(x, y any) int {
	negative := func(v any) int {
		switch f := v.(type) {
		case float32:
			return b2i(math.Signbit(float64(f)))
		case float64:
			return b2i(math.Signbit(f))
		}
		return 0
	}
	return func(x, y any) int {
		c := before(d, x, y)
		if c == 0 && before(d, x, x) == 0 && x == y {
			c = negative(y) - negative(x)
		}
		return c
	}
}

func TestPartition(t *testing.T) {
	forAll(t, func(t *rapid.T, d dtype.DType, shape []int, axis int) {
		a := drawArray(t, d, shape...)
		n := shape[axis]
		if n == 0 {
			return
		}
		ks := rapid.SliceOfN(rapid.IntRange(-n, n-1), 0, 3).Draw(t, "kth")
		out := must(nd.Zeros(mem.Heap, d, shape...))
		if rapid.Bool().Draw(t, "turned") {
			out = must(nd.Zeros(mem.Heap, d, reversed(shape)...)).Transpose()
		}
		if err := Partition(mem.Heap, out, a, axis, paralleltest.Together, ks...); err != nil {
			t.Fatal(err)
		}
		at := must(Argpartition(mem.Heap, a, axis, paralleltest.Together, ks...))
		for i, k := range ks {
			ks[i] = (k + n) % n
		}
		lanes(a, axis, func(idx []int) {
			in, got, places := lane(a, axis, idx), lane(out, axis, idx), lane(at, axis, idx)
			if d.IsComplex() {
				for i, w := range stable(d, in) {
					if !same(d, in[w], got[i]) || places[i] != any(w) {
						t.Fatalf("partition of %v is %v by %v", in, got, places)
					}
				}
				return
			}
			for i, w := range divides(in, ks, zerosApart(d)) {
				if zerosApart(d)(in[w], got[i]) != 0 {
					t.Fatalf("partition of %v at %d is %v", in, ks, got)
				}
			}
			for i, w := range divides(in, ks, func(x, y any) int { return before(d, x, y) }) {
				if places[i] != any(w) {
					t.Fatalf("argpartition of %v at %d is %v", in, ks, places)
				}
			}
		})
	})
}

func reversed(s []int) []int {
	s = slices.Clone(s)
	slices.Reverse(s)
	return s
}

// Long lanes are sampled: every pattern at every level, alone and with helpers, with parts that lie about
// their keys.
func TestPartitionOfLongLanes(t *testing.T) {
	for _, l := range asm.Levels() {
		partsLong[uint64](t, l, asm.Keys64(l), dtype.Uint64)
		partsLong[uint32](t, l, asm.Keys32(l), dtype.Uint32)
		partsLong[uint16](t, l, nil, dtype.Uint16)
	}
}

func partsLong[W word](t *testing.T, l asm.Level, k *asm.KeySort, d dtype.DType) {
	for name, f := range patterns {
		r := rand.New(rand.NewPCG(8, 9))
		lens := []int{1, block, 3*block + 5, sampleFrom + 7}
		if name == "random" || name == "few" {
			lens = append(lens, span+333)
		}
		for _, n := range lens {
			s := make([]W, n)
			for i := range s {
				v := f(r, i, n)
				s[i] = W(v>>(64-8*sizeof(s[0])) ^ v)
			}
			ks := slices.Compact([]int{0, n / 7, n / 2, n - 1})
			want := divides(s, ks, cmp.Compare[W])
			for how, par := range map[string]parallel.Func{"alone": nil, "together": paralleltest.Together} {
				what := fmt.Sprintf("%v: %d %s keys of %s, %s", l, n, name, d, how)
				e := stretchOf(d, s, 0, 1, n, true)
				e.k = k
				marks, err := e.marks(mem.Heap, ks, par)
				if err != nil {
					t.Fatal(err)
				}
				got, at := make([]W, n), make([]uint64, n)
				must(0, divided(&e, marks, par, got, func(d *desk[W], lo, hi int, to [][]W) { e.part(d, lo, hi, marks, to) }))
				must(0, divided(&e, marks, par, at, func(d *desk[W], lo, hi int, to [][]uint64) {
					e.order(d, new(desk[uint64]), lo, hi, 0, marks, to)
				}))
				for i, w := range want {
					if got[i] != s[w] || at[i] != uint64(w) {
						t.Fatalf("%s: element %d is %x from %d, want %x from %d", what, i, got[i], at[i], s[w], w)
					}
				}
			}
		}
	}
}

// Brackets that are wrong cost a second look and change nothing.
func TestWrongBracketsAreMended(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	s := make([]uint64, 5000)
	for i := range s {
		s[i] = r.Uint64N(3000)
	}
	want := slices.Sorted(slices.Values(s))
	e := stretchOf(dtype.Uint64, s, 0, 1, len(s), true)
	ks := []int{0, 10, 2500, 2501, 4999}
	for _, bs := range [][]bracket[uint64]{
		{{0, math.MaxUint64}},
		{{5000, 6000}},
		{{0, 0}},
		{{math.MaxUint64, math.MaxUint64}},
		{{10, 10}, {1400, 1401}, {1500, 1502}, {2999, 4000}},
		{{1, 2}, {3, 3}, {2900, math.MaxUint64}},
	} {
		rounds := 0
		for first := bs; !decided(bs) || rounds == 0; rounds++ {
			ts, inside, free, err := e.search(mem.Heap, bs, nil)
			if err != nil {
				t.Fatal(err)
			}
			bs = choose(ks, bs, ts, inside)
			free()
			if rounds == 2 {
				t.Fatalf("%v are not mended by two looks", first)
			}
		}
		for _, k := range ks {
			if !slices.ContainsFunc(bs, func(b bracket[uint64]) bool { return b.lo == want[k] }) {
				t.Errorf("the element at %d, %d, is not among %v", k, want[k], bs)
			}
		}
		if len(bs) > len(ks) {
			t.Errorf("%d marks for %d places", len(bs), len(ks))
		}
	}
}

// Chunks that are looked at one by one give what one lane gives.
func TestPartitionByChunks(t *testing.T) {
	for _, d := range dtypes {
		if !Keyed(d, true) {
			continue
		}
		t.Run(d.String(), rapid.MakeCheck(func(t *rapid.T) {
			n := rapid.IntRange(1, 300).Draw(t, "n")
			a := drawArray(t, d, n)
			ks := []int{rapid.IntRange(0, n-1).Draw(t, "k")}
			cut := rapid.IntRange(0, n).Draw(t, "cut")
			chunks := []*nd.Array{a.Slice(0, 0, cut, 1), a.Slice(0, cut, n, 1)}
			for _, placed := range []bool{false, true} {
				var samples, inside, counts []*nd.Array
				for _, c := range chunks {
					k, _, err := Sample(mem.Heap, Placed{Keys: c}, 5, !placed)
					must(0, err)
					samples = append(samples, k)
				}
				b := must(Brackets(mem.Heap, n, ks, samples...))
				for round := 0; !Decided(b); round++ {
					inside, counts = nil, nil
					for _, c := range chunks {
						i, k, err := Census(mem.Heap, c, b, !placed)
						must(0, err)
						inside, counts = append(inside, i), append(counts, k)
					}
					b = must(Choose(mem.Heap, ks, b, inside, counts))
					if round > 2 {
						t.Fatal("brackets do not narrow")
					}
				}
				one, two := must(Part(mem.Heap, chunks[0], b, 0, placed)), must(Part(mem.Heap, chunks[1], b, cut, placed))
				var all []*nd.Array
				for i := range one {
					all = append(all, one[i], two[i])
				}
				got := lane(must(nd.Concat(mem.Heap, 0, all...)), 0, []int{0})
				want := must(Argpartition(mem.Heap, a, 0, nil, ks...))
				if !placed {
					want = must(nd.Zeros(mem.Heap, d, n))
					must(0, Partition(mem.Heap, want, a, 0, nil, ks...))
				}
				for i, w := range lane(want, 0, []int{0}) {
					if fmt.Sprint(got[i]) != fmt.Sprint(w) {
						t.Fatalf("element %d is %v, want %v", i, got[i], w)
					}
				}
			}
		}))
	}
}

func TestManyPlacesAreSorted(t *testing.T) {
	a := nd.Of([]float64{5, 4, 3, 2, 1, 9, 8, 7, 6, 0, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10})
	var ks []int
	for k := range ManyPlaces + 1 {
		ks = append(ks, k)
	}
	out := must(nd.Zeros(mem.Heap, dtype.Float64, 20))
	must(0, Partition(mem.Heap, out, a, 0, nil, ks...))
	at := nd.Data[int64](must(Argpartition(mem.Heap, a, 0, nil, ks...)))
	for i, v := range nd.Data[float64](out) {
		if v != float64(i) || nd.Data[float64](a)[at[i]] != v {
			t.Fatalf("place %d is %v from %d", i, v, at[i])
		}
	}
}
