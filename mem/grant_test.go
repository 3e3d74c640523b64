package mem_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

const kib = 1 << 10

func booked(t *testing.T, p *mem.Pool, booked, granted, used int64) {
	t.Helper()
	if st := p.Stats(); st.Booked != booked || st.Granted != granted || st.Used != used {
		t.Fatalf("booked %d granted %d used %d, want %d %d %d", st.Booked, st.Granted, st.Used, booked, granted, used)
	}
}

func must(t *testing.T, a mem.Allocator, n int) *mem.Block {
	t.Helper()
	b, err := a.Alloc(n)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestGrantPaysOnceForItsBlocks(t *testing.T) {
	p := mem.NewPool(1024 * kib)
	g, err := p.Reserve(512 * kib)
	if err != nil {
		t.Fatal(err)
	}
	booked(t, p, 512*kib, 512*kib, 0)
	a := must(t, g, 256*kib)
	b := must(t, g, 256*kib)
	booked(t, p, 512*kib, 512*kib, 512*kib)
	a.Release() // its bytes are the grant's again
	a = must(t, g, 128*kib)
	booked(t, p, 512*kib, 512*kib, 384*kib)
	c := must(t, g, 256*kib) // 128 KiB of growth
	booked(t, p, 640*kib, 640*kib, 640*kib)
	g.Close()
	g.Close()
	booked(t, p, 640*kib, 0, 640*kib) // the pool pays for what lives on
	c.Release()
	booked(t, p, 384*kib, 0, 384*kib)
	if _, err := g.Alloc(1); errs.KindOf(err) != errs.Internal {
		t.Errorf("a closed grant allocates: %v", err)
	}
	if err := g.Grow(1); errs.KindOf(err) != errs.Internal {
		t.Errorf("a closed grant grows: %v", err)
	}
	a.Release()
	b.Release()
	booked(t, p, 0, 0, 0)
	if g.Peak() != 640*kib {
		t.Errorf("peak %d", g.Peak())
	}
}

func TestRefusals(t *testing.T) {
	p := mem.NewPool(1024 * kib)
	g, _ := p.Reserve(1000 * kib)
	for _, c := range []struct {
		name string
		err  error
		kind errs.Kind
		text string
	}{
		{"reserve", second(p.Reserve(25 * kib)), errs.Pressure, "no memory for 25600 bytes: 1024000 of 1048576 bytes are taken"},
		{"reserve more than there is", second(p.Reserve(1025 * kib)), errs.OutOfMemory, "1049600 bytes are more than the memory budget of 1048576 bytes"},
		{"alloc", second(p.Alloc(32 * kib)), errs.Pressure, "no memory for 32768 bytes"},
		{"alloc more than there is", second(p.Alloc(2048 * kib)), errs.OutOfMemory, "more than the memory budget"},
		{"grow past the budget", g.Grow(25 * kib), errs.OutOfMemory, "1049600 bytes are more than"},
	} {
		if errs.KindOf(c.err) != c.kind || !strings.Contains(c.err.Error(), c.text) {
			t.Errorf("%s: %v: %v, want %v: %s", c.name, errs.KindOf(c.err), c.err, c.kind, c.text)
		}
	}
	booked(t, p, 1000*kib, 1000*kib, 0)
	if err := g.Grow(24 * kib); err != nil {
		t.Error(err)
	}
	g.Close()
	booked(t, p, 0, 0, 0)
}

func second[T any](_ T, err error) error { return err }

func TestPressureIsAskedForRoom(t *testing.T) {
	p := mem.NewPool(1024 * kib)
	stored := []*mem.Block{must(t, p, 512*kib), must(t, p, 512*kib)}
	var asked []int64
	p.OnPressure(func(need int64) error {
		asked = append(asked, need)
		if len(stored) == 0 {
			return errors.New("nothing is left to spill")
		}
		stored[0].Release()
		stored = stored[1:]
		return nil
	})
	frees := 0
	p.OnFree(func() { frees++ })
	g, err := p.Reserve(768 * kib)
	if err != nil || len(asked) != 2 || asked[0] != 768*kib || frees != 2 {
		t.Fatalf("asked %v, freed %d times: %v", asked, frees, err)
	}
	if _, err := p.Alloc(512 * kib); errs.KindOf(err) != errs.Pressure || !strings.HasSuffix(err.Error(), "taken: nothing is left to spill") {
		t.Errorf("got %v", err)
	}
	b := must(t, g, 64*kib)
	b.Release()
	if frees != 2 {
		t.Error("a block of an open grant gave budget back")
	}
	g.Close()
	if frees != 3 {
		t.Error("the end of a grant was not told")
	}
	p.OnPressure(nil)
	p.OnFree(nil)
	if g, err := p.Reserve(1024 * kib); err != nil {
		t.Error(err)
	} else if g.Close(); frees != 3 {
		t.Error("a hook that was taken away was called")
	}
}

func TestAGrantClosedWhileItGrowsBooksNothing(t *testing.T) {
	p := mem.NewPool(1024 * kib)
	g, _ := p.Reserve(512 * kib)
	b := must(t, p, 512*kib)
	p.OnPressure(func(int64) error {
		g.Close()
		b.Release()
		return nil
	})
	if _, err := g.Alloc(600 * kib); errs.KindOf(err) != errs.Internal {
		t.Errorf("got %v", err)
	}
	booked(t, p, 0, 0, 0)
}

func TestSettleMovesAChargeToThePool(t *testing.T) {
	p := mem.NewPool(1024 * kib)
	g, _ := p.Reserve(512 * kib)
	a, b := must(t, g, 128*kib), must(t, g, 128*kib)
	a.Settle()
	a.Settle()
	booked(t, p, 512*kib, 384*kib, 256*kib)
	a.Release()
	booked(t, p, 384*kib, 384*kib, 128*kib)
	g.Close()
	booked(t, p, 128*kib, 0, 128*kib)
	b.Settle()
	mem.Wrap(nil).Settle()
	b.Release()
	booked(t, p, 0, 0, 0)
}

func TestScopeOwnsWhatItGaveOut(t *testing.T) {
	p := mem.NewPool(1024 * kib)
	g, _ := p.Reserve(512 * kib)
	s := mem.NewScope(g)
	a, b, c := must(t, s, 64*kib), must(t, s, 64*kib), must(t, s, 64*kib)
	b.Retain() // as the store does
	if !s.Free(a) || s.Free(a) || s.Free(mem.Wrap(nil)) {
		t.Error("Free does not know its blocks")
	}
	booked(t, p, 512*kib, 512*kib, 128*kib)
	s.Close()
	s.Close()
	booked(t, p, 512*kib, 512*kib, 64*kib)
	if b.Refs() != 1 || c.Refs() != 0 {
		t.Errorf("references: %d %d", b.Refs(), c.Refs())
	}
	if _, err := s.Alloc(1); errs.KindOf(err) != errs.Internal {
		t.Errorf("a closed scope allocates: %v", err)
	}
	g.Close()
	booked(t, p, 64*kib, 0, 64*kib)
	b.Release()
	booked(t, p, 0, 0, 0)
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	h := mem.NewScope(mem.Heap)
	if x := must(t, h, 10); x.Len() != 10 {
		t.Error("a scope over the heap")
	}
	h.Close()
}

func TestScopeHoldsBlocksOfOthers(t *testing.T) {
	p := mem.NewPool(1024 * kib)
	one, two := mem.NewScope(p), mem.NewScope(p)
	a, b := must(t, one, 64*kib), must(t, one, 64*kib)
	if !two.Hold(a) || !two.Hold(a) || !two.Hold(mem.Wrap(nil)) {
		t.Error("a block that is there is not held")
	}
	if two.Free(a) {
		t.Error("Free of a block that is another scope's")
	}
	one.Close()
	if a.Refs() != 2 || b.Refs() != 0 {
		t.Errorf("references: %d %d", a.Refs(), b.Refs())
	}
	if two.Hold(b) {
		t.Error("a block that was freed is held")
	}
	a.Bytes()[0] = 1
	two.Close()
	two.Close()
	if a.Refs() != 0 || two.Hold(a) {
		t.Errorf("%d references after both ended", a.Refs())
	}
	booked(t, p, 0, 0, 0)
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
