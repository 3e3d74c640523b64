package asm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"unsafe"
)

// cliff gives n bytes, at most 8 KiB, that end before memory that must not be touched: the same ones every
// time.
func cliff(t *testing.T) func(n int) []byte {
	t.Helper()
	const room = 8 << 10
	page := syscall.Getpagesize()
	b, err := syscall.Mmap(-1, 0, room+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(b) })
	if err := syscall.Mprotect(b[room:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return func(n int) []byte { return b[room-n : room : room] }
}

// integers are small numbers of a kind: sums and products of few of them are exact in any order.
func integers(e Elem, b []byte, r *rand.Rand) {
	for i := range len(b) / e.size() {
		p := unsafe.Pointer(&b[i*e.size()])
		v := r.IntN(3) + 1
		switch e {
		case F64:
			*(*float64)(p) = float64(v)
		case F32:
			*(*float32)(p) = float32(v)
		default:
			for k := range e.size() {
				b[i*e.size()+k] = 0
			}
			b[i*e.size()] = byte(v)
		}
	}
}

func number(e Elem, b []byte) float64 {
	switch e {
	case F64:
		return math.Float64frombits(*(*uint64)(unsafe.Pointer(&b[0])))
	case F32:
		return float64(math.Float32frombits(*(*uint32)(unsafe.Pointer(&b[0]))))
	case I64, U64:
		return float64(*(*int64)(unsafe.Pointer(&b[0])))
	}
	return float64(b[0])
}

var foldFuncs = map[FoldOp]func(a, b float64) float64{
	Sum:     func(a, b float64) float64 { return a + b },
	Product: func(a, b float64) float64 { return a * b },
	Least:   math.Min, Greatest: math.Max, LeastNumber: math.Min, GreatestNumber: math.Max,
}

// Kernels read and write their operands alone, at the end of memory, wherever these begin, and fold them all.
func TestFoldsAtTheEndOfMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	in, to := cliff(t), cliff(t)
	for key, f := range folds {
		if key.level > Best() {
			continue
		}
		z := key.elem.size()
		do := foldFuncs[key.op]
		for l := max(f.Least, 1); l <= 140; l++ {
			for _, w := range []int{1, 3} {
				x, out := in(w*l*z), to(w*z)
				integers(key.elem, x, r)
				if key.op == Product {
					for i := range w * l {
						if i%l > 12 {
							integersOne(key.elem, x[i*z:])
						}
					}
				}
				f.Runs(unsafe.Pointer(&out[0]), unsafe.Pointer(&x[0]), w, l)
				for i := range w {
					want := number(key.elem, x[i*l*z:])
					for k := 1; k < l; k++ {
						want = do(want, number(key.elem, x[(i*l+k)*z:]))
					}
					if got := number(key.elem, out[i*z:]); got != want {
						t.Fatalf("%v: run %d of %d is %v, want %v", name(key), i, l, got, want)
					}
				}
				checkRows(t, key, f, x, to(l*z), w, l)
			}
		}
	}
}

func integersOne(e Elem, b []byte) {
	switch e {
	case F64:
		*(*float64)(unsafe.Pointer(&b[0])) = 1
	case F32:
		*(*float32)(unsafe.Pointer(&b[0])) = 1
	default:
		clear(b[:e.size()])
		b[0] = 1
	}
}

func name(k foldKey) string { return fmt.Sprint(k.level, " fold ", k.op, " of kind ", k.elem) }

// checkRows folds the runs of x as rows.
func checkRows(t *testing.T, key foldKey, f *Fold, x, acc []byte, rows, n int) {
	t.Helper()
	z := key.elem.size()
	copy(acc, x[:n*z])
	done := f.Rows(unsafe.Pointer(&acc[0]), unsafe.Pointer(&x[0]), n, rows, n*z)
	for i := range done {
		want := number(key.elem, x[i*z:])
		for k := range rows {
			want = foldFuncs[key.op](want, number(key.elem, x[(k*n+i)*z:]))
		}
		if got := number(key.elem, acc[i*z:]); got != want {
			t.Fatalf("%v: column %d of %d in %d rows is %v, want %v", name(key), i, n, rows, got, want)
		}
	}
	if f.rows != nil && done < n-f.Lanes+1 {
		t.Fatalf("%v: %d of %d columns are done", name(key), done, n)
	}
}

func TestFindAndDenanAtTheEndOfMemory(t *testing.T) {
	in, to := cliff(t), cliff(t)
	for _, l := range Levels()[1:] {
		for e := F64; e <= U8; e++ {
			z := e.size()
			for n := 1; n <= 140; n++ {
				x := in(n * z)
				for i := range n {
					integersOne(e, x[i*z:])
				}
				one := uint64(1)
				switch e {
				case F64:
					one = math.Float64bits(1)
				case F32:
					one = uint64(math.Float32bits(1))
				}
				if at, done := Find(l, e, unsafe.Pointer(&x[0]), n, one); done > 0 && at != 0 {
					t.Fatalf("%v: the first of %d is not found but %d", l, n, at)
				}
				last := n - 1
				clear(x[last*z:])
				for at := last; at >= max(0, last-3); at-- {
					clear(x[at*z : (at+1)*z])
					got, done := Find(l, e, unsafe.Pointer(&x[0]), n, 0)
					if want := at; done > want && got != want || done <= want && got != -1 {
						t.Fatalf("%v: kind %d, zero at %d of %d is found at %d, %d done", l, e, at, n, got, done)
					}
				}
			}
		}
		for n := 1; n <= 300; n++ {
			x, y := in(8*n), to(8*n)
			v, o := unsafe.Slice((*float64)(unsafe.Pointer(&x[0])), n), unsafe.Slice((*float64)(unsafe.Pointer(&y[0])), n)
			want := 0
			for i := range v {
				if v[i] = float64(i); i%7 == 3 {
					v[i] = math.NaN()
				}
			}
			nans, done := Denan(l, F64, unsafe.Pointer(&y[0]), unsafe.Pointer(&x[0]), n, math.Float64bits(-1))
			for i := range done {
				w := v[i]
				if i%7 == 3 {
					w = -1
					want++
				}
				if o[i] != w {
					t.Fatalf("%v: element %d of %d is %v", l, i, n, o[i])
				}
			}
			if nans != want {
				t.Fatalf("%v: %d NaN of %d", l, nans, want)
			}
		}
	}
}

// Streamed or not, past a leaf's sum and three others that come before; integers have only the first.
func TestScansAtTheEndOfMemory(t *testing.T) {
	in, to := cliff(t), cliff(t)
	for _, l := range Levels()[1:] {
		for _, e := range []Elem{F64, F32, I64} {
			z := e.size()
			for n := 64 / z; n <= 640/z; n += 64 / z {
				for _, stream := range []bool{false, true} {
					x, out := in(n*z), to(n*z)
					for i := range n {
						integersOne(e, x[i*z:])
					}
					state := make([]byte, 32)
					for i := range 4 {
						integersOne(e, state[i*z:])
					}
					alone := slices.Clone(state)
					if !ScanTotal(l, e, unsafe.Pointer(&x[0]), n, unsafe.Pointer(&alone[0])) || number(e, alone) != float64(n+1) {
						t.Fatalf("%v: kind %d, %d elements come to %v alone", l, e, n, number(e, alone))
					}
					before := 4.0
					if e == I64 {
						before = 1
					}
					if !Scan(l, e, unsafe.Pointer(&out[0]), unsafe.Pointer(&x[0]), n, unsafe.Pointer(&state[0]), stream) {
						t.Fatalf("%v: no kernel of kind %d", l, e)
					}
					for i := range n {
						if got := number(e, out[i*z:]); got != before+float64(i+1) {
							t.Fatalf("%v: kind %d, element %d of %d is %v", l, e, i, n, got)
						}
					}
					if got := number(e, state); got != float64(n+1) {
						t.Fatalf("%v: kind %d, %d elements come to %v", l, e, n, got)
					}
				}
			}
		}
	}
}
