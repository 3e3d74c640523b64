package mem

import (
	"bytes"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"golang.org/x/sys/unix"
)

// mapped is a block as another process sees it: read-only, through a mapping of its own.
func mapped(t *testing.T, b *Block) []byte {
	t.Helper()
	at, ok := b.Place()
	if !ok {
		t.Fatal("the block has no place")
	}
	var st unix.Stat_t
	if err := unix.Fstat(int(at.File.Fd()), &st); err != nil {
		t.Fatal(err)
	}
	m, err := unix.Mmap(int(at.File.Fd()), 0, int(st.Size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(m) })
	return m[at.Off : at.Off+int64(at.Len)]
}

// inFile are the bytes that the system holds for the file that a block lies in.
func inFile(t *testing.T, at Place) int64 {
	t.Helper()
	var st unix.Stat_t
	if err := unix.Fstat(int(at.File.Fd()), &st); err != nil {
		t.Fatal(err)
	}
	return st.Blocks * 512
}

func must(t *testing.T) func(*Block, error) *Block {
	return func(b *Block, err error) *Block {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}

// TestSharedIsSeen writes blocks of two sessions, and reads them through mappings of their own.
func TestSharedIsSeen(t *testing.T) {
	p := NewPool(64 << 20)
	one, two := p.Share(), p.Share()
	a := must(t)(one.Alloc(3 << 20))
	b := must(t)(one.Alloc(100))
	c := must(t)(two.Alloc(100))
	for i, x := range []*Block{a, b, c} {
		copy(x.Bytes(), bytes.Repeat([]byte{byte(i + 1)}, x.Len()))
	}
	for i, x := range []*Block{a, b, c} {
		if got := mapped(t, x); len(got) != x.Len() || got[0] != byte(i+1) || got[len(got)-1] != byte(i+1) {
			t.Errorf("block %d is seen as %d bytes of %d", i, len(got), got[0])
		}
	}
	at, _ := a.Place()
	of, _ := c.Place()
	if at.File == of.File {
		t.Error("two sessions share an arena")
	}
	if at.Off%Align != 0 {
		t.Errorf("a block lies at %d", at.Off)
	}
	if err := at.File.Truncate(1); err == nil {
		t.Error("an arena can be cut")
	}
	if _, ok := must(t)(p.Alloc(100)).Place(); ok {
		t.Error("a private block has a place")
	}
	check(t, p)
}

// TestSharedGoesBack frees blocks: their memory stays warm, is used again, and goes back to the system when
// it is asked for.
func TestSharedGoesBack(t *testing.T) {
	p := NewPool(64 << 20)
	s := p.Share()
	a, b := must(t)(s.Alloc(8<<20)), must(t)(s.Alloc(1<<20))
	fill(a.Bytes())
	fill(b.Bytes())
	at, _ := b.Place()
	if n := inFile(t, at); n < 9<<20 {
		t.Fatalf("%d bytes are resident", n)
	}
	a.Release()
	if st := p.Stats(); st.Cached < 8<<20 || st.Used != b.Size() {
		t.Errorf("after a release %+v", st)
	}
	p.Trim(0)
	if n := inFile(t, at); n > 3<<20 {
		t.Errorf("%d bytes are resident after Trim", n)
	}
	if b.Bytes()[0] != 0xFE {
		t.Error("Trim took a live block")
	}
	check(t, p)
	s.Close()
	if _, err := s.Alloc(1); errs.KindOf(err) != errs.Internal {
		t.Errorf("a closed Shared gives %v", err)
	}
	b.Release()
	if st := p.Stats(); st.Used != 0 || st.Booked != 0 {
		t.Errorf("after the end %+v", st)
	}
	if _, err := at.File.Stat(); err == nil {
		t.Error("the arena of a closed Shared is open though nothing lies there")
	}
	check(t, p)
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// TestSharedIsBooked: blocks count against the budget, and a grant pays for those under it.
func TestSharedIsBooked(t *testing.T) {
	p := NewPool(4 << 20)
	s := p.Share()
	g, err := p.Reserve(2 << 20)
	if err != nil {
		t.Fatal(err)
	}
	b := must(t)(s.Under(g).Alloc(2 << 20))
	if st := p.Stats(); st.Booked != 2<<20 || g.Used() != b.Size() {
		t.Errorf("booked %d, the grant pays for %d", st.Booked, g.Used())
	}
	if _, err := s.Alloc(3 << 20); errs.KindOf(err) != errs.Pressure {
		t.Errorf("beyond the budget: %v", err)
	}
	if _, err := s.Alloc(5 << 20); errs.KindOf(err) != errs.OutOfMemory {
		t.Errorf("more than there is: %v", err)
	}
	b.Release()
	g.Close()
	check(t, p)
}

// TestSharedBeside opens, fills, frees and closes from several goroutines, beside private blocks.
func TestSharedBeside(t *testing.T) {
	p := NewPool(1 << 30)
	p.Poison(true)
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(7, uint64(k)))
			for range 10 {
				s := p.Share()
				var held []*Block
				for range 30 {
					from := Allocator(s)
					if r.IntN(3) == 0 {
						from = p
					}
					b, err := from.Alloc(r.IntN(300_000))
					if err != nil {
						t.Error(err)
						return
					}
					for i := range b.Bytes() {
						b.Bytes()[i] = byte(k)
					}
					held = append(held, b)
					if len(held) > 8 {
						i := r.IntN(len(held))
						if x := held[i].Bytes(); len(x) > 0 && (x[0] != byte(k) || x[len(x)-1] != byte(k)) {
							t.Errorf("a block of %d was written by %d", k, x[0])
						}
						held[i].Release()
						held = append(held[:i], held[i+1:]...)
					}
				}
				if r.IntN(2) == 0 {
					s.Close()
				}
				for _, b := range held {
					b.Release()
				}
				s.Close()
			}
		})
	}
	wg.Wait()
	check(t, p)
	if n := len(p.shared); n != 0 {
		t.Errorf("%d are left of those that were closed", n)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// BenchmarkShared is a block of a pool's own memory, and one that other processes may map, filled.
func BenchmarkShared(b *testing.B) {
	const n = 8 << 20
	p := NewPool(1 << 30)
	for name, from := range map[string]Allocator{"private": p, "shared": p.Share()} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(n)
			for b.Loop() {
				x, err := from.Alloc(n)
				if err != nil {
					b.Fatal(err)
				}
				fill(x.Bytes())
				x.Release()
			}
		})
	}
}
