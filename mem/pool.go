package mem

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
)

// A Pool is a budget of memory and the blocks that live in it. Freed memory is kept and used again, because
// fresh pages cost ten times as much as reused ones. All methods are safe for concurrent use.
type Pool struct {
	limit  int64
	poison atomic.Bool
	press  atomic.Pointer[func(int64) error]
	freed  atomic.Pointer[func()]

	mu     sync.Mutex
	small  space // slabs, and blocks of 64 KiB to 1 MiB
	large  space
	slabs  [numClass]slabs
	shared []*Shared
	booked int64 // blocks outside grants + grants
	grants int64 // grants
	used   int64
	cached int64
	peak   int64
	lately [relaxAfter]int64 // the largest used since the last calls of Relax, the youngest first
	blocks int
	closed bool
}

// Stats are the numbers of a pool at one moment, in bytes but for Blocks.
type Stats struct {
	Limit   int64
	Booked  int64 // what the budget has given out: live blocks that no open grant pays for, and all open grants
	Granted int64 // open grants
	Used    int64 // live blocks, as sized by Round
	Cached  int64 // free memory kept to be used again; Used + Cached is what the pool holds of the machine's memory
	Peak    int64 // the largest Used so far
	Blocks  int   // live blocks
}

// NewPool makes a pool of limit bytes; 0 means no limit. Booked never passes the limit.
func NewPool(limit int64) *Pool {
	if limit <= 0 {
		limit = math.MaxInt64
	}
	return &Pool{
		limit: limit,
		small: space{granule: 8 << 10, arena: 64 << 20},
		large: space{granule: 128 << 10, arena: 256 << 20},
	}
}

// Limit is the budget in bytes, math.MaxInt64 for none.
func (p *Pool) Limit() int64 { return p.limit }

// Poison makes the pool fill blocks with 0xFE when they are given out and when they are freed, for tests: a
// value read after its last Release, or before it was written, is then far from right (float64 -5e303).
func (p *Pool) Poison(on bool) { p.poison.Store(on) }

// OnPressure sets what is called, without the pool's lock, when a booking of need bytes is refused; nil:
// nothing. It may free memory, a part of what is needed or more. Nil says that the booking should be tried
// again; an error is why nothing more can be freed. It must not allocate from the pool.
func (p *Pool) OnPressure(f func(need int64) error) { p.press.Store(hook(f, f == nil)) }

// OnFree sets what is called, without the pool's lock, after booked bytes were given back or a grant was
// closed; nil: nothing. It must be cheap.
func (p *Pool) OnFree(f func()) { p.freed.Store(hook(f, f == nil)) }

func hook[F any](f F, none bool) *F {
	if none {
		return nil
	}
	return &f
}

// Alloc gives out a block that the pool itself pays for.
func (p *Pool) Alloc(n int) (*Block, error) { return p.alloc(n, nil) }

// Stats are the numbers now.
func (p *Pool) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Stats{Limit: p.limit, Booked: p.booked, Granted: p.grants, Used: p.used, Cached: p.cached, Peak: p.peak, Blocks: p.blocks}
}

// Trim gives free memory back to the system until at most target bytes of it are kept, and returns the bytes
// given back. Free slots in slabs that hold live blocks stay.
func (p *Pool) Trim(target int64) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.trim(target)
}

// relaxAfter is how many calls of Relax remember what was used.
const relaxAfter = 3

// Relax gives free memory back to the system that nothing has asked for since the last calls of Relax but
// two, and returns its bytes. Called now and then it lets go what a large job has left once only small ones
// come, while a job that is done again and again finds its memory warm.
func (p *Pool) Relax() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	most := slices.Max(p.lately[:])
	copy(p.lately[1:], p.lately[:])
	p.lately[0] = p.used
	return p.trim(most + most/32 - p.used)
}

// Close unmaps the memory. It refuses, and changes nothing, while blocks live or grants are open.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.blocks > 0 || p.grants > 0 {
		return errs.New(errs.Internal, "memory pool closed with %d live blocks (%d bytes) and %d granted bytes", p.blocks, p.used, p.grants)
	}
	if p.closed {
		return nil
	}
	p.closed = true
	for _, s := range p.spaces() {
		for _, a := range s.arenas {
			a.unmap()
		}
		*s = space{granule: s.granule, arena: s.arena}
	}
	p.shared = nil
	p.slabs = [numClass]slabs{}
	p.cached = 0
	return nil
}

// alloc makes a block paid for by g, or by the pool when g is nil.
func (p *Pool) alloc(n int, g *Grant) (*Block, error) { return p.allocIn(nil, n, g) }

// allocIn makes a block in the memory of s, or in the pool's own when s is nil.
func (p *Pool) allocIn(s *Shared, n int, g *Grant) (*Block, error) {
	if n < 0 {
		panic(fmt.Sprintf("mem: Alloc(%d)", n))
	}
	size := Round(n)
	if s != nil {
		size = sharedSize(n)
	}
	p.mu.Lock()
	if s != nil && s.closed {
		p.mu.Unlock()
		return nil, errs.New(errs.Internal, "shared memory is closed")
	}
	if err := p.charge(size, g); err != nil {
		p.mu.Unlock()
		return nil, err
	}
	b := &Block{size: size, pool: p, grant: g, shared: s}
	b.refs.Store(1)
	if size > 0 {
		if err := p.place(b, n); err != nil {
			p.discharge(size, g)
			p.mu.Unlock()
			return nil, errs.Wrap(errs.OutOfMemory, err, "map %d bytes of memory", size)
		}
	}
	p.used += size
	p.peak = max(p.peak, p.used)
	p.lately[0] = max(p.lately[0], p.used)
	p.blocks++
	p.mu.Unlock()
	if p.poison.Load() {
		fill(b.data)
	}
	return b, nil
}

// place finds memory for b.
func (p *Pool) place(b *Block, n int) error {
	if p.closed {
		return errs.New(errs.Internal, "memory pool is closed")
	}
	if b.size >= slabMax || b.shared != nil {
		s := p.space(b)
		r, err := p.run(s, b.size)
		if err != nil {
			return err
		}
		b.run, b.data = r, s.bytes(r)[:n:n]
		return nil
	}
	l := &p.slabs[class(b.size)]
	if len(*l) == 0 {
		size := slabSize(b.size)
		r, err := p.run(&p.small, size)
		if err != nil {
			return err
		}
		p.cached += size
		l.add(newSlab(r, p.small.bytes(r), b.size))
	}
	b.slab, b.slot = l.get()
	b.data = b.slab.bytes(b.slot)[:n:n]
	p.cached -= b.size
	return nil
}

// run takes a live run of n bytes, warm if there is one. The memory held stays within the limit and a
// sixteenth more than the peak since some calls of Relax, so that a change of sizes does not add up: free
// memory of other sizes goes back to the system first.
func (p *Pool) run(s *space, n int64) (*run, error) {
	if r := s.take(n, warm); r != nil {
		p.cached -= n
		return r, nil
	}
	most := min(p.limit, max(slices.Max(p.lately[:]), p.used+n)/16*17+16<<20)
	p.trim(max(0, most-p.used-n))
	if r := s.take(n, cold); r != nil {
		return r, nil
	}
	if err := s.grow(n); err != nil {
		return nil, err
	}
	return s.take(n, cold), nil
}

// space is where a block lies that is in no slab.
func (p *Pool) space(b *Block) *space {
	switch {
	case b.shared != nil:
		return &b.shared.space
	case b.size > largeMin:
		return &p.large
	}
	return &p.small
}

// spaces are all of the pool, in the order in which free memory goes back to the system.
func (p *Pool) spaces() []*space {
	all := []*space{&p.large, &p.small}
	for _, s := range p.shared {
		all = append(all, &s.space)
	}
	return all
}

// leave forgets a Shared that is closed and empty.
func (p *Pool) leave(s *Shared) {
	p.shared = slices.DeleteFunc(p.shared, func(x *Shared) bool { return x == s })
}

func (p *Pool) trim(target int64) int64 {
	if p.cached <= target {
		return 0
	}
	for i := range p.slabs {
		p.slabs[i].drop(func(s *slab) { p.small.put(s.run, warm) })
	}
	var sum int64
	for _, s := range p.spaces() {
		for p.cached > target {
			n := s.cool(p.cached - target)
			if n == 0 {
				break
			}
			p.cached -= n
			sum += n
		}
	}
	return sum
}

// free takes back the memory of b, which has no references left.
func (p *Pool) free(b *Block) {
	if p.poison.Load() {
		fill(b.data)
	}
	b.data = nil
	p.mu.Lock()
	switch {
	case b.run != nil:
		p.space(b).put(b.run, warm)
		p.cached += b.size
		if b.shared != nil && b.shared.closed {
			b.shared.empty()
		}
	case b.slab != nil:
		p.cached += b.size
		if p.slabs[class(b.size)].put(b.slab, b.slot) {
			p.small.put(b.slab.run, warm)
		}
	}
	p.used -= b.size
	p.blocks--
	given := p.discharge(b.size, b.grant)
	p.mu.Unlock()
	if given {
		p.gave()
	}
}

func (p *Pool) gave() {
	if f := p.freed.Load(); f != nil {
		(*f)()
	}
}

// fill writes the poison pattern over p.
func fill(p []byte) {
	for i := range p {
		p[i] = 0xFE
	}
}
