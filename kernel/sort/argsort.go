package sort

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Argsort is the int64 positions that sort a along an axis, stably: numpy.argsort(kind="stable"). NaN and NaT come last in
// order of position.
func Argsort(al mem.Allocator, a *nd.Array, axis int) (*nd.Array, error) {
	if err := sortable(a.DType); err != nil {
		return nil, err
	}
	if err := countable(a.Shape[axis]); err != nil {
		return nil, err
	}
	out, err := nd.New(al, dtype.Int64, a.Shape...)
	if err != nil || a.Size() == 0 {
		return out, err
	}
	switch a.DType.Size() {
	case 1:
		err = argLanes(al, a, out, axis, wordPairs[uint8])
	case 2:
		err = argLanes(al, a, out, axis, wordPairs[uint16])
	case 4:
		err = argLanes(al, a, out, axis, wordPairs[uint32])
	case 8:
		err = argLanes(al, a, out, axis, wordPairs[uint64])
	default:
		err = argLanes(al, a, out, axis, complexPairs)
	}
	return out, err
}

// countable refuses lanes whose positions do not fit the 32 bits of a pair.
func countable(n int) error {
	if n > math.MaxUint32 {
		return errs.New(errs.Invalid, "cannot order %d elements at once; chunks hold fewer than 2**32", n)
	}
	return nil
}

// A pairer writes the ordered pairs of the lane at a window position.
type pairer[W word] func(at int, ps, tmp []pair[W])

// argLanes writes the order of every lane to out.
func argLanes[W word](al mem.Allocator, a, out *nd.Array, axis int, open func(mem.Allocator, *nd.Array, int) (pairer[W], func(), error)) error {
	n := a.Shape[axis]
	ps, free, err := scratch[pair[W]](al, 2*n)
	if err != nil {
		return err
	}
	defer free()
	lane, done, err := open(al, a, axis)
	if err != nil {
		return err
	}
	defer done()
	to, outFirst := nd.Window[int64](out)
	starts := make([]int, 0, out.Size()/n)
	eachLane(out, axis, outFirst, func(at int) { starts = append(starts, at) })
	step := out.Strides[axis]
	i := 0
	eachLane(a, axis, firstOf(a), func(at int) {
		lane(at, ps[:n], ps[n:])
		p := starts[i]
		for _, x := range ps[:n] {
			to[p] = int64(x.i)
			p += step
		}
		i++
	})
	return nil
}

// firstOf is the place of element (0, 0, ...) in the window of a.
func firstOf(a *nd.Array) int {
	first := 0
	for i, k := range a.Shape {
		if s := a.Strides[i] * (k - 1); s < 0 {
			first -= s
		}
	}
	return first
}

func wordPairs[W word](al mem.Allocator, a *nd.Array, axis int) (pairer[W], func(), error) {
	n, step := a.Shape[axis], a.Strides[axis]
	keys, free, err := scratch[W](al, n)
	if err != nil {
		return nil, nil, err
	}
	win, _ := nd.Window[W](asWords(a))
	return func(at int, ps, tmp []pair[W]) {
		gather(keys, win, at, step)
		encode(a.DType, keys, false)
		for i, k := range keys {
			ps[i] = pair[W]{k, uint32(i)}
		}
		sortPairs(ps, tmp)
	}, free, nil
}

func complexPairs(al mem.Allocator, a *nd.Array, axis int) (pairer[uint64], func(), error) {
	n, step := a.Shape[axis], a.Strides[axis]
	vals, free, err := scratch[complex128](al, n)
	if err != nil {
		return nil, nil, err
	}
	win, _ := nd.Window[complex128](a)
	return func(at int, ps, tmp []pair[uint64]) {
		gather(vals, win, at, step)
		orderComplex(vals, ps, tmp)
	}, free, nil
}

// ordered is the order of a one-dimensional array as pairs, whose keys are equal where the elements are. Of complex128 the keys
// are ranks.
func ordered[W word](al mem.Allocator, a *nd.Array) ([]pair[W], func(), error) {
	n := a.Shape[0]
	ps, free, err := scratch[pair[W]](al, 2*n)
	if err != nil {
		return nil, nil, err
	}
	if n == 0 {
		return nil, free, nil
	}
	lane, done, err := wordPairs[W](al, a, 0)
	if err != nil {
		free()
		return nil, nil, err
	}
	defer done()
	lane(firstOf(a), ps[:n], ps[n:])
	return ps[:n], free, nil
}

// orderedComplex is ordered for complex128: the keys are ranks among the elements, counted from 0, and nan is the rank of the first
// element with a NaN.
func orderedComplex(al mem.Allocator, a *nd.Array) (ps []pair[uint64], nan uint64, free func(), err error) {
	n := a.Shape[0]
	ps, free, err = scratch[pair[uint64]](al, 2*n)
	if err != nil || n == 0 {
		return nil, 0, free, err
	}
	lane, done, err := complexPairs(al, a, 0)
	if err != nil {
		free()
		return nil, 0, nil, err
	}
	defer done()
	lane(firstOf(a), ps[:n], ps[n:])
	ps = ps[:n]
	nan = uint64(n)
	rank := uint64(0)
	var lastHi, lastLo uint64
	for j, p := range ps {
		hi, lo := complexKeys(nd.At[complex128](a, int(p.i)))
		if j > 0 && (hi != lastHi || lo != lastLo) {
			rank++
		}
		if hi >= anyNaN64 && nan == uint64(n) {
			nan = rank
		}
		ps[j].k, lastHi, lastLo = rank, hi, lo
	}
	return ps, nan, free, nil
}

// anyNaN64 is the least first half of the key of a complex128 with a NaN.
const anyNaN64 = 1<<63 | 0x7ff8000000000000
