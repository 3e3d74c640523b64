package basic_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// hard is n elements of d, one in three of them a value at which things go wrong, the others any bits or
// small numbers.
func hard(r *rand.Rand, d dtype.DType, n int) []byte {
	b := make([]byte, n*d.Size())
	word := d.Size()
	if d.IsComplex() {
		word /= 2
	}
	single, double := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), -math.NaN(), 0.5, 1.5, 2.5, -2.5, 1e-40, 1e-310, 65504, 65520, 2147483647, 2147483648, -2147483649, 4294967296, 9.3e18, -9.3e18, 1.9e19, 127.5, 128, -128.9, 255.9, 256, 3e38, 5e-324, 1e300},
		[]int64{0, 1, -1, 2, 3, 7, math.MinInt64, math.MaxInt64, math.MinInt32, math.MaxInt32, math.MinInt16, math.MaxInt16, math.MinInt8, math.MaxInt8, 10, 255, 65535, 1 << 32, 1<<53 + 1}
	for i := 0; i < len(b); i += word {
		var bits uint64
		k := r.IntN(3)
		f := single[r.IntN(len(single))]
		if k == 1 {
			f = float64(r.IntN(41)-20) / 4
		}
		switch {
		case d.IsBool():
			bits = r.Uint64() & 1
		case k == 2:
			bits = r.Uint64()
		case d == dtype.Float64 || d == dtype.Complex128:
			bits = math.Float64bits(f)
		case d == dtype.Float32 || d == dtype.Complex64:
			bits = uint64(math.Float32bits(float32(f)))
		case d == dtype.Float16:
			bits = uint64(dtype.ToF16From64(f))
		case k == 0:
			bits = uint64(double[r.IntN(len(double))])
		default:
			bits = uint64(r.IntN(21) - 10)
		}
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], bits)
		copy(b[i:i+word], w[:])
	}
	return b
}

// at is a copy of b that begins so many elements of a size behind a line of the cache.
func at(b []byte, size, skip int) []byte {
	const line = 64
	w := make([]uint64, (len(b)+skip*size)/8+2*line/8)
	all := unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), len(w)*8)
	from := int(-uintptr(unsafe.Pointer(&w[0]))%line) + skip*size
	copy(all[from:], b)
	return all[from : from+len(b) : len(all)]
}

// alike reports that element i has equal bits, or is NaN in both.
func alike(d dtype.DType, a, b []byte, i int) bool {
	s := d.Size()
	if string(a[i*s:(i+1)*s]) == string(b[i*s:(i+1)*s]) {
		return true
	}
	if !d.IsFloat() && !d.IsComplex() {
		return false
	}
	ar, ai := as64(d, a, i)
	br, bi := as64(d, b, i)
	same := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y }
	return same(ar, br) && same(ai, bi)
}

var lengths = func() (o []int) {
	for n := range 71 {
		o = append(o, n)
	}
	return append(o, 127, 128, 129, 1025, 20011)
}()

// rounded are functions that may differ between levels within the bounds that they state.
func rounded(name string) bool { return tolerance(name, dtype.Float64) >= 1 }

// A loop gives the same bits at every level, for every length and place, for single values, and over its own
// arguments.
func TestLevelsAgree(t *testing.T) {
	plain := basic.ResolveAt(asm.Portable)
	for _, l := range asm.Levels()[1:] {
		resolve := basic.ResolveAt(l)
		t.Run(l.String(), func(t *testing.T) {
			seen := 0
			eachLoop(t, func(want basic.Loop) {
				want, err := plain(want.Name, want.In...)
				if err != nil || rounded(want.Name) || want.Name == "power" || want.Name == "float_power" || want.In[0].IsTemporal() {
					return
				}
				got, err := resolve(want.Name, want.In...)
				if err != nil {
					t.Fatal(err)
				}
				if !basic.SameCode(got, want) {
					seen++
					compareLoops(t, got, want)
				}
			})
			if seen < 40 {
				t.Errorf("%d loops have kernels", seen)
			}
		})
	}
}

// A conversion gives the same bits at every level.
func TestCastsAgree(t *testing.T) {
	for _, l := range asm.Levels()[1:] {
		seen := 0
		for _, from := range all {
			for _, to := range all {
				want, err := basic.CastAt(asm.Portable, to, from)
				if err != nil {
					t.Fatal(err)
				}
				got, err := basic.CastAt(l, to, from)
				if err != nil {
					t.Fatal(err)
				}
				if !basic.SameCode(got, want) {
					seen++
					compareLoops(t, got, want)
				}
			}
		}
		if seen < 90 {
			t.Errorf("%v: %d casts have kernels", l, seen)
		}
	}
}

// A pair of operations in registers gives the bits of the two loops.
func TestPairsAreTheirParts(t *testing.T) {
	plain := basic.ResolveAt(asm.Portable)
	names := []string{"add", "subtract", "multiply", "divide", "square", "sqrt", "exp", "less"}
	for _, l := range asm.Levels() {
		seen := 0
		for _, d := range []dtype.DType{dtype.Float64, dtype.Float32, dtype.Int32} {
			loop := func(name string) basic.Loop {
				if o, err := plain(name, d, d); err == nil {
					return o
				}
				o, err := plain(name, d)
				if err != nil {
					t.Fatal(err)
				}
				return o
			}
			for _, a := range names {
				for _, b := range names {
					first, second := loop(a), loop(b)
					for at := range second.In {
						if got, ok := basic.PairAt(l, &first, &second, at); ok {
							seen++
							compareLoops(t, got, basic.Chain(got, first, second, at))
						}
					}
				}
			}
		}
		if want := map[bool]int{true: 0, false: 92 + 16}[l == asm.Portable]; seen < want || l == asm.Portable && seen > 0 {
			t.Errorf("%v: %d pairs", l, seen)
		}
	}
}

// compareLoops runs two forms of a loop over all lengths.
func compareLoops(t *testing.T, got, want basic.Loop) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(len(want.Name)), 5))
	var pool [][]byte
	for _, d := range want.In {
		most := 2000
		if want.In[0] == dtype.Int32 || want.In[0] == dtype.Float64 {
			most = lengths[len(lengths)-1] + 8
		}
		pool = append(pool, hard(r, d, most))
	}
	for k, n := range lengths {
		if n > 2000 && want.In[0] != dtype.Int32 && want.In[0] != dtype.Float64 {
			continue // the cut into segments is the same for all
		}
		skip, single, over := k%5, 0, -1
		if len(want.In) > 1 {
			single = k % (1<<len(want.In) - 1)
		}
		if k%3 == 1 && want.In[0].Size() == want.Out[0].Size() && single&1 == 0 {
			over = 0
		}
		var in, clean []basic.Vec
		var args [][]byte
		for i, d := range want.In {
			m := n
			if single>>i&1 == 1 {
				m = 1
			}
			b := at(pool[i][k%8*d.Size():][:m*d.Size()], d.Size(), skip+i)
			args = append(args, b)
			v, w := basic.Bytes(b), basic.Bytes(at(b, d.Size(), 0))
			v.Const, w.Const = m != n, m != n
			in, clean = append(in, v), append(clean, w)
		}
		var a, b []basic.Vec
		var x, y [][]byte
		for i, d := range want.Out {
			p, q := at(make([]byte, n*d.Size()), d.Size(), k%2*i), at(make([]byte, n*d.Size()), d.Size(), 0)
			if i == over {
				p = args[0]
			}
			if rest := p[len(p):min(len(p)+64, cap(p))]; i != over {
				for j := range rest {
					rest[j] = 0xa5
				}
			}
			x, y = append(x, p), append(y, q)
			v := basic.Bytes(p)
			v.Stream = k%2 == 0
			a, b = append(a, v), append(b, basic.Bytes(q))
		}
		if err := got.Run(n, in, a); err != nil {
			t.Fatal(err)
		}
		if err := want.Run(n, clean, b); err != nil {
			t.Fatal(err)
		}
		for i, d := range want.Out {
			for e := range n {
				if !alike(d, x[i], y[i], e) {
					t.Errorf("%s%v to %v of %d elements, single values %b, over %d: element %d is %s, portable %s", want.Name, want.In, want.Out, n, single, over, e, show(d, x[i], e), show(d, y[i], e))
					for j, c := range want.In {
						if clean[j].Const {
							t.Logf("argument %d is %s", j, show(c, unsafe.Slice((*byte)(clean[j].P), c.Size()), 0))
						} else {
							t.Logf("argument %d is %s", j, show(c, unsafe.Slice((*byte)(clean[j].P), n*c.Size()), e))
						}
					}
					return
				}
			}
			if i == over {
				continue
			}
			for _, c := range x[i][len(x[i]):min(len(x[i])+64, cap(x[i]))] {
				if c != 0xa5 {
					t.Fatalf("%s%v of %d elements writes behind its result", want.Name, want.In, n)
				}
			}
		}
	}
}
