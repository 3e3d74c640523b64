package reduce

import (
	"bytes"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// A truthStep is any or all, as the greatest or the least of bytes that are 0 or 1.
type truthStep struct{ *typed[bool, bool] }

// decided tells that the states of w results cannot change any more.
func (t truthStep) decided(st unsafe.Pointer, w int) bool {
	stop := t.fn == "any"
	for _, x := range slice[bool](st, w) {
		if x != stop {
			return false
		}
	}
	return true
}

// truth is any or all.
func truth(name string) Fold {
	unit := name == "all"
	stop := !unit
	op := asm.Greatest
	if unit {
		op = asm.Least
	}
	run := func(v []bool, _ int) bool {
		for _, x := range v {
			if x == stop {
				return stop
			}
		}
		return unit
	}
	f := plain(dtype.Bool, name, func(a, b bool) bool {
		if a == stop {
			return a
		}
		return b
	}, &unit)
	t := f.step.(*typed[bool, bool])
	t.run, t.fold = run, foldOf[bool](op)
	f.step, f.free = truthStep{t}, true
	return f
}

func countTrue() Fold {
	var zero int64
	one := []byte{1}
	return Fold{In: dtype.Bool, Out: dtype.Int64, free: true, out: whole[int64], step: &typed[uint8, int64]{
		fn: "count_nonzero", run: func(v []uint8, _ int) int64 { return int64(bytes.Count(v, one)) },
		add: func(st []int64, v []uint8, _ int) {
			v = v[:len(st)]
			for i := range st {
				st[i] += int64(v[i])
			}
		},
		join: func(a, b int64) int64 { return a + b }, start: func(v uint8, _ int) int64 { return int64(v) }, identity: &zero,
	}}
}
