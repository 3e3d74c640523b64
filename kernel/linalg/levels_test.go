package linalg

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// lay is a rows x cols matrix of values in one of six layouts, at some offset in its memory.
func lay[T Num](layout, rows, cols int, value func() T) Mat[T] {
	pad := layout * 3
	m := Mat[T]{Off: pad, Rows: rows, Cols: cols}
	switch layout {
	case 0:
		m.RS, m.CS = cols, 1
	case 1:
		m.RS, m.CS = 1, rows
	case 2:
		m.RS, m.CS = cols+5, 1
	case 3:
		m.RS, m.CS = 1, rows+7
	case 4: // neither way contiguous
		m.RS, m.CS = 2*cols+1, 2
	case 5: // backwards
		m.RS, m.CS, m.Off = -cols, 1, pad+max(rows-1, 0)*cols
	}
	n := m.Off + 1
	if rows > 0 && cols > 0 {
		n = m.Off + max(0, (rows-1)*m.RS) + (cols-1)*m.CS + 1 + pad
	}
	m.Data = make([]T, n)
	for i := range rows {
		for j := range cols {
			m.Data[m.at(i, j)] = value()
		}
	}
	return m
}

func copied[T any](a Mat[T]) Mat[T] {
	a.Data = append([]T{}, a.Data...)
	return a
}

// alike reports the same value: any NaN is like any other, and zeros are alike where signs are not asked for.
func alike[T Num](x, y T, signs bool) bool {
	a, b := parts(x)
	c, d := parts(y)
	one := func(x, y float64) bool {
		return x != x && y != y || x == y && (!signs || math.Signbit(x) == math.Signbit(y))
	}
	return one(a, c) && one(b, d)
}

// check compares every level with the sums of products in the plain order. Values are such that sums are
// exact in any order.
func checkLevels[T Num](t interface{ Fatalf(string, ...any) }, alpha T, a, b Mat[T], beta int, c Mat[T], signs bool) {
	want := copied(c)
	if c.Rows > 0 && c.Cols > 0 {
		gemmSmall(alpha, a, b, beta, want)
	}
	for _, l := range asm.Levels() {
		got := copied(c)
		if err := gemmLevel(l, mem.Heap, backwards, alpha, a, b, beta, got); err != nil {
			t.Fatalf("%v: %v", l, err)
		}
		for i, v := range got.Data {
			if !alike(v, want.Data[i], signs) {
				t.Fatalf("%v: %dx%dx%d, strides %d,%d %d,%d %d,%d, conj %v %v, alpha %v, beta %d: word %d is %v, want %v", l, c.Rows, c.Cols, a.Cols,
					a.RS, a.CS, b.RS, b.CS, c.RS, c.CS, a.Conj, b.Conj, alpha, beta, i, v, want.Data[i])
			}
		}
	}
}

func small[T Num](r *rand.Rand) func() T {
	return func() T {
		v := fromReal[T](float64(r.IntN(15) - 7))
		if isComplex[T]() {
			v += makeNum[T](0, float64(r.IntN(15)-7))
		}
		return v
	}
}

func TestLevelsMultiplyAlike(t *testing.T) {
	t.Run("float64", multiplyAlike[float64])
	t.Run("float32", multiplyAlike[float32])
	t.Run("complex128", multiplyAlike[complex128])
	t.Run("complex64", multiplyAlike[complex64])
}

func multiplyAlike[T Num](t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	one := func(m, n, k int) {
		a, b, c := lay(r.IntN(6), m, k, small[T](r)), lay(r.IntN(6), k, n, small[T](r)), lay(r.IntN(6), m, n, small[T](r))
		a.Conj, b.Conj = r.IntN(2) == 0, r.IntN(2) == 0
		alpha := fromReal[T]([]float64{1, 1, -1, 3}[r.IntN(4)])
		if isComplex[T]() && r.IntN(4) == 0 {
			alpha = makeNum[T](2, -3)
		}
		checkLevels(t, alpha, a, b, r.IntN(2), c, false)
	}
	step := 2
	if isComplex[T]() { // the plain loops are slow
		step = 5
	}
	for m := range 41 {
		for n := r.IntN(step); n < 41; n += step {
			one(m, n, r.IntN(41))
		}
	}
	edges := []int{1, 2, 7, 23, 24, 25, 31, 32, 33, 47, 48, 49, 63, 64, 65, 95, 96, 97, 127, 128, 129, 191, 192, 193, 211}
	for range 200 / step {
		one(edges[r.IntN(len(edges))], edges[r.IntN(len(edges))], edges[r.IntN(len(edges))])
	}
	for _, s := range [][3]int{{255, 3, 257}, {3, 1025, 9}, {1025, 2, 9}, {5, 7, 1025}, {513, 30, 511}, {2, 2, 4097}, {1, 1500, 700}, {1500, 1, 700}, {1, 1, 5000}, {1, 900, 1700}, {2100, 1, 300}, {600, 500, 7}} {
		one(s[0], s[1], s[2])
	}
}

// Infinities and NaN appear where the definition has them, zeros have its sign, and what is below the normal
// range is not flushed.
func TestLevelsKeepSpecialValues(t *testing.T) {
	t.Run("float64", func(t *testing.T) { specialValues[float64](t, 0x1p-1074) })
	t.Run("float32", func(t *testing.T) { specialValues[float32](t, 0x1p-149) })
}

func specialValues[T float32 | float64](t *testing.T, tiny float64) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 400 {
		m, n, k := 1+r.IntN(30), 1+r.IntN(60), 1+r.IntN(12)
		wild := []float64{math.Inf(1), math.Inf(-1), math.NaN(), 0, math.Copysign(0, -1)}
		left := func() T {
			if r.IntN(20) == 0 {
				return T(wild[r.IntN(len(wild))])
			}
			return T(r.IntN(5) - 2)
		}
		if round%2 == 0 {
			left = func() T { return T(tiny * float64(r.IntN(7)-3)) }
		}
		a, b := lay(r.IntN(6), m, k, left), lay(r.IntN(6), k, n, small[T](r))
		checkLevels(t, 1, a, b, r.IntN(2), lay(r.IntN(6), m, n, small[T](r)), true)
	}
}

// Beta 0 never reads c, and the alignment of operands does not matter.
func TestLevelsIgnoreWhatIsInTheResult(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for off := range 9 {
		a, b := lay(0, 19, 23, small[float64](r)), lay(1, 23, 29, small[float64](r))
		a.Data, b.Data = append(make([]float64, off), a.Data...), append(make([]float64, 2*off), b.Data...)
		a.Off, b.Off = a.Off+off, b.Off+2*off
		checkLevels(t, 1, a, b, 0, lay(2, 19, 29, func() float64 { return math.NaN() }), true)
	}
}

// An element's bits depend on its row and its column alone, not on what else is computed with it, on helpers,
// or on where it lies.
func TestElementsDoNotDependOnTheirPlace(t *testing.T) {
	for _, l := range asm.Levels()[1:] {
		rapid.Check(t, func(t *rapid.T) {
			r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
			m, n, k := rapid.IntRange(2, 70).Draw(t, "m"), rapid.IntRange(2, 70).Draw(t, "n"), rapid.SampledFrom([]int{1, 5, 40, 300, 700}).Draw(t, "k")
			value := func() float64 { return r.Float64() - 0.5 }
			a, b, c := lay(r.IntN(6), m, k, value), lay(r.IntN(6), k, n, value), lay(r.IntN(6), m, n, value)
			start := copied(c)
			if err := gemmLevel(l, mem.Heap, backwards, -1, a, b, 1, c); err != nil {
				t.Fatal(err)
			}
			i, j := r.IntN(m-1), r.IntN(n-1)
			h, w := 2+r.IntN(m-i-1), 2+r.IntN(n-j-1)
			part := start.Sub(i, j, h, w)
			if err := gemmLevel(l, mem.Heap, nil, -1, a.Sub(i, 0, h, k), b.Sub(0, j, k, w), 1, part); err != nil {
				t.Fatal(err)
			}
			for y := range h {
				for x := range w {
					if p, q := part.Data[part.at(y, x)], c.Data[c.at(i+y, j+x)]; p != q {
						t.Fatalf("%v: element (%d, %d) of %dx%dx%d is %v, alone with %dx%d from (%d, %d) on it is %v", l, i+y, j+x, m, n, k, q, h, w, i, j, p)
					}
				}
			}
		})
	}
}

// Nor do the bits depend on how operands and result lie in memory, which spilling and moving change.
func TestLayoutsDoNotChangeAProduct(t *testing.T) {
	t.Run("float64", layouts[float64])
	t.Run("float32", layouts[float32])
	t.Run("complex128", layouts[complex128])
}

func layouts[T Num](t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	value := func() T {
		v := fromReal[T](r.Float64() - 0.5)
		if isComplex[T]() {
			v += makeNum[T](0, r.Float64()-0.5)
		}
		return v
	}
	for _, l := range asm.Levels()[1:] {
		for _, s := range [][3]int{{1, 1, 100}, {1, 50, 77}, {60, 1, 300}, {1, 1100, 70}, {3, 4, 5}, {40, 50, 60}, {70, 30, 700}} {
			a, b, c := lay(0, s[0], s[2], value), lay(0, s[2], s[1], value), lay(0, s[0], s[1], value)
			want := copied(c)
			if err := gemmLevel(l, mem.Heap, nil, 3, a, b, 1, want); err != nil {
				t.Fatal(err)
			}
			zero := func() T { return 0 }
			for round := range 36 {
				x, y, z := lay(round%6, s[0], s[2], zero), lay(round/6, s[2], s[1], zero), lay(r.IntN(6), s[0], s[1], zero)
				move(x, a)
				move(y, b)
				move(z, c)
				if err := gemmLevel(l, mem.Heap, backwards, 3, x, y, 1, z); err != nil {
					t.Fatal(err)
				}
				for i := range s[0] {
					for j := range s[1] {
						if p, q := z.Data[z.at(i, j)], want.Data[want.at(i, j)]; p != q {
							t.Fatalf("%v: %v, strides %d,%d %d,%d %d,%d: (%d, %d) is %v, row-major %v", l, s, x.RS, x.CS, y.RS, y.CS, z.RS, z.CS, i, j, p, q)
						}
					}
				}
			}
		}
	}
}

func TestHelpersDoNotChangeALargeProduct(t *testing.T) {
	for _, l := range asm.Levels() {
		a, b := random(dtype.Float32, 1, 600, 600), random(dtype.Float32, 2, 600, 1100)
		x, y := make([]float32, 600*1100), make([]float32, 600*1100)
		if err := gemmLevel(l, mem.Heap, nil, 1, matOf[float32](a), matOf[float32](b), 0, Dense(x, 600, 1100)); err != nil {
			t.Fatal(err)
		}
		if err := gemmLevel(l, mem.Heap, backwards, 1, matOf[float32](a), matOf[float32](b), 0, Dense(y, 600, 1100)); err != nil {
			t.Fatal(err)
		}
		for i := range x {
			if x[i] != y[i] {
				t.Fatalf("%v: element %d is %v, with helpers %v", l, i, x[i], y[i])
			}
		}
	}
}
