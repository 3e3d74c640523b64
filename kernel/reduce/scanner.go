package reduce

import (
	"sync"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
)

// extremeScanner is the running minimum or maximum of d: the join of the fold of that name.
func extremeScanner(top bool, d dtype.DType) (scanner, bool) {
	name := "min"
	if top {
		name = "max"
	}
	f, ok := extremum(name, d)
	if !ok {
		return scanner{}, false
	}
	switch t := f.step.(type) {
	case truthStep:
		return scannerFor(t.join), true
	case *typed[int8, int8]:
		return scannerFor(t.join), true
	case *typed[int16, int16]:
		return scannerFor(t.join), true
	case *typed[int32, int32]:
		return scannerFor(t.join), true
	case *typed[int64, int64]:
		return scannerFor(t.join), true
	case *typed[uint8, uint8]:
		return scannerFor(t.join), true
	case *typed[uint16, uint16]:
		return scannerFor(t.join), true
	case *typed[uint32, uint32]:
		return scannerFor(t.join), true
	case *typed[uint64, uint64]:
		return scannerFor(t.join), true
	case *typed[float32, float32]:
		if d == dtype.Float16 {
			return scannerFor(func(a, b dtype.F16) dtype.F16 { return dtype.ToF16(t.join(a.Float32(), b.Float32())) }), true
		}
		return scannerFor(t.join), true
	case *typed[float64, float64]:
		return scannerFor(t.join), true
	case *typed[complex128, complex128]:
		if d == dtype.Complex64 {
			return scannerFor(func(a, b complex64) complex64 { return complex64(t.join(complex128(a), complex128(b))) }), true
		}
		return scannerFor(t.join), true
	}
	return scanner{}, false
}

// readers lends as many readers as there are calls at the same time.
type readers struct {
	mu   sync.Mutex
	idle []*arrayReader
}

func (p *readers) take(open func() *arrayReader) *arrayReader {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle)
	if n == 0 {
		return open()
	}
	r := p.idle[n-1]
	p.idle = p.idle[:n-1]
	return r
}

func (p *readers) give(r *arrayReader) {
	p.mu.Lock()
	p.idle = append(p.idle, r)
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
