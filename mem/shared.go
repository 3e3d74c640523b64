package mem

import "os"

// A Shared is memory of a pool that other processes can map. Its arenas are files without a name, which hold
// nobody else's blocks: who gets them sees what this Shared has given out, and no more. Blocks are booked,
// counted and kept warm as others of the pool are. All methods are safe for concurrent use.
type Shared struct {
	pool   *Pool
	space  space
	closed bool
}

// A Place is where a block of a Shared lies.
type Place struct {
	File *os.File // of the arena; it stays open as long as the block lives
	Off  int64    // of the first byte
	Len  int
}

// sharedGranule is what the smallest block of a Shared takes.
const sharedGranule = 8 << 10

// Share opens memory for other processes. Close it when nobody needs it.
func (p *Pool) Share() *Shared {
	s := &Shared{pool: p, space: space{granule: sharedGranule, arena: 256 << 20, files: true}}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shared = append(p.shared, s)
	return s
}

// Alloc gives out a block that the pool pays for. Outcomes: those of an Allocator; Internal: the Shared is
// closed.
func (s *Shared) Alloc(n int) (*Block, error) { return s.pool.allocIn(s, n, nil) }

// Under is an allocator of blocks that g, a grant of the same pool, pays for.
func (s *Shared) Under(g *Grant) Allocator { return granted{s, g} }

type granted struct {
	s *Shared
	g *Grant
}

func (a granted) Alloc(n int) (*Block, error) { return a.s.pool.allocIn(a.s, n, a.g) }

// Close gives out no more blocks. The memory of those that live goes when they are freed.
func (s *Shared) Close() {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	s.closed = true
	s.empty()
}

// empty gives back what a closed Shared holds and no block needs. The pool's lock is held.
func (s *Shared) empty() {
	for n := s.space.cool(1 << 62); n > 0; n = s.space.cool(1 << 62) {
		s.pool.cached -= n
	}
	for _, a := range append([]*arena(nil), s.space.arenas...) {
		if r := a.runs[0]; r.heat == cold && int(r.n) == len(a.runs) { // nothing ever lay there
			s.space.leave(r)
		}
	}
	if len(s.space.arenas) == 0 {
		s.pool.leave(s)
	}
}

// Place is where the block lies, for another process. false: it is not of a Shared, or it is empty.
func (b *Block) Place() (Place, bool) {
	if b.shared == nil || b.run == nil {
		return Place{}, false
	}
	return Place{File: b.run.in.file, Off: int64(b.run.off) * sharedGranule, Len: len(b.data)}, true
}

// sharedSize is what a block of n bytes takes: whole granules.
func sharedSize(n int) int64 {
	return (Round(n) + sharedGranule - 1) / sharedGranule * sharedGranule
}
