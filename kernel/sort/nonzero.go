package sort

import (
	"bytes"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// maskRun is the elements that one call of Parallel's function looks at.
const maskRun = 1 << 17

// Nonzero is the int64 positions, one array per axis, of the elements that are not zero or false, in C order:
// numpy.nonzero. Those of the first axis count from at. NaN and NaT are not zero. A zero-dimensional array
// counts as one element of one axis.
func Nonzero(al mem.Allocator, a *nd.Array, at int, par parallel.Func) ([]*nd.Array, error) {
	if err := sortable(a.DType); err != nil {
		return nil, err
	}
	c, err := a.Contig(al)
	if err != nil {
		return nil, err
	}
	shape := a.Shape
	if len(shape) == 0 {
		shape = []int{1}
	}
	mask, free, err := truths(al, c, par)
	if err != nil {
		return nil, err
	}
	defer free()
	ends := make([]int, (len(mask)+maskRun-1)/maskRun)
	if err := par.Spans(len(mask), maskRun, func(lo, hi int) { ends[lo/maskRun] = trues(mask[lo:hi]) }); err != nil {
		return nil, err
	}
	for i := range ends[min(1, len(ends)):] {
		ends[i+1] += ends[i]
	}
	n := 0
	if len(ends) > 0 {
		n = ends[len(ends)-1]
	}
	out := make([]*nd.Array, len(shape))
	places := make([][]int64, len(shape))
	for k := range out {
		if out[k], err = nd.New(al, dtype.Int64, n); err != nil {
			return nil, err
		}
		places[k] = nd.Data[int64](out[k])
	}
	err = par.Spans(len(mask), maskRun, func(lo, hi int) {
		from, end := 0, ends[lo/maskRun]
		if lo > 0 {
			from = ends[lo/maskRun-1]
		}
		if len(shape) == 1 {
			placesOf(places[0][from:end], mask[lo:hi], at+lo)
			return
		}
		placesOf(places[0][from:end], mask[lo:hi], lo)
		coordinates(places, from, end, shape, at)
	})
	return out, err
}

// truths is a byte for every element of a contiguous array, not zero where the element is not; and what gives
// the bytes back.
func truths(al mem.Allocator, a *nd.Array, par parallel.Func) (mask []byte, free func(), err error) {
	if a.DType.Size() == 1 {
		return nd.Data[uint8](asWords(a)), func() {}, nil
	}
	l, err := basic.Cast(dtype.Bool, a.DType)
	if err != nil {
		return nil, nil, err
	}
	if mask, free, err = mem.Scratch[byte](al, a.Size()); err != nil || len(mask) == 0 {
		return mask, free, err
	}
	from := a.Block.Bytes()[a.Offset*a.DType.Size():]
	err = par.Each((len(mask)+maskRun-1)/maskRun, func(i int) error {
		lo, hi := i*maskRun, min(len(mask), (i+1)*maskRun)
		return l.Run(hi-lo, []basic.Vec{basic.Bytes(from[lo*a.DType.Size():])}, []basic.Vec{basic.Bytes(mask[lo:hi])})
	})
	if err != nil {
		free()
	}
	return mask, free, err
}

// trues is the number of bytes that are not zero.
func trues(mask []byte) int { return len(mask) - bytes.Count(mask, []byte{0}) }

// placesOf writes the places, counted from at, of the bytes that are not zero, len(out) of them.
func placesOf(out []int64, mask []byte, at int) {
	looked, n := asm.KeepPlaces(asm.Active(), out, mask, at)
	for i, v := range mask[looked:] {
		if n == len(out) {
			return
		}
		out[n] = int64(at + looked + i)
		if v != 0 {
			n++
		}
	}
}

// keepWords writes the words where bytes of the mask are not zero, len(out) of them.
func keepWords[W word](out, from []W, mask []byte) {
	looked, n := asm.Keep(asm.Active(), out, mask, from)
	for i, v := range mask[looked:] {
		if n == len(out) {
			return
		}
		out[n] = from[looked+i]
		if v != 0 {
			n++
		}
	}
}

// coordinates splits the flat positions in from to end of the first list by axis; those of the first axis
// count from at.
func coordinates(places [][]int64, from, end int, shape []int, at int) {
	rest := places[0][from:end]
	for k := len(shape) - 1; k > 0; k-- {
		d, n := places[k][from:end], uint64(shape[k])
		for i, p := range rest {
			q := uint64(p) / n
			d[i], rest[i] = int64(uint64(p)-q*n), int64(q)
		}
	}
	if at == 0 {
		return
	}
	for i := range rest {
		rest[i] += int64(at)
	}
}
