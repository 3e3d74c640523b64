package reduce

import (
	"bytes"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

var scanTypes = append([]dtype.DType{dtype.Complex64}, foldTypes...)

// byLadder is the running sum at position p as package reduce defines it, from the elements alone.
func byLadder(l *ladder, x []float64, p int) float64 {
	var total func(j, from int) float64
	chain := func(j, from, n int) float64 {
		s := total(j, from)
		for i := 1; i < n; i++ {
			s += total(j, from+i<<l.shift[j])
		}
		return s
	}
	total = func(j, from int) float64 {
		if j == 0 {
			return x[from]
		}
		return chain(j-1, from, 1<<(l.shift[j]-l.shift[j-1]))
	}
	sum, end := x[p], p
	for j := range l.shift {
		if n := l.digit(p, j); n > 0 {
			end -= n << l.shift[j]
			sum = chain(j, end, n) + sum
		}
	}
	return sum
}

func TestScanByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	x := hard(r, 300_000, 0)
	out, _, err := Scan(mem.Heap, "cumsum", nd.Of(x), 0, ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append([]int{0, 1, 2, 7, 8, 9, 1023, 1024, 1025, 131_071, 131_072, 131_073, 299_999}, r.Perm(len(x))[:200]...) {
		if want, got := byLadder(ladderOf(8), x, p), nd.Data[float64](out)[p]; got != want {
			t.Fatalf("element %d is %v, not %v", p, got, want)
		}
	}
}

// scanned is a scan in pieces that end at cuts. What a piece carries on is what the one before left or, with
// parts, what its units come to.
func scanned(t fataler, name string, a *nd.Array, axis int, cuts []int, parts bool, par parallel.Func) (out, rest *nd.Array) {
	var pieces []*nd.Array
	at := 0
	for _, c := range append(cuts, a.Shape[axis]) {
		piece := a.Slice(axis, at, c, 1)
		o, next, err := Scan(mem.Heap, name, piece, axis, ScanOptions{At: at, Carry: rest, Rest: true, Parallel: par})
		if err != nil {
			t.Fatal(err)
		}
		if parts {
			if next, err = ScanPart(mem.Heap, name, piece, axis, ScanOptions{At: at, Parallel: par}); err != nil {
				t.Fatal(err)
			}
			if next, err = ScanJoin(mem.Heap, name, rest, at, next, c-at); err != nil {
				t.Fatal(err)
			}
		}
		pieces, rest, at = append(pieces, o), next, c
	}
	out, err := nd.Concat(mem.Heap, axis, pieces...)
	if err != nil {
		t.Fatal(err)
	}
	return out, rest
}

// Wherever rows are cut and however many calls share the work, a scan has the same bits, and leaves the same
// to go on from.
func TestScanOfCutRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := []int{rapid.IntRange(1, 3).Draw(t, "a"), rapid.IntRange(0, 3000).Draw(t, "n"), rapid.SampledFrom([]int{1, 1, 2, 3, 20, 700}).Draw(t, "b")}
		if shape[2] > 3 {
			shape[1] = min(shape[1], 60)
		}
		d := rapid.SampledFrom(scanTypes).Draw(t, "dtype")
		name := rapid.SampledFrom([]string{"cumsum", "cumprod", "cummin", "cummax", "nancumsum", "nancumprod"}).Draw(t, "name")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		a, _ := typed1(t, hard(r, nd.Size(shape), rapid.SampledFrom([]float64{0, 0.001, 0.2}).Draw(t, "special")), d, r).Reshape(shape...)
		if rapid.Bool().Draw(t, "strided") {
			c, err := a.Transpose().Clone(mem.Heap)
			if err != nil {
				t.Fatal(err)
			}
			a = c.Transpose()
		}
		var cuts []int
		for at := 0; ; {
			if at += rapid.IntRange(0, max(1, shape[1])).Draw(t, "cut"); at > shape[1] || len(cuts) > 5 {
				break
			}
			cuts = append(cuts, at)
		}
		var want, left *nd.Array
		at(asm.Portable, func() { want, left = scanned(t, name, a, 1, nil, false, nil) })
		same := func(how string, out, rest *nd.Array) {
			if !bytes.Equal(plainNaN(out), plainNaN(want)) || !bytes.Equal(plainNaN(rest), plainNaN(left)) {
				t.Fatalf("%s: %s of %v%v cut at %v gives %v and leaves %v, not %v and %v", how, name, d, shape, cuts, show(out), show(rest), show(want), show(left))
			}
		}
		for _, l := range asm.Levels() {
			at(l, func() {
				out, rest := scanned(t, name, a, 1, cuts, false, paralleltest.Together)
				same(l.String(), out, rest)
				if Cuts(name, d, want.DType) {
					out, rest = scanned(t, name, a, 1, cuts, true, paralleltest.Helpers(2))
					same(l.String()+" by parts", out, rest)
				}
			})
		}
	})
}

// A long row is shared by calls that wait for each other.
func TestScanOfLongRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, d := range []dtype.DType{dtype.Float64, dtype.Float32, dtype.Float16, dtype.Int64, dtype.Int32, dtype.Complex128} {
		a := typed1(t, hard(r, 9*stripSize+77, 0), d, r)
		want, left := scanned(t, "cumsum", a, 0, nil, false, nil)
		for name, par := range map[string]parallel.Func{"one": paralleltest.Helpers(1), "three": paralleltest.Helpers(3), "all": paralleltest.Together} {
			for _, cuts := range [][]int{nil, {5}, {4 * stripSize}, {1023, 5*stripSize + 1}} {
				out, rest := scanned(t, "cumsum", a, 0, cuts, len(cuts) == 2, par)
				if !bytes.Equal(plainNaN(out), plainNaN(want)) || !bytes.Equal(plainNaN(rest), plainNaN(left)) {
					t.Errorf("%v with %s, cut at %v, differs", d, name, cuts)
				}
			}
		}
	}
}

// Sums of what is not negative never fall, and are nearer to the truth than those in order can be said to be.
func TestScanIsMonotoneAndExactEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	x := make([]float64, 400_000)
	exact := new(big.Float).SetPrec(200)
	for i := range x {
		x[i] = r.Float64()
	}
	out, _, err := Scan(mem.Heap, "cumsum", nd.Of(x), 0, ScanOptions{Parallel: paralleltest.Together})
	if err != nil {
		t.Fatal(err)
	}
	last := 0.0
	for i, s := range nd.Data[float64](out) {
		if s < last {
			t.Fatalf("element %d falls from %v to %v", i, last, s)
		}
		last = s
		exact.Add(exact, big.NewFloat(x[i]))
		if i%1000 == 999 {
			want, _ := exact.Float64()
			if math.Abs(s-want) > want*0x1p-53*300 {
				t.Fatalf("element %d is %v, exactly %v", i, s, want)
			}
		}
	}
}
