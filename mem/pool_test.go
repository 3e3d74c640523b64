package mem

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"
	"testing"
	"unsafe"

	"github.com/mars-project/mars-go/errs"
	"pgregory.net/rapid"
)

// check compares what the pool counts with what its lists say.
func check(t interface{ Fatalf(string, ...any) }, p *Pool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var used, cached, coldBytes, mapped int64
	for _, s := range p.spaces() {
		for _, a := range s.arenas {
			mapped += int64(len(a.mem))
			var before heat
			for off := int32(0); int(off) < len(a.runs); {
				r := a.runs[off]
				if r == nil || r.in != a || r.off != off || r.n <= 0 || a.runs[off+r.n-1] != r {
					t.Fatalf("run at %d is %+v", off, r)
				}
				if off > 0 && r.heat != live && r.heat == before {
					t.Fatalf("two neighbours are both %d", before)
				}
				switch r.heat {
				case live:
					used += s.size(r)
				case warm:
					cached += s.size(r)
				case cold:
					coldBytes += s.size(r)
				}
				before = r.heat
				off += r.n
			}
		}
	}
	for c, l := range p.slabs {
		for i, s := range l {
			if s.at != i || len(s.free) == 0 || class(s.slot) != c {
				t.Fatalf("slab %d of class %d is out of place", i, c)
			}
			cached += int64(len(s.mem)) - int64(s.n-len(s.free))*s.slot
			used -= int64(len(s.mem)) - int64(s.n-len(s.free))*s.slot
		}
	}
	// Slabs without a free slot are in no list: their unused tails are counted as cached.
	if tails := p.cached - cached; tails < 0 || used-tails != p.used || used+cached+coldBytes != mapped {
		t.Fatalf("counted used %d cached %d; lists say used %d cached %d cold %d of %d", p.used, p.cached, used, cached, coldBytes, mapped)
	}
	if p.booked > p.limit || p.grants > p.booked {
		t.Fatalf("booked %d, granted %d, limit %d", p.booked, p.grants, p.limit)
	}
}

func TestPoolAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := int64(rapid.SampledFrom([]int{1 << 18, 8 << 20, 64 << 20}).Draw(t, "limit"))
		p := NewPool(limit)
		p.Poison(rapid.Bool().Draw(t, "poison"))
		type held struct {
			b  *Block
			id uint64
		}
		var blocks []held
		var used int64
		size := rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(300, 70<<10), rapid.IntRange(60<<10, 3<<20))
		mark := func(b *Block, id uint64) { // first and last bytes, and one in the middle
			for _, at := range []int{0, (b.Len() - 8) / 2, b.Len() - 8} {
				if b.Len() >= 24 {
					binary.NativeEndian.PutUint64(b.Bytes()[at:], id)
				}
			}
		}
		intact := func(h held) bool {
			for _, at := range []int{0, (h.b.Len() - 8) / 2, h.b.Len() - 8} {
				if h.b.Len() >= 24 && binary.NativeEndian.Uint64(h.b.Bytes()[at:]) != h.id {
					return false
				}
			}
			return true
		}
		free := func(i int) {
			h := blocks[i]
			if !intact(h) {
				t.Fatalf("block %d was written over", h.id)
			}
			used -= h.b.Size()
			h.b.Release()
			blocks = append(blocks[:i], blocks[i+1:]...)
		}
		steps := rapid.IntRange(1, 120).Draw(t, "steps")
		for id := uint64(1); id <= uint64(steps); id++ {
			switch rapid.IntRange(0, 9).Draw(t, "op") {
			case 0, 1, 2, 3, 4, 5:
				n := size.Draw(t, "n")
				b, err := p.Alloc(n)
				if fits := used+Round(n) <= limit; fits != (err == nil) {
					t.Fatalf("Alloc(%d) with %d of %d used: %v", n, used, limit, err)
				}
				if err != nil {
					continue
				}
				if n > 0 && uintptr(unsafe.Pointer(&b.Bytes()[0]))%Align != 0 || b.Len() != n || b.Size() != Round(n) {
					t.Fatalf("Alloc(%d): %d bytes, size %d", n, b.Len(), b.Size())
				}
				used += b.Size()
				mark(b, id)
				blocks = append(blocks, held{b, id})
			case 6, 7, 8:
				if len(blocks) > 0 {
					free(rapid.IntRange(0, len(blocks)-1).Draw(t, "free"))
				}
			case 9:
				p.Trim(int64(rapid.IntRange(0, 1<<20).Draw(t, "target")))
			}
			check(t, p)
			if st := p.Stats(); st.Used != used || st.Booked != used || st.Blocks != len(blocks) || st.Peak < used {
				t.Fatalf("%+v, want used %d in %d blocks", st, used, len(blocks))
			}
		}
		if len(blocks) > 0 && p.Close() == nil {
			t.Fatalf("Close with live blocks succeeded")
		}
		for len(blocks) > 0 {
			free(0)
		}
		p.Trim(0)
		check(t, p)
		if st := p.Stats(); st.Cached != 0 {
			t.Fatalf("Trim(0) left %d bytes", st.Cached)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestRelax(t *testing.T) {
	p := NewPool(1 << 30)
	use := func(n int) {
		b, err := p.Alloc(n)
		if err != nil {
			t.Fatal(err)
		}
		b.Release()
	}
	use(64 << 20)
	for range 10 { // needed between the calls: it stays
		use(64 << 20)
		if p.Relax() != 0 || p.Stats().Cached != 64<<20 {
			t.Fatalf("memory in use went: %+v", p.Stats())
		}
	}
	for i := range relaxAfter { // smaller ones follow
		use(1 << 20)
		if got := p.Relax() > 0; got != (i == relaxAfter-1) {
			t.Errorf("call %d gave memory back: %v", i, got)
		}
	}
	if c := p.Stats().Cached; c > 2<<20 || c < 1<<20 { // the front of the run stays
		t.Errorf("%d bytes are kept for jobs of 1 MiB", c)
	}
	use(64 << 20)
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestFreedMemoryIsUsedAgain(t *testing.T) {
	p := NewPool(1 << 30)
	for _, n := range []int{100, 100 << 10, 5 << 20} {
		a, _ := p.Alloc(n)
		at := &a.Bytes()[0]
		a.Release()
		cached := p.Stats().Cached
		b, _ := p.Alloc(n)
		if &b.Bytes()[0] != at || p.Stats().Cached != cached-b.Size() {
			t.Errorf("%d bytes: a freed block is not used again", n)
		}
		b.Release()
	}
	// Neighbours are joined: two freed blocks serve one of their size together.
	a, _ := p.Alloc(5 << 20)
	b, _ := p.Alloc(5 << 20)
	a.Release()
	b.Release()
	before := p.Stats()
	c, _ := p.Alloc(10 << 20)
	if st := p.Stats(); st.Used+st.Cached != before.Used+before.Cached {
		t.Errorf("fresh memory was taken: %+v, before %+v", st, before)
	}
	c.Release()
}

func TestMemoryHeldStaysNearThePeak(t *testing.T) {
	p := NewPool(0)
	for n := 1 << 20; n < 200<<20; n += n / 7 {
		a, err := p.Alloc(n)
		if err != nil {
			t.Fatal(err)
		}
		a.Release()
		if st := p.Stats(); st.Used+st.Cached > st.Peak/16*17+16<<20 {
			t.Fatalf("at %d bytes: %+v", n, st)
		}
	}
	check(t, p)
}

func TestPoisonFillsBlocks(t *testing.T) {
	p := NewPool(1 << 20)
	p.Poison(true)
	for _, n := range []int{100, 100 << 10} {
		b, _ := p.Alloc(n)
		d := b.Bytes()
		if d[0] != 0xFE || d[n-1] != 0xFE {
			t.Errorf("a new block of %d bytes is not poisoned", n)
		}
		clear(d)
		b.Release()
		if d[0] != 0xFE || d[n-1] != 0xFE {
			t.Errorf("a freed block of %d bytes is not poisoned", n)
		}
		if b.Bytes() != nil {
			t.Error("a freed block still has bytes")
		}
	}
}

func TestConcurrentUseKeepsCountsExact(t *testing.T) {
	p := NewPool(32 << 20)
	var wg sync.WaitGroup
	for w := range 4 {
		g, err := p.Reserve(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			defer g.Close()
			r := rand.New(rand.NewPCG(uint64(w), 1))
			for range 200 {
				s := NewScope(g)
				for range 20 {
					b, err := s.Alloc(1 << r.IntN(21))
					if err != nil {
						if k := errs.KindOf(err); k != errs.Pressure && k != errs.OutOfMemory {
							t.Error(err)
						}
						break
					}
					b.Bytes()[0] = byte(w)
					if r.IntN(3) == 0 {
						b.Retain()
						wg.Go(b.Release)
					}
				}
				s.Close()
			}
		})
	}
	wg.Wait()
	check(t, p)
	if st := p.Stats(); st.Used != 0 || st.Booked != 0 || st.Granted != 0 || st.Blocks != 0 {
		t.Errorf("%+v", st)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
