package reduce_test

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func randoms(n int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	o := make([]float64, n)
	for i := range o {
		o[i] = r.NormFloat64() * math.Exp(4*r.Float64())
	}
	return o
}

var names = []string{"sum", "prod", "min", "max", "argmin", "argmax", "count_nonzero", "any", "mean", "m2", "nanmean", "nanm2", "nancount", "fmin", "count", "m1", "nanm1"}

// Strides, workers and company of other folds must not change a bit of any result.
func TestOrderDependsOnShapeAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 3, 7, 40, 300}), 1, 4).Draw(t, "shape")
		for nd.Size(shape) > 50_000 {
			shape = shape[1:]
		}
		if rapid.Bool().Draw(t, "long") {
			shape = append(shape, rapid.IntRange(1, 5000).Draw(t, "last"))
			for nd.Size(shape) > 200_000 {
				shape = shape[1:]
			}
		}
		checkOrder(t, shape, rapid.Permutation(iota(len(shape))).Draw(t, "perm"), rapid.IntRange(0, 1<<len(shape)-1).Draw(t, "axes"))
	})
}

type fataler interface {
	Fatalf(format string, args ...any)
	Fatal(args ...any)
	Helper()
}

func iota(n int) []int {
	o := make([]int, n)
	for i := range o {
		o[i] = i
	}
	return o
}

func checkOrder(t fataler, shape, perm []int, axisBits int) {
	var axes []int
	for i := range shape {
		if axisBits>>i&1 == 1 {
			axes = append(axes, i)
		}
	}
	if axes == nil {
		axes = []int{}
	}
	plain := nd.Of(randoms(nd.Size(shape), 7), shape...)
	strided, err := plain.Transpose(perm...).Clone(mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	back := make([]int, len(perm))
	for i, p := range perm {
		back[p] = i
	}
	strided = strided.Transpose(back...)
	want, err := reduce.Arrays(mem.Heap, names, plain, reduce.Options{Axes: axes})
	if err != nil {
		t.Fatal(err)
	}
	got, err := reduce.Arrays(mem.Heap, names, strided, reduce.Options{Axes: axes, Parallel: paralleltest.Together})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if !bytes.Equal(want[i].Block.Bytes(), got[i].Block.Bytes()) {
			t.Fatalf("%s of %v along %v differs", name, shape, axes)
		}
		alone, err := reduce.Array(mem.Heap, name, plain, reduce.Options{Axes: axes})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want[i].Block.Bytes(), alone.Block.Bytes()) {
			t.Fatalf("%s alone differs from %s with others", name, name)
		}
	}
	checkExact(t, plain, axes, want)
}

// checkExact compares sums, means and moments with exact arithmetic, and the rest with plain loops.
func checkExact(t fataler, a *nd.Array, axes []int, got []*nd.Array) {
	var keep []int
	for i := range a.Shape {
		if !slices.Contains(axes, i) {
			keep = append(keep, i)
		}
	}
	front := a.Transpose(append(append([]int{}, keep...), axes...)...)
	c, err := front.Clone(mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	d := nd.Data[float64](c)
	n := got[0].Size()
	if n == 0 {
		return
	}
	per := len(d) / n
	for i := range min(n, 2, 1+40_000/per) {
		v := d[i*per : (i+1)*per]
		s, abs := new(big.Float).SetPrec(300), 0.0
		best := 0
		for k, x := range v {
			s.Add(s, big.NewFloat(x))
			abs += math.Abs(x)
			if x > v[best] {
				best = k
			}
		}
		sum, _ := s.Float64()
		bound := abs * 0x1p-53 * (20 + math.Log2(float64(per)+1))
		if g := nd.Data[float64](got[0])[i]; math.Abs(g-sum) > bound {
			t.Fatalf("sum %g, exactly %g, bound %g", g, sum, bound)
		}
		if g := nd.Data[int64](got[5])[i]; g != int64(best) {
			t.Fatalf("argmax %d, not %d", g, best)
		}
		if g := nd.Data[float64](got[3])[i]; g != v[best] {
			t.Fatalf("max %g, not %g", g, v[best])
		}
		m2 := new(big.Float).SetPrec(300)
		mean := new(big.Float).SetPrec(300).Quo(s, big.NewFloat(float64(per)))
		for _, x := range v {
			e := new(big.Float).SetPrec(300).Sub(big.NewFloat(x), mean)
			m2.Add(m2, e.Mul(e, e))
		}
		w, _ := m2.Float64()
		if g := nd.Data[float64](got[9])[i]; math.Abs(g-w) > 1e-13*w {
			t.Fatalf("m2 %g, exactly %g of %d", g, w, per)
		}
	}
}

func TestLongReductions(t *testing.T) {
	for _, c := range []struct {
		shape []int
		axes  int
	}{{[]int{1_200_001}, 1}, {[]int{300_000, 3}, 1}, {[]int{3, 300_000}, 2}, {[]int{700, 1500}, 1}, {[]int{2, 300_000, 2}, 2}, {[]int{50, 2, 9000}, 5}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) { checkOrder(t, c.shape, iota(len(c.shape)), c.axes) })
	}
}

// Of equal elements the first one counts, and the first NaN beats everything, wherever they lie.
func TestFirstOccurrence(t *testing.T) {
	for _, shape := range [][]int{{7}, {5000}, {600_000}, {300, 40}, {20_000, 3}, {3, 20_000}} {
		for axis := range shape {
			n := shape[axis]
			for _, at := range []int{0, 1, n / 3, n - 2} {
				v := make([]float64, nd.Size(shape))
				a := nd.Of(v, shape...)
				for _, x := range []float64{math.NaN(), 1, -1} {
					for _, k := range []int{at, max(at, n/2), min(at+n/7, n-1), n - 1} {
						nd.Fill(a.Slice(axis, k, k+1, 1), x)
					}
					name := "argmax"
					if x == -1 {
						name = "argmin"
					}
					r, err := reduce.Array(mem.Heap, name, a, reduce.Options{Axes: []int{axis}})
					if err != nil {
						t.Fatal(err)
					}
					for _, g := range nd.Data[int64](r) {
						if g != int64(at) {
							t.Fatalf("%s of %v along %d is %d, not %d", name, shape, axis, g, at)
						}
					}
				}
			}
		}
	}
}

func TestEmpty(t *testing.T) {
	a := nd.Of([]float64{}, 0, 3)
	for _, c := range []struct {
		name string
		axes []int
		want string
	}{
		{"sum", []int{0}, "[0 0 0]"},
		{"prod", []int{0}, "[1 1 1]"},
		{"any", nil, "[0]"},
		{"all", nil, "[1]"},
		{"count_nonzero", nil, "[0]"},
		{"mean", []int{0}, "[nan nan nan]"},
		{"max", []int{1}, "[]"},
		{"max", nil, "zero-size array to reduction operation maximum which has no identity"},
		{"min", []int{0}, "zero-size array to reduction operation minimum which has no identity"},
		{"argmax", []int{0}, "attempt to get argmax of an empty sequence"},
		{"nanargmin", nil, "attempt to get argmin of an empty sequence"},
	} {
		r, err := reduce.Array(mem.Heap, c.name, a, reduce.Options{Axes: c.axes})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(texts(r))
		}
		if got != c.want {
			t.Errorf("%s along %v: %s, not %s", c.name, c.axes, got, c.want)
		}
	}
}

func TestBadCalls(t *testing.T) {
	a := nd.Of([]float64{1, 2, 3, 4}, 2, 2)
	for _, c := range []struct {
		axes []int
		want string
	}{{[]int{2}, "axis 2 is out of bounds for array of dimension 2"}, {[]int{0, -2}, "duplicate value in 'axis'"}} {
		if _, err := reduce.Array(mem.Heap, "sum", a, reduce.Options{Axes: c.axes}); err == nil || err.Error() != c.want || errs.KindOf(err) != errs.Invalid {
			t.Errorf("%v: %v", c.axes, err)
		}
	}
	if _, err := reduce.Array(mem.Heap, "sum", nd.OfType(dtype.Datetime(dtype.Day), []int64{1}), reduce.Options{}); errs.KindOf(err) != errs.Type {
		t.Errorf("sum of dates: %v", err)
	}
	for _, o := range []reduce.ScanOptions{{At: 2, Carry: nd.Of([]float64{1})}, {At: 1}, {At: -1}} {
		if _, _, err := reduce.Scan(mem.Heap, "cumsum", a, 0, o); errs.KindOf(err) != errs.Invalid {
			t.Errorf("%v: %v", o, err)
		}
	}
	part := nd.Of([]float64{1, 2}, 2, 1)
	if _, err := reduce.ScanJoin(mem.Heap, "cumsum", nil, 0, part, 8); errs.KindOf(err) != errs.Invalid {
		t.Errorf("two sums of one unit: %v", err)
	}
	if _, err := reduce.ScanPart(mem.Heap, "cumprod", a, 0, reduce.ScanOptions{}); errs.KindOf(err) != errs.Type {
		t.Errorf("parts of products: %v", err)
	}
}

func TestDTypeOfSum(t *testing.T) {
	a := nd.Of([]int8{100, 100, 100})
	r, err := reduce.Array(mem.Heap, "sum", a, reduce.Options{DType: dtype.Int8})
	if err != nil || r.DType != dtype.Int8 || nd.Data[int8](r)[0] != 44 {
		t.Errorf("%v %v", r, err)
	}
	h := nd.Of(slices.Repeat([]dtype.F16{dtype.ToF16(1)}, 5000))
	r, err = reduce.Array(mem.Heap, "sum", h, reduce.Options{})
	if err != nil || nd.Data[dtype.F16](r)[0].Float32() != 5000 { // 2048 if it were added in float16
		t.Errorf("%v %v", r, err)
	}
}

func mustClone(t fataler, a *nd.Array) *nd.Array {
	c, err := a.Clone(mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
