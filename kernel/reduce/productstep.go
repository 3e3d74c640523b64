package reduce

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// A productStep multiplies floats. The states of w results are their h, then their l, then their x.
type productStep[T float] struct{}

func (productStep[T]) name() string { return "product" }

func (productStep[T]) size() int { return 24 }

// productIn is the three planes of w products.
func productIn(st unsafe.Pointer, w int) (h, l, x []float64) {
	v := slice[float64](st, 3*w)
	return v[:w:w], v[w : 2*w : 2*w], v[2*w:]
}

func (s productStep[T]) none(st unsafe.Pointer, w int) bool {
	h, l, x := productIn(st, w)
	for i := range h {
		h[i] = 1
	}
	clear(l)
	clear(x)
	return true
}

func (s productStep[T]) runs(st unsafe.Pointer, v basic.Vec, w, l, _ int) {
	h, lo, x := productIn(st, w)
	elem, _ := elemOf[T]()
	all, done := slice[T](v.P, w*l), 0
	if l > short {
		done = asm.Products(level, elem, st, 8*w, v.P, w, l)
	}
	for i := range h {
		r := all[i*l : (i+1)*l]
		if done == 0 || x[i] != x[i] && level == asm.AVX2 {
			h[i], lo[i], x[i] = scaledProduct(r)
			continue
		}
		for _, y := range r[done:] {
			h[i], lo[i], x[i] = times(h[i], lo[i], x[i], float64(y))
		}
	}
}

// leaves makes the first state the product of all runs, which follow each other.
func (s productStep[T]) leaves(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	s.runs(st, v, 1, w*l, at)
}

func (productStep[T]) collapse(unsafe.Pointer, int) {}

func (s productStep[T]) rows(st unsafe.Pointer, v basic.Vec, w, r, _ int, first bool) {
	if first {
		s.none(st, w)
	}
	h, l, x := productIn(st, w)
	elem, _ := elemOf[T]()
	var z T
	for all := slice[T](v.P, w*r); len(all) > 0; {
		n := min(64, len(all)/w)
		for c := 0; c < w; {
			if c += asm.ProductRows(level, elem, unsafe.Pointer(&h[c]), 8*w, unsafe.Pointer(&all[c]), w-c, n, w*int(unsafe.Sizeof(z))); c == w {
				break
			}
			// what the kernel stopped before, or what it does not do
			stop := min(c+strip, w)
			for k := range n {
				for i, y := range all[k*w+c : k*w+stop] {
					i += c
					h[i], l[i], x[i] = times(h[i], l[i], x[i], float64(y))
				}
			}
			c = stop
		}
		all = all[n*w:]
	}
}

func (productStep[T]) merge(a, b unsafe.Pointer, w int) {
	h, l, x := productIn(a, w)
	h1, l1, x1 := productIn(b, w)
	for i := asm.ProductJoin(level, a, b, 8*w, w); i < w; i++ {
		h[i], l[i], x[i] = timesProduct(h[i], l[i], x[i], h1[i], l1[i], x1[i])
	}
}

// floatProduct is the fold that multiplies elements of in, which may be narrower than results of dtype to.
func floatProduct(in, to dtype.DType) Fold {
	f := Fold{In: in, Out: to, free: true, step: stepper(productStep[float64]{})}
	if in == dtype.Float32 {
		f.step = productStep[float32]{}
	}
	f.out = func(dst, st unsafe.Pointer, w int) {
		h, l, x := productIn(st, w)
		endProduct(to, dst, h, l, x)
	}
	return f
}

// endProduct writes products, rounded once.
func endProduct(to dtype.DType, dst unsafe.Pointer, h, l, x []float64) {
	n := len(h)
	for i := range n {
		switch to.Kind {
		case dtype.Float16Kind:
			slice[dtype.F16](dst, n)[i] = dtype.ToF16(float32(roundProduct(h[i], l[i], x[i], 11, -24)))
		case dtype.Float32Kind:
			slice[float32](dst, n)[i] = float32(roundProduct(h[i], l[i], x[i], 24, -149))
		default:
			slice[float64](dst, n)[i] = roundProduct(h[i], l[i], x[i], 53, -1074)
		}
	}
}
