package sort

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// patterns are inputs that sorts are known to stumble over.
var patterns = map[string]func(r *rand.Rand, i, n int) uint64{
	"random":    func(r *rand.Rand, _, _ int) uint64 { return r.Uint64() },
	"equal":     func(*rand.Rand, int, int) uint64 { return 7 },
	"sorted":    func(_ *rand.Rand, i, _ int) uint64 { return uint64(i) },
	"reversed":  func(_ *rand.Rand, i, n int) uint64 { return uint64(n - i) },
	"few":       func(r *rand.Rand, _, _ int) uint64 { return r.Uint64N(5) * 0x3333333333333333 },
	"organ":     func(_ *rand.Rand, i, n int) uint64 { return uint64(min(i, n-i)) },
	"saw":       func(_ *rand.Rand, i, _ int) uint64 { return uint64(i%300) << 40 },
	"most":      func(r *rand.Rand, _, _ int) uint64 { return math.MaxUint64 - r.Uint64N(2) },
	"outlier":   func(_ *rand.Rand, i, n int) uint64 { return map[bool]uint64{true: 0, false: math.MaxUint64}[i == n/2] },
	"low bits":  func(r *rand.Rand, _, _ int) uint64 { return 1<<63 + r.Uint64N(1<<20) },
	"clustered": func(r *rand.Rand, _, _ int) uint64 { return r.Uint64N(40)<<57 | r.Uint64N(3) },
}

// sizes are around those at which sorts change their ways.
func sizes(leaf int) []int {
	s := []int{near - 1, near, near + 1, 3*near + 5}
	for n := range 300 {
		s = append(s, n)
	}
	for _, n := range []int{leaf, 2 * leaf, 1024} {
		for d := -2; d < 3; d++ {
			s = append(s, n+d)
		}
	}
	return s
}

func TestQuickSorts(t *testing.T) {
	for _, l := range asm.Levels() {
		if k := asm.Keys64(l); k != nil {
			quickSorts[uint64](t, l, k)
		}
		if k := asm.Keys32(l); k != nil {
			quickSorts[uint32](t, l, k)
		}
	}
}

func quickSorts[W word](t *testing.T, l asm.Level, k *asm.KeySort) {
	for name, f := range patterns {
		r := rand.New(rand.NewPCG(3, 4))
		for _, n := range append(sizes(k.Leaf), 2*span+333) {
			s := make([]W, n)
			for i := range s {
				v := f(r, i, n)
				s[i] = W(v>>32 ^ v)
				if k.Size == 8 {
					s[i] = W(v)
				}
			}
			want := slices.Clone(s)
			slices.Sort(want)
			one, two := slices.Clone(s), slices.Clone(s)
			if err := (quick[W]{k: k}).sort(one, nil); err != nil || !slices.Equal(one, want) {
				t.Fatalf("%v: %d %s keys of %d bytes are not sorted (%v)", l, n, name, k.Size, err)
			}
			if err := (quick[W]{k: k}).sort(two, paralleltest.Together); err != nil || !slices.Equal(two, want) {
				t.Fatalf("%v: %d %s keys of %d bytes are not sorted in parallel (%v)", l, n, name, k.Size, err)
			}
			if n == 0 {
				continue
			}
			ks := []int{n / 7, n / 2, n - 1}
			ks = slices.Compact(ks)
			three := slices.Clone(s)
			selectKeys(k, three, ks)
			for i, p := range ks {
				lo := 0
				if i > 0 {
					lo = ks[i-1] + 1
				}
				if three[p] != want[p] || slices.Max(three[lo:p+1]) != three[p] {
					t.Fatalf("%v: of %d %s keys of %d bytes the one at %d is %x, want %x", l, n, name, k.Size, p, three[p], want[p])
				}
			}
			slices.Sort(three)
			if !slices.Equal(three, want) {
				t.Fatalf("%v: selecting among %d %s keys of %d bytes loses some", l, n, name, k.Size)
			}
			if n < near {
				four := slices.Clone(s)
				quick[W]{k: k}.run(four, false, 0) // as after bad splits
				if !slices.Equal(four, want) {
					t.Fatalf("%v: %d %s keys of %d bytes are not sorted after bad splits", l, n, name, k.Size)
				}
			}
		}
	}
}

// Values of every dtype, sorted at every length, are as a plain sort of them says.
func TestSortOfManyLengths(t *testing.T) {
	for name, f := range patterns {
		r := rand.New(rand.NewPCG(1, 9))
		for _, n := range append(sizes(256), 2*span+1) {
			s := make([]float64, n)
			for i := range s {
				s[i] = math.Float64frombits(f(r, i, n))
				switch v := r.IntN(50); {
				case v == 0:
					s[i] = math.NaN()
				case v == 1:
					s[i] = math.Copysign(math.NaN(), -1)
				case v < 4:
					s[i] = math.Copysign(0, float64(v)-2.5)
				case v < 6:
					s[i] = math.Inf(v - 5)
				}
			}
			small := make([]float32, n)
			for i, v := range s {
				small[i] = float32(v)
			}
			checkSorted(t, name, s)
			checkSorted(t, name, small)
		}
	}
}

func checkSorted[T float32 | float64](t *testing.T, name string, s []T) {
	t.Helper()
	n := len(s)
	order := make([]int64, n)
	for i := range order {
		order[i] = int64(i)
	}
	slices.SortStableFunc(order, func(i, j int64) int { return nanLast(float64(s[i]), float64(s[j])) })
	places := nd.Data[int64](must(Argsort(mem.Heap, nd.Of(s, n), 0, paralleltest.Together)))
	if !slices.Equal(places, order) {
		t.Fatalf("argsort of %d %s %T is wrong", n, name, s)
	}
	a := nd.Of(slices.Clone(s), n)
	if err := Sort(mem.Heap, a, 0, paralleltest.Together); err != nil {
		t.Fatal(err)
	}
	var last T
	for i, v := range nd.Data[T](a) {
		w := s[order[i]]
		if v != w && (v == v || w == w) || i > 0 && v == 0 && last == 0 && math.Signbit(float64(v)) && !math.Signbit(float64(last)) {
			t.Fatalf("sort of %d %s %T has %v at %d, want %v", n, name, s, v, i, w)
		}
		last = v
	}
}

// Orders of keys at every length, in words that leave bits out and in those that do not.
func TestOrderKeys(t *testing.T) {
	for name, f := range patterns {
		r := rand.New(rand.NewPCG(8, 9))
		for _, n := range append(sizes(256), 2*span+1) {
			s := make([]uint64, n)
			for i := range s {
				s[i] = f(r, i, n)
			}
			order := make([]int64, n)
			for i := range order {
				order[i] = int64(i)
			}
			slices.SortStableFunc(order, func(i, j int64) int { return orderOf(s[i], s[j]) })
			last := uint64(0)
			for i, p := range order {
				if s[p] != last || i == 0 {
					order[i] |= headBit
				}
				last = s[p]
			}
			out := make([]int64, n)
			if err := orderKeys(mem.Heap, s, out, true, paralleltest.Together); err != nil || !slices.Equal(out, order) {
				t.Fatalf("order of %d %s keys is wrong (%v)", n, name, err)
			}
		}
	}
}

func orderOf(a, b uint64) int { return order(a, b) }

func TestSearchOfManyLengths(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	for n := range 200 {
		a, v := make([]int64, n), make([]int64, 1+n%40+700*(n%2))
		for i := range a {
			a[i] = r.Int64N(50)
		}
		slices.Sort(a)
		for i := range v {
			v[i] = r.Int64N(52) - 1
		}
		if n%3 == 0 {
			v[0], v[len(v)-1] = math.MaxInt64, math.MinInt64
		}
		for _, right := range []bool{false, true} {
			got := nd.Data[int64](must(Search(mem.Heap, nd.Of(a, n), nd.Of(v, len(v)), right, nil)))
			for i, x := range v {
				want := 0
				for _, y := range a {
					if y < x || right && y == x {
						want++
					}
				}
				if got[i] != int64(want) {
					t.Fatalf("%d goes into %v at %d, want %d (right %v)", x, a, got[i], want, right)
				}
			}
		}
	}
}

// The least and greatest of many, by candidates and by order.
func TestTopKOfMany(t *testing.T) {
	for name, f := range patterns {
		r := rand.New(rand.NewPCG(6, 2))
		n := 9000
		s := make([]float64, n)
		for i := range s {
			s[i] = math.Float64frombits(f(r, i, n))
		}
		for _, largest := range []bool{false, true} {
			order := make([]int64, n)
			for i := range order {
				order[i] = int64(i)
			}
			slices.SortStableFunc(order, func(i, j int64) int {
				if a, b := s[i], s[j]; largest && a == a && b == b {
					return nanLast(b, a)
				}
				return nanLast(s[i], s[j])
			})
			for _, k := range []int{1, 7, 1000, n / 8, n} {
				if got := nd.Data[int64](must(TopK(mem.Heap, nd.Of(s, n), k, largest))); !slices.Equal(got, order[:k]) {
					t.Fatalf("top %d of %s (largest %v) is wrong", k, name, largest)
				}
			}
		}
	}
}

// Distinct values by counting, by sorting and by order are the same.
func TestUniqueWaysAgree(t *testing.T) {
	for name, f := range patterns {
		r := rand.New(rand.NewPCG(6, 3))
		for _, d := range []dtype.DType{dtype.Int64, dtype.Uint32, dtype.Float64, dtype.Int16, dtype.Float32} {
			n := 3000
			a := must(nd.New(mem.Heap, d, n))
			raw := a.Block.Bytes()
			for i := range n {
				v := f(r, i, n)
				for b := range d.Size() {
					raw[i*d.Size()+b] = byte(v >> (8 * b))
				}
			}
			want := must(uniqueOrdered(mem.Heap, a, UniqueOpts{Index: true, Inverse: true, Counts: true}))
			all := must(Unique(mem.Heap, a, UniqueOpts{Index: true, Inverse: true, Counts: true}))
			few := must(Unique(mem.Heap, a, UniqueOpts{Counts: true}))
			text := func(a *nd.Array) string { return fmt.Sprint(lane(a, 0, []int{0})) }
			for i, g := range []Uniques{all, few} {
				if text(g.Values) != text(want.Values) || text(g.Counts) != text(want.Counts) {
					t.Errorf("%s %v: way %d gives %d values, want %d", name, d, i, g.Values.Size(), want.Values.Size())
				}
			}
			if text(all.Index) != text(want.Index) || text(all.Inverse) != text(want.Inverse) {
				t.Errorf("%s %v: positions differ", name, d)
			}
		}
	}
}
