package reduce

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/basic"
)

// counter counts elements without looking at them: the divisor of a mean whose shape is not known before.
type counter struct{}

func count(from dtype.DType) Fold {
	return Fold{In: from, Out: dtype.Int64, free: true, step: counter{}, out: whole[int64]}
}

func (counter) name() string { return "count" }
func (counter) size() int    { return 8 }

func (counter) runs(st unsafe.Pointer, _ basic.Vec, w, l, _ int) {
	s := slice[int64](st, w)
	for i := range s {
		s[i] = int64(l)
	}
}

func (c counter) leaves(st unsafe.Pointer, v basic.Vec, w, l, at int) { c.runs(st, v, w, l, at) }
func (c counter) collapse(st unsafe.Pointer, w int)                   { collapse(c, st, 1, w) }

func (counter) rows(st unsafe.Pointer, _ basic.Vec, w, r, _ int, first bool) {
	s := slice[int64](st, w)
	if first {
		clear(s)
	}
	for i := range s {
		s[i] += int64(r)
	}
}

func (counter) merge(a, b unsafe.Pointer, w int) {
	x, y := slice[int64](a, w), slice[int64](b, w)
	for i := range x {
		x[i] += y[i]
	}
}

func (counter) none(st unsafe.Pointer, w int) bool {
	clear(slice[int64](st, w))
	return true
}
