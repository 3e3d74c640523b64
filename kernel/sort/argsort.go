package sort

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Argsort is the int64 positions that sort a along an axis, stably: numpy.argsort(kind="stable"). NaN and NaT
// come last in order of position. Scratch of a lane is taken from al.
func Argsort(al mem.Allocator, a *nd.Array, axis int, par parallel.Func) (*nd.Array, error) {
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
	lane, done, err := openerOf(a.DType)(al, a, axis)
	if err != nil {
		return nil, err
	}
	defer done()
	to, outFirst := nd.Window[int64](out)
	n, step := a.Shape[axis], out.Strides[axis]
	ends := laneStarts(out, axis, outFirst)
	places := to
	if step != 1 {
		var free func()
		if places, free, err = mem.Scratch[int64](al, n); err != nil {
			return nil, err
		}
		defer free()
	}
	for i, at := range laneStarts(a, axis, firstOf(a)) {
		if step == 1 {
			places = to[ends[i] : ends[i]+n]
		}
		if err := lane(at, places, false, par); err != nil {
			return nil, err
		}
		if step != 1 {
			scatter(to, ends[i], step, places)
		}
	}
	return out, nil
}

// An orderer writes the positions that sort the lane at a window position stably; see orderKeys.
type orderer func(at int, out []int64, heads bool, par parallel.Func) error

// An opener makes the orderer of the lanes of a along an axis, and what ends it.
type opener func(al mem.Allocator, a *nd.Array, axis int) (orderer, func(), error)

func openerOf(d dtype.DType) opener {
	switch d.Size() {
	case 1:
		return wordOrder[uint8]
	case 2:
		return wordOrder[uint16]
	case 4:
		return wordOrder[uint32]
	case 8:
		return wordOrder[uint64]
	}
	return complexOrderer
}

func wordOrder[W word](al mem.Allocator, a *nd.Array, axis int) (orderer, func(), error) {
	n, step := a.Shape[axis], a.Strides[axis]
	keys, free, err := mem.Scratch[W](al, n)
	if err != nil {
		return nil, nil, err
	}
	win, _ := nd.Window[W](asWords(a))
	return func(at int, out []int64, heads bool, par parallel.Func) error {
		if err := keysInto(a.DType, keys, win, at, step, par); err != nil {
			return err
		}
		return orderKeys(al, keys, out, heads, par)
	}, free, nil
}

// keysInto writes the keys of a lane, with zeros of both signs alike.
func keysInto[W word](d dtype.DType, keys, win []W, at, step int, par parallel.Func) error {
	if step == 1 && !d.IsComplex() {
		f, k := formOf[W](d, false), kernelOf[W](asm.Active())
		return par.Spans(len(keys), span, func(lo, hi int) { encodeForm(k, keys[lo:hi], win[at+lo:at+hi], &f) })
	}
	gather(keys, win, at, step)
	encode(d, keys, false)
	return nil
}

func complexOrderer(al mem.Allocator, a *nd.Array, axis int) (orderer, func(), error) {
	n, step := a.Shape[axis], a.Strides[axis]
	vals, free, err := mem.Scratch[complex128](al, n)
	if err != nil {
		return nil, nil, err
	}
	ps, freePairs, err := mem.Scratch[pair[uint64]](al, 2*n)
	if err != nil {
		free()
		return nil, nil, err
	}
	win, _ := nd.Window[complex128](a)
	return func(at int, out []int64, heads bool, _ parallel.Func) error {
			gather(vals, win, at, step)
			orderComplex(vals, ps[:n], ps[n:])
			var lastHi, lastLo uint64
			for i, p := range ps[:n] {
				out[i] = int64(p.i)
				if !heads {
					continue
				}
				hi, lo := complexKeys(vals[p.i])
				if i == 0 || hi != lastHi || lo != lastLo {
					out[i] |= headBit
				}
				lastHi, lastLo = hi, lo
			}
			return nil
		}, func() {
			free()
			freePairs()
		}, nil
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
