package storage

import (
	"context"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// load brings e, which the caller has pinned, into memory, or waits for who does. It is called with the lock.
// Where the cache has no room, because all the rest is pinned or cannot be written, the value is held by the
// pin alone.
func (s *Store) load(ctx context.Context, e *entry, al mem.Allocator) (*Pin, error) {
	verdict, err := s.turn(ctx, e)
	if err != nil {
		return nil, err
	}
	if e.value != nil { // another one loaded it meanwhile
		s.count.Hits++
		return &Pin{s: s, e: e, value: e.value}, nil
	}
	if verdict == fits {
		s.policy.begin(e, loading)
	}
	v, blocks, err := s.read(e, -1, al)
	if verdict == fits {
		s.policy.end(e)
		s.news.tell()
	}
	if err != nil {
		return nil, err
	}
	own := &Pin{s: s, e: e, value: v, own: blocks}
	if verdict != fits || s.policy.gain(v, blocks) > s.policy.cache-s.policy.stored()-s.policy.loading || e.by().gain(v, blocks) > e.by().free() {
		return own, nil
	}
	for _, b := range blocks {
		b.Settle()
	}
	s.policy.keep(e, v, blocks) // with the references that read took
	s.took()
	return &Pin{s: s, e: e, value: v}, nil
}

// turn waits until e is in memory, or there is room for it (fits), or there will be none (full).
func (s *Store) turn(ctx context.Context, e *entry) (verdict, error) {
	for {
		switch {
		case s.closed:
			return full, errClosed
		case e.value != nil:
			return fits, nil
		case e.lost:
			return full, lost(e)
		case e.job == none && e.file == nil:
			return full, errs.New(errs.NotFound, "chunk %s could not be stored", e)
		}
		v, victim := wait, (*entry)(nil)
		if e.job == none {
			v, victim = s.policy.room(e.bytes, e.by(), e.bytes)
		}
		switch v {
		case fits, full:
			return v, nil
		case evict:
			if err := s.evict(victim); err != nil && !refused(err) {
				return full, nil
			}
		case wait:
			if err := s.await(ctx); err != nil {
				return full, err
			}
		}
	}
}

// read reads e, which is pinned, or part j of it if j is not negative, from its file into blocks of al, and
// takes one reference of each. The lock is let go of meanwhile. A damaged file makes e lost.
func (s *Store) read(e *entry, j int, al mem.Allocator) (Value, []*mem.Block, error) {
	f := e.file
	if f == nil {
		return nil, nil, errs.New(errs.NotFound, "chunk %s could not be stored", e)
	}
	s.mu.Unlock()
	scope := mem.NewScope(al)
	v, err := s.readFile(f.name, e.String(), j, scope)
	var blocks []*mem.Block
	if err == nil {
		blocks = blocksOf(v, nil)
		for _, b := range blocks {
			b.Retain()
		}
	}
	scope.Close()
	s.mu.Lock()
	if err != nil {
		if errs.Is(err, errs.Lost) {
			e.lost, e.level = true, Gone
		}
		return nil, nil, errs.Wrap(errs.KindOf(err), err, "chunk %s: spill file %s", e, f.name)
	}
	s.count.Loads++
	return v, blocks, nil
}

func (s *Store) readFile(name, key string, j int, al mem.Allocator) (Value, error) {
	f, err := s.opts.FS.Open(name)
	if err != nil {
		return nil, errs.Wrap(errs.Lost, err, "open")
	}
	defer f.Close()
	r, err := openSpill(f, key)
	if err != nil {
		return nil, err
	}
	if r.flags&flagParts == 0 {
		j = 0
	}
	if j >= 0 {
		return r.part(s.opts.Codec, j, al)
	}
	parts := make(Parts, r.parts)
	for i := range parts {
		if parts[i], err = r.part(s.opts.Codec, i, al); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

func (r *spillReader) part(c Codec, j int, al mem.Allocator) (Value, error) {
	if j >= r.parts {
		return nil, damaged("it has %d parts, not %d", r.parts, j+1)
	}
	s, err := r.span(j)
	if err != nil {
		return nil, err
	}
	return decode(c, r.f, s, al)
}
