package sort

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// drawnBy is n elements of d by a pattern, with NaNs, zeros of both signs and infinities among those of
// floats.
func drawnBy(d dtype.DType, n int, r *rand.Rand, f func(r *rand.Rand, i, n int) uint64) *nd.Array {
	a := must(nd.New(mem.Heap, d, n))
	raw := nd.Raw(a)
	for i := range n {
		v := f(r, i, n)
		if d == dtype.Float64 {
			switch k := r.IntN(40); {
			case k < 4:
				v = math.Float64bits([]float64{math.NaN(), math.Copysign(0, -1), 0, math.Inf(-1)}[k])
			case k == 4:
				v = 0xfff8000000000001
			}
		}
		for b := range d.Size() {
			raw[i*d.Size()+b] = byte(v >> (8 * b))
		}
	}
	return a
}

// Vectors that are cut by bounds of samples, part by part, and joined again are sorted, and ordered, as they
// are in one piece.
func TestCutAndJoin(t *testing.T) {
	for name, f := range patterns {
		r := rand.New(rand.NewPCG(2, 8))
		for _, d := range []dtype.DType{dtype.Float64, dtype.Float32, dtype.Int64, dtype.Uint16, dtype.Int8, dtype.Datetime(dtype.Nano), dtype.Uint64, dtype.Complex64} {
			for _, n := range []int{1, 3, 10} {
				var chunks []*nd.Array
				for _, m := range []int{700, 0, 1, 3 * searchBlock, 90} {
					chunks = append(chunks, drawnBy(d, m, r, f))
				}
				what := fmt.Sprintf("%s %v in %d", name, d, n)
				all := must(nd.Concat(mem.Heap, 0, chunks...))
				order, most := cutOrders(t, chunks, n)
				want := must(Argsort(mem.Heap, all, 0, nil))
				if !nd.Identical(order, want) {
					t.Fatalf("order of %s differs", what)
				}
				if limit := all.Size()/n + all.Size()/4 + 10; most > limit {
					t.Errorf("%s: a part of %d places of %d", what, most, all.Size())
				}
				if !Keyed(d, true) {
					continue
				}
				got, most := cutValuesOf(t, chunks, n)
				if err := Sort(mem.Heap, all, 0, nil); err != nil {
					t.Fatal(err)
				}
				if !nd.Identical(got, all) {
					t.Fatalf("%s: %v, want %v", what, got, all)
				}
				if limit := all.Size()/n + all.Size()/4 + 10; most > limit {
					t.Errorf("%s: a part of %d values of %d", what, most, all.Size())
				}
			}
		}
	}
}

func boundsOf(t *testing.T, chunks []*nd.Array, n int, exact bool) Bounds {
	t.Helper()
	var keys, places []*nd.Array
	base := 0
	for _, c := range chunks {
		k, p, err := Sample(mem.Heap, Placed{Keys: c, Base: base}, 200, exact)
		if err != nil {
			t.Fatal(err)
		}
		keys, places, base = append(keys, k), append(places, p), base+c.Size()
	}
	return must(BoundsOf(mem.Heap, n, keys, places))
}

func cutValuesOf(t *testing.T, chunks []*nd.Array, n int) (*nd.Array, int) {
	t.Helper()
	b := boundsOf(t, chunks, n, true)
	parts := make([][]*nd.Array, n)
	for _, c := range chunks {
		for j, p := range must(CutValues(must(c.Clone(mem.Heap)), b)) {
			parts[j] = append(parts[j], p)
		}
	}
	var out []*nd.Array
	most := 0
	for _, p := range parts {
		out = append(out, must(JoinValues(mem.Heap, chunks[0].DType, p, paralleltest.Together)))
		most = max(most, out[len(out)-1].Size())
	}
	return must(nd.Concat(mem.Heap, 0, out...)), most
}

func cutOrders(t *testing.T, chunks []*nd.Array, n int) (*nd.Array, int) {
	t.Helper()
	b := boundsOf(t, chunks, n, false)
	parts := make([][]Placed, n)
	base := 0
	for _, c := range chunks {
		for j, p := range must(CutOrder(mem.Heap, Placed{Keys: c, Base: base}, b)) {
			parts[j] = append(parts[j], p)
		}
		base += c.Size()
	}
	var out []*nd.Array
	most := 0
	for _, p := range parts {
		most = max(most, lengths(p))
		// What a part holds may be cut once more.
		finer := make([][]Placed, 3)
		var keys, places []*nd.Array
		for _, q := range p {
			k, at, err := Sample(mem.Heap, q, 50, false)
			if err != nil {
				t.Fatal(err)
			}
			keys, places = append(keys, k), append(places, at)
		}
		again := must(BoundsOf(mem.Heap, 3, keys, places))
		for _, q := range p {
			for j, x := range must(CutOrder(mem.Heap, q, again)) {
				finer[j] = append(finer[j], x)
			}
		}
		for _, q := range finer {
			if len(q) > 0 {
				out = append(out, must(JoinOrder(mem.Heap, q, paralleltest.Together)))
			}
		}
	}
	return must(nd.Concat(mem.Heap, 0, out...)), most
}
