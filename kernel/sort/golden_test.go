package sort

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// A hex is a float as Python's float.hex writes it.
type hex float64

func (h *hex) UnmarshalJSON(b []byte) error {
	s, err := strconv.Unquote(string(b))
	if err != nil {
		return err
	}
	v, err := strconv.ParseFloat(s, 64)
	*h = hex(v)
	return err
}

func floats(h []hex) []float64 {
	out := make([]float64, len(h))
	for i, v := range h {
		out[i] = float64(v)
	}
	return out
}

type golden struct {
	Quantile []struct {
		Data, Q, Want []hex
		Method        string
	}
	Histogram []struct {
		X, W, Edges, Sums []hex
		N                 int
		Lo, Hi            float64
		Counts            []int64
	}
}

func readGolden(t *testing.T) (g golden) {
	b, err := os.ReadFile("testdata/golden.json")
	if err == nil {
		err = json.Unmarshal(b, &g)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestQuantileAsNumPy(t *testing.T) {
	for _, c := range readGolden(t).Quantile {
		m := must(ParseMethod(c.Method))
		data := floats(c.Data)
		for i, q := range c.Q {
			if got := Quantile(data, float64(q), m); got != float64(c.Want[i]) {
				t.Errorf("%s of %d at %v is %v, NumPy says %v", c.Method, len(data), q, got, c.Want[i])
			}
			lo, hi, w := m.At(len(data), float64(q))
			if lo < 0 || hi < lo || hi >= len(data) || m.Exact() && (lo != hi || w != 0) {
				t.Errorf("%s at %v of %d: positions %d, %d, %v", c.Method, q, len(data), lo, hi, w)
			}
		}
	}
}

func TestQuantileOfMissingIsNaN(t *testing.T) {
	for _, s := range [][]float64{{}, {1, math.NaN()}} {
		if v := Quantile(s, 0.5, Linear); !math.IsNaN(v) {
			t.Errorf("%v: %v", s, v)
		}
	}
	if _, err := ParseMethod("best"); err == nil {
		t.Error("method best is known")
	}
	if CheckQuantile(1.1) == nil || CheckQuantile(math.NaN()) == nil || CheckQuantile(1) != nil {
		t.Error("bounds of quantiles")
	}
}

func TestHistogramAsNumPy(t *testing.T) {
	for i, c := range readGolden(t).Histogram {
		b := must(EdgeBins(floats(c.Edges)))
		if c.N > 0 {
			b = must(UniformBins(c.Lo, c.Hi, c.N))
			if !slices.Equal(b.Edges, floats(c.Edges)) {
				t.Errorf("case %d: edges %v, NumPy says %v", i, b.Edges, c.Edges)
			}
		}
		counts, sums := make([]int64, b.Len()), make([]float64, b.Len())
		b.Histogram(counts, floats(c.X))
		b.HistogramWeights(sums, floats(c.X), floats(c.W))
		if !slices.Equal(counts, c.Counts) {
			t.Errorf("case %d: counts %v, NumPy says %v", i, counts, c.Counts)
		}
		for k, s := range floats(c.Sums) {
			if math.Abs(sums[k]-s) > 1e-12 {
				t.Errorf("case %d: sum %d is %v, NumPy says %v", i, k, sums[k], s)
			}
		}
	}
}

func TestBinErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{second(UniformBins(1, 0, 3)), "max must be larger than min in range parameter."},
		{second(UniformBins(0, 1, 0)), "`bins` must be positive, when an integer"},
		{second(EdgeBins([]float64{0, 2, 1})), "`bins` must increase monotonically, when an array"},
		{second(Bincount(mem.Heap, []int64{-1}, 0, nil)), "'list' argument must have no negative elements"},
		{second(CountLen([]int64{2, -3}, 0)), "'list' argument must have no negative elements"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("got %v, want %s", c.err, c.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestBincount(t *testing.T) {
	x := []int64{3, 0, 3, 1}
	n := must(CountLen(x, 6))
	counts, sums := must(Bincount(mem.Heap, x, 6, nil)), make([]float64, n)
	if err := BincountWeights(sums, x, []float64{1, 2, 0.5, 4}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(nd.Data[int64](counts), []int64{1, 1, 0, 2, 0, 0}) || !slices.Equal(sums, []float64{2, 4, 0, 1.5, 0, 0}) {
		t.Errorf("counts %v, sums %v", counts, sums)
	}
}

// Few bins and many, in parts and alone, at the edges where tables change.
func TestBincountOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, bins := range []int64{1, 7, fewBins, fewBins + 1, manyBins, manyBins + 1, 1 << 20} {
		for _, n := range []int{0, 1, 5, tallyRun, 3*tallyPart + 77} {
			x := make([]int64, n)
			want := make([]int64, bins)
			for i := range x {
				if x[i] = r.Int64N(bins); i == n/2 {
					x[i] = bins - 1
				}
				want[x[i]]++
			}
			if n == 0 {
				want = want[:0]
			}
			for _, par := range []parallel.Func{nil, paralleltest.Helpers(3)} {
				got := must(Bincount(mem.Heap, x, 0, par))
				if !slices.Equal(nd.Data[int64](got), want) {
					t.Fatalf("counts of %d elements in %d bins are wrong", n, bins)
				}
			}
			if n > 0 {
				x[n-1] = -1
				if _, err := Bincount(mem.Heap, x, 0, nil); err == nil {
					t.Fatal("a negative element has a count")
				}
			}
		}
	}
}

// Positions count from where the array lies, in parts or alone.
func TestNonzeroInParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	mask := make([]bool, 3*maskRun+99)
	var want []int64
	for i := range mask {
		if mask[i] = r.IntN(3) == 0; mask[i] {
			want = append(want, int64(i))
		}
	}
	for _, par := range []parallel.Func{nil, paralleltest.Helpers(3)} {
		if got := must(Nonzero(mem.Heap, nd.Of(mask), 0, par)); !slices.Equal(nd.Data[int64](got[0]), want) {
			t.Fatal("positions in a row are wrong")
		}
		got := must(Nonzero(mem.Heap, nd.Of(mask, len(mask)/3, 3), 40, par))
		for i, p := range want {
			if nd.At[int64](got[0], i) != 40+p/3 || nd.At[int64](got[1], i) != p%3 {
				t.Fatalf("position %d is %d, %d", i, nd.At[int64](got[0], i), nd.At[int64](got[1], i))
			}
		}
	}
}
