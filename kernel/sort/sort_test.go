package sort

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func TestSortAndArgsort(t *testing.T) {
	forAll(t, func(t *rapid.T, d dtype.DType, shape []int, axis int) {
		a := drawArray(t, d, shape...)
		old := must(a.Clone(mem.Heap))
		idx := must(Argsort(mem.Heap, a, axis, nil))
		if err := Sort(mem.Heap, a, axis, nil); err != nil {
			t.Fatal(err)
		}
		lanes(old, axis, func(at []int) {
			in := lane(old, axis, at)
			want := stable(d, in)
			got, out := lane(idx, axis, at), lane(a, axis, at)
			for i, w := range want {
				if got[i].(int64) != w {
					t.Fatalf("argsort of %v is %v, want %v", in, got, want)
				}
				if !same(d, out[i], in[w]) {
					t.Fatalf("sort of %v is %v", in, out)
				}
			}
		})
	})
}

func TestSelectSurvivesBadPivots(t *testing.T) {
	for _, n := range []int{1000, 4096} {
		s := make([]uint64, n)
		for i := range s { // organ pipe
			s[i] = uint64(min(i, n-i))
		}
		want := slices.Sorted(slices.Values(s))
		selectAll(s, 0, []int{0, n / 3, n - 1})
		for _, k := range []int{0, n / 3, n - 1} {
			if s[k] != want[k] {
				t.Errorf("n %d: element %d is %d, want %d", n, k, s[k], want[k])
			}
		}
	}
}

func TestTopK(t *testing.T) {
	forAll(t, func(t *rapid.T, d dtype.DType, shape []int, axis int) {
		a := drawArray(t, d, shape[axis])
		largest := rapid.Bool().Draw(t, "largest")
		k := rapid.IntRange(0, shape[axis]+1).Draw(t, "k")
		in := lane(a, 0, []int{0})
		want := stable(d, in)
		if largest {
			isMissing := func(v any) bool {
				return hasMissing(d) && (v == any(int64(dtype.NaT)) || v != v)
			}
			if d.IsComplex() {
				isMissing = func(v any) bool { return v != v }
			}
			slices.SortStableFunc(want, func(i, j int64) int {
				x, y := isMissing(in[i]), isMissing(in[j])
				if x || y {
					return b2i(x) - b2i(y)
				}
				return 0
			})
			m := len(in)
			for i, p := range want {
				if isMissing(in[p]) {
					m = i
					break
				}
			}
			slices.Sort(want[:m])
			slices.SortStableFunc(want[:m], func(i, j int64) int { return before(d, in[j], in[i]) })
		}
		want = want[:min(k, len(want))]
		got := nd.Data[int64](must(TopK(mem.Heap, a, k, largest)))
		if !slices.Equal(got, want) {
			t.Fatalf("top %d (largest %v) of %v is %v, want %v", k, largest, in, got, want)
		}
	})
}

func TestUnique(t *testing.T) {
	forAll(t, func(t *rapid.T, d dtype.DType, shape []int, axis int) {
		a := drawArray(t, d, shape[axis])
		in := lane(a, 0, []int{0})
		o := UniqueOpts{rapid.Bool().Draw(t, "index"), rapid.Bool().Draw(t, "inverse"), rapid.Bool().Draw(t, "counts"), rapid.Bool().Draw(t, "differ"), nil}
		missing := func(v any) bool { return v != v || d.IsTemporal() && v == any(int64(dtype.NaT)) }
		var vals []any
		var index, counts []int64
		inverse := make([]int64, len(in))
		for _, p := range stable(d, in) {
			v := in[p]
			m := len(vals) - 1
			if m < 0 || (missing(v) && (o.NaNDiffer || !missing(vals[m])) || !missing(v) && !same(d, v, vals[m])) {
				vals, index, counts = append(vals, v), append(index, p), append(counts, 0)
				m++
			}
			counts[m]++
			inverse[p] = int64(m)
		}
		u := must(Unique(mem.Heap, a, o))
		got := lane(u.Values, 0, []int{0})
		ok := len(got) == len(vals)
		for i := range got {
			ok = ok && same(d, got[i], vals[i])
		}
		check := func(asked bool, a *nd.Array, want []int64) {
			if asked != (a != nil) || asked && !slices.Equal(nd.Data[int64](a), want) {
				ok = false
			}
		}
		check(o.Index, u.Index, index)
		check(o.Inverse, u.Inverse, inverse)
		check(o.Counts, u.Counts, counts)
		if !ok {
			t.Fatalf("unique of %v with %+v is %v (%v, %v, %v)", in, o, got, u.Index, u.Inverse, u.Counts)
		}
	})
}

func TestSearch(t *testing.T) {
	forAll(t, func(t *rapid.T, d dtype.DType, shape []int, axis int) {
		a := drawArray(t, d, shape[axis])
		v := drawArray(t, d, rapid.SliceOfN(rapid.IntRange(0, 4), 0, 2).Draw(t, "vshape")...)
		right := rapid.Bool().Draw(t, "right")
		if err := Sort(mem.Heap, a, 0, nil); err != nil {
			t.Fatal(err)
		}
		in := lane(a, 0, []int{0})
		got := must(Search(mem.Heap, a, v, right, nil))
		nd.Each(v.Shape, func(idx []int) {
			w := v.Item(idx...)
			n := int64(0)
			for _, x := range in {
				if c := before(d, x, w); c < 0 || right && c == 0 {
					n++
				}
			}
			if g := got.Item(idx...); g != any(n) {
				t.Fatalf("%v goes into %v at %v, want %d (right %v)", w, in, g, n, right)
			}
		})
	})
}

func TestDTypesWithoutOrderAreRefused(t *testing.T) {
	a := &nd.Array{DType: dtype.Str, Shape: []int{0}, Strides: []int{1}, Block: mem.Wrap(nil)}
	if _, err := Argsort(mem.Heap, a, 0, nil); err == nil || err.Error() != "cannot sort an array of str" {
		t.Errorf("got %v", err)
	}
	b := nd.Of([]int64{3, 1})
	if err := Partition(mem.Heap, b, b, 0, nil, 2); err == nil || err.Error() != "kth(=2) out of bounds (2)" {
		t.Errorf("got %v", err)
	}
}

// poor has no memory to give.
type poor struct{}

func (poor) Alloc(int) (*mem.Block, error) { return nil, errs.New(errs.Pressure, "no memory") }

// Without memory for scratch real numbers are sorted all the same.
func TestSortWithoutScratch(t *testing.T) {
	for name, f := range patterns {
		r := rand.New(rand.NewPCG(4, 4))
		for _, d := range []dtype.DType{dtype.Float64, dtype.Int32, dtype.Uint16, dtype.Bool, dtype.Float16, dtype.Timedelta(dtype.Second)} {
			for axis, shape := range [][]int{{300, 7}, {5, 20000}} {
				a := drawnBy(d, nd.Size(shape), r, f)
				if d == dtype.Bool {
					for i, b := range nd.Raw(a) {
						nd.Raw(a)[i] = b & 1
					}
				}
				a, _ = a.Reshape(shape...)
				want := must(a.Clone(mem.Heap))
				if err := Sort(mem.Heap, want, axis, nil); err != nil {
					t.Fatal(err)
				}
				if err := Sort(poor{}, a, axis, paralleltest.Together); err != nil {
					t.Fatalf("%s %v along %d: %v", name, d, axis, err)
				}
				if !nd.Identical(a, want) {
					t.Fatalf("%s %v along %d differs", name, d, axis)
				}
			}
		}
	}
}
