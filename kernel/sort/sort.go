package sort

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func sizeof[T any](t T) int { return int(unsafe.Sizeof(t)) }

// Sort sorts a in place along an axis, as numpy.sort: NaN and NaT last, complex numbers lexicographically. Scratch of two lanes is taken from al.
// An axis outside a panics; a dtype that is no fixed-width one is a Type error.
func Sort(al mem.Allocator, a *nd.Array, axis int) error {
	if err := sortable(a.DType); err != nil {
		return err
	}
	if a.Size() == 0 {
		return nil
	}
	if a.DType.IsComplex() {
		return sortComplex(al, a, axis)
	}
	switch a.DType.Size() {
	case 1:
		return sortLanes[uint8](al, a, axis, sortKeys)
	case 2:
		return sortLanes[uint16](al, a, axis, sortKeys)
	case 4:
		return sortLanes[uint32](al, a, axis, sortKeys)
	}
	return sortLanes[uint64](al, a, axis, sortKeys)
}

// sortLanes applies f to the keys of every lane, writing them back as values.
func sortLanes[W word](al mem.Allocator, a *nd.Array, axis int, f func(keys, tmp []W)) error {
	n, step := a.Shape[axis], a.Strides[axis]
	buf, free, err := scratch[W](al, 2*n)
	if err != nil {
		return err
	}
	defer free()
	win, first := nd.Window[W](asWords(a))
	keys, tmp := buf[:n], buf[n:]
	eachLane(a, axis, first, func(at int) {
		lane := keys
		if step == 1 {
			lane = win[at : at+n]
		} else {
			gather(lane, win, at, step)
		}
		encode(a.DType, lane, true)
		f(lane, tmp)
		decode(a.DType, lane)
		if step != 1 {
			scatter(win, at, step, lane)
		}
	})
	return nil
}

// sortComplex sorts lanes of complex numbers: their order first, then the values by it. Keys alone would lose the sign of zeros, or let it
// decide before imaginary parts.
func sortComplex(al mem.Allocator, a *nd.Array, axis int) error {
	if err := countable(a.Shape[axis]); err != nil {
		return err
	}
	if a.DType == dtype.Complex64 {
		return sortByOrder[complex64](al, a, axis, wordPairs[uint64])
	}
	return sortByOrder[complex128](al, a, axis, complexPairs)
}

func sortByOrder[T dtype.Elem](al mem.Allocator, a *nd.Array, axis int, open func(mem.Allocator, *nd.Array, int) (pairer[uint64], func(), error)) error {
	n, step := a.Shape[axis], a.Strides[axis]
	out, freeOut, err := scratch[T](al, n)
	if err != nil {
		return err
	}
	defer freeOut()
	ps, free, err := scratch[pair[uint64]](al, 2*n)
	if err != nil {
		return err
	}
	defer free()
	lane, done, err := open(al, a, axis)
	if err != nil {
		return err
	}
	defer done()
	win, first := nd.Window[T](a)
	eachLane(a, axis, first, func(at int) {
		lane(at, ps[:n], ps[n:])
		for i, p := range ps[:n] {
			out[i] = win[at+int(p.i)*step]
		}
		scatter(win, at, step, out)
	})
	return nil
}

// orderComplex leaves the stable order of lane in ps.
func orderComplex(lane []complex128, ps, tmp []pair[uint64]) {
	for i, v := range lane {
		_, lo := complexKeys(v)
		ps[i] = pair[uint64]{lo, uint32(i)}
	}
	sortPairs(ps, tmp)
	for i := range ps {
		ps[i].k, _ = complexKeys(lane[ps[i].i])
	}
	sortPairs(ps, tmp)
}
