package mem

import "github.com/mars-project/mars-go/errs"

// A Grant is a part of a pool's budget, booked in one step: blocks within it cannot be refused. What is
// allocated beyond it asks the pool for growth. A Grant is an Allocator, safe for concurrent use.
type Grant struct {
	pool   *Pool
	size   int64 // booked
	used   int64 // live blocks that it pays for
	peak   int64
	closed bool
}

// Reserve books n bytes, counted as Round counts them.
//
// Outcomes: 1. A grant; the caller must Close it. 2. Pressure: no room now. 3. OutOfMemory: n is more than
// the limit.
func (p *Pool) Reserve(n int64) (*Grant, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.book(n, n); err != nil {
		return nil, err
	}
	p.grants += n
	return &Grant{pool: p, size: n}, nil
}

// Grow books n bytes more.
func (g *Grant) Grow(n int64) error {
	p := g.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	return g.grow(n)
}

// Alloc gives out a block that the grant pays for, growing it if need be.
func (g *Grant) Alloc(n int) (*Block, error) { return g.pool.alloc(n, g) }

// Size is the number of bytes booked.
func (g *Grant) Size() int64 {
	g.pool.mu.Lock()
	defer g.pool.mu.Unlock()
	return g.size
}

// Used is the number of bytes of live blocks that the grant pays for.
func (g *Grant) Used() int64 {
	g.pool.mu.Lock()
	defer g.pool.mu.Unlock()
	return g.used
}

// Peak is the largest Used so far.
func (g *Grant) Peak() int64 {
	g.pool.mu.Lock()
	defer g.pool.mu.Unlock()
	return g.peak
}

// Shrink gives back what no block needs now. What is allocated later asks for growth.
func (g *Grant) Shrink() {
	p := g.pool
	p.mu.Lock()
	if n := g.size - g.used; n > 0 && !g.closed {
		g.size -= n
		p.grants -= n
		p.booked -= n
	}
	p.mu.Unlock()
	p.gave()
}

// Close gives back what no live block needs. The pool pays for blocks that live on, so nothing is booked
// twice or forgotten. Allocating from a closed grant is an error. Close may be called again.
func (g *Grant) Close() {
	p := g.pool
	p.mu.Lock()
	if g.closed {
		p.mu.Unlock()
		return
	}
	g.closed = true
	p.grants -= g.size
	p.booked -= g.size - g.used
	p.mu.Unlock()
	p.gave()
}

// Settle moves what b takes from the grant that paid for it to the pool, and the grant is smaller by as much:
// nothing is booked or given back. The store settles what it keeps, so that granted and stored bytes are
// never the same bytes.
func (b *Block) Settle() {
	p := b.pool
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	g := b.grant
	b.grant = nil
	if g == nil || g.closed {
		return
	}
	g.used -= b.size
	g.size -= b.size
	p.grants -= b.size
}

func (g *Grant) grow(n int64) error {
	if g.closed {
		return errs.New(errs.Internal, "memory grant is closed")
	}
	if err := g.pool.book(n, g.size+n); err != nil {
		return err
	}
	// book may have let go of the lock, and the grant may have been closed meanwhile.
	if g.closed {
		g.pool.booked -= n
		return errs.New(errs.Internal, "memory grant is closed")
	}
	g.size += n
	g.pool.grants += n
	return nil
}

// book takes n bytes of the budget for one that then holds total. The lock is let go of while OnPressure
// runs.
func (p *Pool) book(n, total int64) error {
	for n > p.limit-p.booked {
		if total > p.limit {
			return errs.New(errs.OutOfMemory, "%d bytes are more than the memory budget of %d bytes", total, p.limit)
		}
		f := p.press.Load()
		if f == nil {
			return p.refuse(n, nil)
		}
		p.mu.Unlock()
		why := (*f)(n)
		p.mu.Lock()
		if why != nil && n > p.limit-p.booked {
			return p.refuse(n, why)
		}
	}
	p.booked += n
	return nil
}

func (p *Pool) refuse(n int64, why error) error {
	if why != nil {
		return errs.Wrap(errs.Pressure, why, "no memory for %d bytes: %d of %d bytes are taken", n, p.booked, p.limit)
	}
	return errs.New(errs.Pressure, "no memory for %d bytes: %d of %d bytes are taken", n, p.booked, p.limit)
}

// charge makes g, or the pool when g is nil, pay for size bytes.
func (p *Pool) charge(size int64, g *Grant) error {
	if g == nil {
		return p.book(size, size)
	}
	for { // other blocks may take what growth gave while the lock was let go of
		if g.closed {
			return errs.New(errs.Internal, "memory grant is closed")
		}
		more := g.used + size - g.size
		if more <= 0 {
			break
		}
		if err := g.grow(more); err != nil {
			return err
		}
	}
	g.used += size
	g.peak = max(g.peak, g.used)
	return nil
}

// discharge is the end of a charge. It reports whether budget was given back.
func (p *Pool) discharge(size int64, g *Grant) bool {
	if g != nil {
		g.used -= size
		if !g.closed {
			return false
		}
	}
	p.booked -= size
	return size > 0
}
