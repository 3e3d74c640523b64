package reduce

import (
	"sync"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// A chain folds in order; its one level is the fold so far.
type chain[T any] struct{ f func(a, b T) T }

func inOrder[T any](f func(a, b T) T) accumulator { return chain[T]{f} }

func (chain[T]) levels() int                   { return 1 }
func (chain[T]) size() int                     { var v T; return int(unsafe.Sizeof(v)) }
func (chain[T]) tidy(unsafe.Pointer, int, int) {}

func (c chain[T]) line(out, x unsafe.Pointer, n, p int, st unsafe.Pointer, _ bool) {
	o, v, held := slice[T](out, n), slice[T](x, n), (*T)(st)
	acc := v[0]
	if p > 0 {
		acc = c.f(*held, acc)
	}
	o[0] = acc
	for i, e := range v[1:] {
		acc = c.f(acc, e)
		o[i+1] = acc
	}
	*held = acc
}

func (c chain[T]) row(out, x unsafe.Pointer, w, p int, st unsafe.Pointer) {
	held, v := slice[T](st, w), slice[T](x, w)
	if p == 0 {
		copy(held, v)
	} else {
		for i, b := range held {
			held[i] = c.f(b, v[i])
		}
	}
	copy(slice[T](out, w), held)
}

// A runningProduct folds numbers in order.
type runningProduct[T number] struct {
	chain[T]
	fold *asm.Fold
}

func productOf[T number]() accumulator {
	return runningProduct[T]{chain[T]{func(a, b T) T { return a * b }}, foldOf[T](asm.Product)}
}

func (c runningProduct[T]) line(out, x unsafe.Pointer, n, p int, st unsafe.Pointer, _ bool) {
	o, v, held := slice[T](out, n), slice[T](x, n), (*T)(st)
	acc := v[0]
	if p > 0 {
		acc = *held * acc
	}
	o[0] = acc
	v, o = v[1:], o[1:]
	for i, e := range v {
		acc *= e
		o[i] = acc
	}
	*held = acc
}

func (c runningProduct[T]) row(out, x unsafe.Pointer, w, p int, st unsafe.Pointer) {
	if p == 0 || c.fold == nil || w < c.fold.Lanes {
		c.chain.row(out, x, w, p, st)
		return
	}
	held, v := slice[T](st, w), slice[T](x, w)
	for i := c.fold.Rows(st, x, w, 1, 0); i < w; i++ {
		held[i] *= v[i]
	}
	copy(slice[T](out, w), held)
}

// accumulatorOf is the arithmetic of a name for elements of d; from is what they were before the cast.
func accumulatorOf(name string, from, d dtype.DType) (accumulator, bool) {
	prod := name == "cumprod" || name == "nancumprod"
	switch name {
	case "cummin", "cummax":
		return extremeScanner(name == "cummax", d)
	case "cumsum", "nancumsum":
		if d.IsTimedelta() && from.IsTimedelta() {
			return inOrder(addSpans), true
		}
	case "cumprod", "nancumprod":
	default:
		return nil, false
	}
	if from.IsTemporal() {
		return nil, false
	}
	switch d.Kind {
	case dtype.BoolKind:
		return inOrder(func(a, b bool) bool { return a && b || !prod && (a || b) }), true
	case dtype.Int8Kind:
		return running[int8](prod), true
	case dtype.Int16Kind:
		return running[int16](prod), true
	case dtype.Int32Kind:
		return running[int32](prod), true
	case dtype.Int64Kind:
		return running[int64](prod), true
	case dtype.Uint8Kind:
		return running[uint8](prod), true
	case dtype.Uint16Kind:
		return running[uint16](prod), true
	case dtype.Uint32Kind:
		return running[uint32](prod), true
	case dtype.Uint64Kind:
		return running[uint64](prod), true
	case dtype.Float16Kind:
		return inOrder(func(a, b dtype.F16) dtype.F16 { return dtype.ToF16(a.Float32() * b.Float32()) }), prod
	case dtype.Float32Kind:
		return running[float32](prod), true
	case dtype.Float64Kind:
		return running[float64](prod), true
	case dtype.Complex64Kind:
		return running[complex64](prod), true
	case dtype.Complex128Kind:
		return running[complex128](prod), true
	}
	return nil, false
}

func running[T number](prod bool) accumulator {
	if prod {
		return productOf[T]()
	}
	return runningSumOf[T]()
}

// extremeScanner is the running minimum or maximum of d: the join of the fold of that name.
func extremeScanner(top bool, d dtype.DType) (accumulator, bool) {
	name := "min"
	if top {
		name = "max"
	}
	f, ok := extremum(name, d)
	if !ok {
		return nil, false
	}
	switch t := f.step.(type) {
	case truthStep:
		return inOrder(t.join), true
	case *typed[int8, int8]:
		return inOrder(t.join), true
	case *typed[int16, int16]:
		return inOrder(t.join), true
	case *typed[int32, int32]:
		return inOrder(t.join), true
	case *typed[int64, int64]:
		return inOrder(t.join), true
	case *typed[uint8, uint8]:
		return inOrder(t.join), true
	case *typed[uint16, uint16]:
		return inOrder(t.join), true
	case *typed[uint32, uint32]:
		return inOrder(t.join), true
	case *typed[uint64, uint64]:
		return inOrder(t.join), true
	case *typed[float32, float32]:
		if d == dtype.Float16 {
			return inOrder(func(a, b dtype.F16) dtype.F16 { return dtype.ToF16(t.join(a.Float32(), b.Float32())) }), true
		}
		return inOrder(t.join), true
	case *typed[float64, float64]:
		return inOrder(t.join), true
	case *typed[complex128, complex128]:
		if d == dtype.Complex64 {
			return inOrder(func(a, b complex64) complex64 { return complex64(t.join(complex128(a), complex128(b))) }), true
		}
		return inOrder(t.join), true
	}
	return nil, false
}

// scanners lends as many workers as there are calls at the same time.
type scanners struct {
	s    *scan
	mu   sync.Mutex
	idle []*scanWorker
}

func (p *scanners) take() *scanWorker {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle)
	if n == 0 {
		return &scanWorker{scan: p.s, r: p.s.open()}
	}
	w := p.idle[n-1]
	p.idle = p.idle[:n-1]
	return w
}

func (p *scanners) give(w *scanWorker) {
	p.mu.Lock()
	p.idle = append(p.idle, w)
	p.mu.Unlock()
}

// spread is argument i, which came as a single value, n times.
func (r *arrayReader) spread(i, n int) unsafe.Pointer {
	d := r.ways[i].to
	p := block(d.Size())
	size := d.Size()
	b := slice[byte](p, n*size)
	copy(b, slice[byte](r.out[i].P, size))
	for done := size; done < len(b); done *= 2 {
		copy(b[done:], b[:done])
	}
	return p
}
