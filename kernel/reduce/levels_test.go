package reduce

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

var foldNames = []string{
	"sum", "prod", "min", "max", "fmin", "fmax", "any", "all", "count_nonzero", "argmin", "argmax", "nanargmin", "nanargmax",
	"mean", "m1", "m2", "nancount", "nanmean", "nanm1", "nanm2", "count", "nansum", "nanprod", "nanmin", "nanmax",
}

var foldTypes = []dtype.DType{
	dtype.Bool, dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64, dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64,
	dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex128,
}

// at runs f with the instructions of a level.
func at(l asm.Level, f func()) {
	before := level
	level = l
	defer func() { level = before }()
	f()
}

// hard are floats of all kinds, few of them or many.
func hard(r *rand.Rand, n int, special float64) []float64 {
	odd := []float64{math.NaN(), math.Copysign(math.NaN(), -1), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 5e-324, -5e-324, 1e-310, math.MaxFloat64, -math.MaxFloat64, 1, -1}
	v := make([]float64, n)
	zeros := r.IntN(4) == 0
	for i := range v {
		switch {
		case r.Float64() < special:
			v[i] = odd[r.IntN(len(odd))]
		case zeros:
			v[i] = math.Copysign(0, r.Float64()-0.5)
		default:
			v[i] = r.NormFloat64() * math.Exp(3*r.Float64())
		}
	}
	return v
}

func typed1(t fataler, v []float64, d dtype.DType, r *rand.Rand) *nd.Array {
	if d.IsInteger() {
		b := make([]byte, len(v)*d.Size()+8)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		if len(v) == 0 {
			b = b[:0]
		}
		blk := mem.Wrap(b[:len(v)*d.Size()])
		return &nd.Array{DType: d, Shape: []int{len(v)}, Strides: []int{1}, Block: blk}
	}
	a := nd.Of(v)
	c, err := basic.Cast(d, dtype.Float64)
	if err != nil {
		t.Fatal(err)
	}
	o, err := nd.New(mem.Heap, d, len(v))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(len(v), []basic.Vec{basic.Bytes(a.Block.Bytes())}, []basic.Vec{basic.Bytes(o.Block.Bytes())}); err != nil {
		t.Fatal(err)
	}
	return o
}

type fataler interface {
	Fatalf(string, ...any)
	Fatal(...any)
}

// plainNaN gives every NaN the same bits.
func plainNaN(a *nd.Array) []byte {
	b := bytes.Clone(a.Block.Bytes())
	switch a.DType {
	case dtype.Float64, dtype.Complex128:
		for i := range len(b) / 8 {
			if p := (*float64)(unsafe.Pointer(&b[8*i])); *p != *p {
				*p = math.NaN()
			}
		}
	case dtype.Float32, dtype.Complex64:
		for i := range len(b) / 4 {
			if p := (*float32)(unsafe.Pointer(&b[4*i])); *p != *p {
				*p = float32(math.NaN())
			}
		}
	case dtype.Float16:
		for i := range len(b) / 2 {
			if p := (*dtype.F16)(unsafe.Pointer(&b[2*i])); p.IsNaN() {
				*p = 0x7e00
			}
		}
	}
	return b
}

// Every level gives the bits of the portable code: all folds, all dtypes, short and long runs, rows of all
// widths, strides, and values that are hard to fold.
func TestLevelsGiveTheSameBits(t *testing.T) {
	shapes := [][]int{{1023}, {1024}, {1025}, {4099}, {3, 1500}, {40, 17}, {17, 40}, {33, 64, 3}, {5, 7, 9}, {2, 1100}, {1100, 2}, {70, 300}, {70_001}, {2, 33_000}}
	for n := 1; n <= 70; n++ {
		shapes = append(shapes, []int{3, n})
	}
	r := rand.New(rand.NewPCG(5, 6))
	for k, shape := range shapes {
		for _, d := range foldTypes {
			if r.IntN(5) < 4 {
				continue
			}
			special := []float64{0, 0.01, 0.3}[(k+d.Size())%3]
			flat := typed1(t, hard(r, nd.Size(shape)+3, special), d, r).Slice(0, k%3, nd.Size(shape)+k%3, 1)
			a, ok := flat.Reshape(shape...)
			if !ok {
				t.Fatal(shape)
			}
			for axis := range shape {
				o := Options{Axes: []int{axis}}
				v := a
				if k%4 == 3 && len(shape) == 2 {
					v = a.Transpose()
				}
				sameAtAllLevels(t, v, o)
			}
		}
	}
}

func sameAtAllLevels(t fataler, a *nd.Array, o Options) {
	for _, name := range foldNames {
		var want *nd.Array
		var fails error
		at(asm.Portable, func() { want, fails = Array(mem.Heap, name, a, o) })
		for _, l := range asm.Levels()[1:] {
			at(l, func() {
				got, err := Array(mem.Heap, name, a, o)
				if (err == nil) != (fails == nil) {
					t.Fatalf("%v %s: %v, portable %v", l, name, err, fails)
				}
				if err == nil && !bytes.Equal(plainNaN(got), plainNaN(want)) {
					t.Fatalf("%v: %s of %v%v along %v gives %v, portable %v", l, name, a.DType, a.Shape, o.Axes, show(got), show(want))
				}
			})
		}
	}
}

func show(a *nd.Array) string {
	s := ""
	nd.Each(a.Shape, func(i []int) {
		if len(s) < 200 {
			s += fmt.Sprint(a.Item(i...), " ")
		}
	})
	return s
}

func TestLevelsGiveTheSameBitsOfAnyShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(1, 90), 1, 3).Draw(t, "shape")
		for nd.Size(shape) > 20_000 {
			shape = shape[1:]
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d := rapid.SampledFrom(foldTypes).Draw(t, "dtype")
		a, ok := typed1(t, hard(r, nd.Size(shape), rapid.SampledFrom([]float64{0, 0.02, 0.9}).Draw(t, "special")), d, r).Reshape(shape...)
		if !ok {
			t.Fatal(shape)
		}
		sameAtAllLevels(t, a, Options{Axes: []int{rapid.IntRange(0, len(shape)-1).Draw(t, "axis")}})
	})
}

// Any and all stop where they are decided, with the same answer.
func TestTruthOfManyElements(t *testing.T) {
	for _, at := range []int{0, 1, 1023, 1024, 5000, 600_000} {
		v := make([]bool, 700_000)
		v[at] = true
		a := nd.Of(v)
		for name, want := range map[string]bool{"any": true, "all": false} {
			r, err := Array(mem.Heap, name, a, Options{})
			if err != nil || nd.Data[bool](r)[0] != want {
				t.Errorf("%s with one at %d: %v %v", name, at, r, err)
			}
		}
		for i := range v {
			v[i] = !v[i]
		}
		r, err := Array(mem.Heap, "all", a, Options{})
		if err != nil || nd.Data[bool](r)[0] {
			t.Errorf("all but one at %d: %v %v", at, r, err)
		}
	}
}

// Running folds too, wherever a row begins and ends.
func TestScansGiveTheSameBits(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	shapes := [][]int{{1023}, {1024}, {1025}, {3000}, {3, 1500}, {40, 17}, {5, 1100}}
	for n := 1; n <= 70; n++ {
		shapes = append(shapes, []int{n}, []int{n % 5, 1 + n/5})
	}
	for k, shape := range shapes {
		for _, d := range foldTypes {
			a, ok := typed1(t, hard(r, nd.Size(shape), []float64{0, 0.02, 0.3}[k%3]), d, r).Reshape(shape...)
			if !ok {
				t.Fatal(shape)
			}
			for _, name := range []string{"cumsum", "cumprod", "cummin", "cummax", "nancumsum", "nancumprod"} {
				for axis := range shape {
					var want *nd.Array
					var err error
					at(asm.Portable, func() { want, _, err = Scan(mem.Heap, name, a, axis, ScanOptions{}) })
					if err != nil {
						t.Fatal(err)
					}
					for _, l := range asm.Levels()[1:] {
						at(l, func() {
							got, _, err := Scan(mem.Heap, name, a, axis, ScanOptions{})
							if err != nil || !bytes.Equal(plainNaN(got), plainNaN(want)) {
								t.Fatalf("%v: %s of %v%v along %d gives %v, portable %v (%v)", l, name, d, shape, axis, show(got), show(want), err)
							}
						})
					}
				}
			}
		}
	}
}

// What comes before a row and what lies behind it stay as they are, and a negative zero stays one.
func TestScanOfNegativeZeros(t *testing.T) {
	for _, l := range asm.Levels() {
		at(l, func() {
			for n := 1; n <= 40; n++ {
				v := make([]float64, n)
				for i := range v {
					v[i] = math.Copysign(0, -1)
				}
				r, _, err := Scan(mem.Heap, "cumsum", nd.Of(v), 0, ScanOptions{})
				if err != nil {
					t.Fatal(err)
				}
				for i, x := range nd.Data[float64](r) {
					if !math.Signbit(x) || x != 0 {
						t.Fatalf("%v: element %d of %d is %v", l, i, n, x)
					}
				}
			}
		})
	}
}

// Folds that do not go by the order of elements read an array as it lies in memory; its copy in C order gives
// the same bits.
func TestTurnedArraysGiveTheSameBits(t *testing.T) {
	free := []string{"sum", "prod", "min", "max", "fmin", "fmax", "any", "all", "count_nonzero", "count", "argmax", "m2"}
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(1, 60), 1, 4).Draw(t, "shape")
		for nd.Size(shape) > 20_000 {
			shape = shape[1:]
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		d := rapid.SampledFrom(foldTypes).Draw(t, "dtype")
		a, ok := typed1(t, hard(r, nd.Size(shape), 0), d, r).Reshape(shape...)
		if !ok {
			t.Fatal(shape)
		}
		order := make([]int, len(shape))
		for i := range order {
			order[i] = i
		}
		v := a.Transpose(rapid.Permutation(order).Draw(t, "turned")...)
		if rapid.Bool().Draw(t, "backwards") {
			v = v.Slice(0, v.Shape[0]-1, -1, -1)
		}
		var axes []int
		for i := range order {
			if rapid.Bool().Draw(t, "reduced") {
				axes = append(axes, i)
			}
		}
		c, err := v.Clone(mem.Heap)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range free {
			got, err1 := Array(mem.Heap, name, v, Options{Axes: axes})
			want, err2 := Array(mem.Heap, name, c, Options{Axes: axes})
			if (err1 == nil) != (err2 == nil) {
				t.Fatalf("%s: %v, %v", name, err1, err2)
			}
			if err1 == nil && !(nd.SameShape(got.Shape, want.Shape) && got.Contiguous() && bytes.Equal(plainNaN(got), plainNaN(want))) {
				t.Fatalf("%s of %v%v along %v gives %v, of a copy %v", name, d, v.Shape, axes, show(got), show(want))
			}
		}
	})
}

// The pilot mean may be far from the mean of a run: no more than four bits are lost by that.
func TestMomentsFarFromThePilot(t *testing.T) {
	for _, n := range []int{65, 100, 128, 1000, 1024, 40_000} {
		for _, far := range []float64{0, 1, 1e3, 1e9} {
			v := make([]float64, n)
			mean := new(big.Float).SetPrec(300)
			r := rand.New(rand.NewPCG(uint64(n), 7))
			for i := range v {
				if v[i] = r.NormFloat64(); i < 64 {
					v[i] += far
				}
				mean.Add(mean, big.NewFloat(v[i]))
			}
			mean.Quo(mean, big.NewFloat(float64(n)))
			exact := new(big.Float).SetPrec(300)
			for _, x := range v {
				d := new(big.Float).SetPrec(300).Sub(big.NewFloat(x), mean)
				exact.Add(exact, d.Mul(d, d))
			}
			want, _ := exact.Float64()
			for _, l := range asm.Levels() {
				at(l, func() {
					got, err := Array(mem.Heap, "m2", nd.Of(v), Options{})
					if err != nil {
						t.Fatal(err)
					}
					if g := nd.Data[float64](got)[0]; math.Abs(g-want) > 16*0x1p-50*want {
						t.Errorf("%v: m2 of %d numbers, the first ones %g away, is %g, not %g", l, n, far, g, want)
					}
				})
			}
		}
	}
}

// Equal numbers have no spread at all.
func TestMomentsOfEqualNumbers(t *testing.T) {
	for _, n := range []int{1, 3, 64, 65, 1024, 5000} {
		v := make([]float64, n)
		for i := range v {
			v[i] = 0.1
		}
		for _, l := range asm.Levels() {
			at(l, func() {
				got, err := Array(mem.Heap, "m2", nd.Of(v), Options{})
				if err != nil || nd.Data[float64](got)[0] > 1e-30 {
					t.Errorf("%v: m2 of %d equal numbers is %v (%v)", l, n, show(got), err)
				}
			})
		}
	}
}
