package mem_test

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

func TestScratchIsGivenBackEarly(t *testing.T) {
	p := mem.NewPool(1024 * kib)
	s := mem.NewScope(p)
	v, free, err := mem.Scratch[int64](s, 8*kib)
	if err != nil || len(v) != 8*kib {
		t.Fatal(len(v), err)
	}
	booked(t, p, 64*kib, 0, 64*kib)
	free()
	booked(t, p, 0, 0, 0)
	free() // no longer the scope's
	booked(t, p, 0, 0, 0)
	if _, _, err := mem.Scratch[int64](s, 1024*kib); errs.KindOf(err) != errs.OutOfMemory {
		t.Errorf("more than the budget: %v", err)
	}
	if none, free, err := mem.Scratch[int64](s, 0); none != nil || err != nil {
		t.Error(none, err)
	} else {
		free()
	}
	s.Close()
	booked(t, p, 0, 0, 0)
}

func TestFreeKnowsWhoTakesBlocksBack(t *testing.T) {
	s := mem.NewScope(mem.NewPool(64 * kib))
	b := must(t, s, 10)
	if mem.Free(mem.Heap, b) || mem.Free(nil, b) || mem.Free(s, nil) {
		t.Error("what cannot be taken back was")
	}
	if !mem.Free(s, b) || mem.Free(s, b) {
		t.Error("a block of the scope is freed once")
	}
	s.Close()
}
