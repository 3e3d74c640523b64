package storage

import (
	"context"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// Put keeps v under key and retains its blocks; the caller's references stay the caller's. A key that is
// there already keeps its value. When pinned values fill the cache, or v is larger than it, v goes straight
// to disk.
//
// Outcomes: 1. Kept. 2. OutOfMemory: v is larger than the pool, or than the cache and there is no disk, or
// the disk is full. 3. Pressure: the cache is full of pinned values and there is no disk. 4. Canceled. In 2
// to 4 nothing that was stored before is lost.
func (s *Store) Put(ctx context.Context, key string, v Value) error {
	return s.put(ctx, &entry{key: key}, "", v)
}

// put makes e, which is new, the entry of v, which is a session's.
func (s *Store) put(ctx context.Context, e *entry, session string, v Value) error {
	compacted := false
	if c, ok := v.(Compactor); ok && c.Loose() {
		al := mem.NewScope(s.pool)
		defer al.Close()
		small, err := compact(c, al)
		if err != nil {
			return errs.Wrap(errs.KindOf(err), err, "compact chunk %s", e)
		}
		if compacted = small != nil; compacted {
			v = small
		}
	}
	blocks := blocksOf(v, e.one[:0])
	size := sizeOf(v, blocks)
	if size > s.opts.Cache && (s.disk == nil || size > s.pool.Limit()) {
		return errs.New(errs.OutOfMemory, "chunk %s takes %d bytes, more than the %d bytes that may be stored in memory", e, size, s.opts.Cache)
	}
	if p, ok := v.(Parts); ok {
		e.parts = len(p)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken(e) {
		return nil
	}
	a := s.account(session)
	defer s.leave(a)
	fit, err := s.makeRoom(ctx, a, v, blocks)
	if err != nil {
		return err
	}
	if s.taken(e) {
		return nil
	}
	if compacted {
		s.count.Compacted++
	}
	if a != nil {
		a.users++
		e.own = &owned{account: a}
	}
	if !fit {
		return s.pass(e, v, size)
	}
	s.policy.add(e)
	s.keep(e, v, blocks)
	s.took()
	return nil
}

// taken reports whether the key of n has a value already. One that was lost makes room.
func (s *Store) taken(n *entry) bool {
	if n.name != nil {
		return false
	}
	e := s.policy.entries[n.key]
	if e == nil {
		return false
	}
	if !e.lost {
		return true
	}
	if s.policy.remove(e) {
		s.finish(e)
	}
	return false
}

// keep makes v the value of e in memory.
func (s *Store) keep(e *entry, v Value, blocks []*mem.Block) {
	for _, b := range blocks {
		b.Retain()
		b.Settle()
	}
	s.policy.keep(e, v, blocks)
}

// pass writes v to disk without keeping it in memory.
func (s *Store) pass(e *entry, v Value, size int64) error {
	if s.disk == nil {
		a := e.by()
		s.leave(a)
		e.own = nil
		if left := a.free(); left < size {
			return a.refusal("chunk "+e.String(), "session_memory", "memory", size, a.stored(), a.Memory)
		}
		return errs.New(errs.Pressure, "no room for chunk %s (%d bytes): %d of %d bytes are stored, and there is no spill directory", e, size, s.policy.stored(), s.policy.cache)
	}
	e.bytes, e.level = size, Disk
	s.policy.add(e)
	s.policy.begin(e, writing)
	err := s.write(e, v)
	if err != nil && !e.gone {
		s.policy.remove(e)
	}
	s.settled(e)
	return err
}

// makeRoom evicts until v may be stored. It is called with the lock, and lets go of it while it writes
// or waits. It reports false when all the rest is pinned or cannot be spilled.
func (s *Store) makeRoom(ctx context.Context, a *account, v Value, blocks []*mem.Block) (bool, error) {
	for !s.closed {
		switch v, e := s.policy.room(s.policy.gain(v, blocks), a, a.gain(v, blocks)); v {
		case fits:
			return true, nil
		case full:
			return false, nil
		case evict:
			if err := s.evict(e); err != nil && !refused(err) { // who is refused stays, and is passed over from now on
				return false, err
			}
		case wait:
			if err := s.await(ctx); err != nil {
				return false, err
			}
		}
	}
	return false, errClosed
}

// await lets go of the lock until something changes. What the policy knows changes only under the lock, so
// nothing is missed.
func (s *Store) await(ctx context.Context) error {
	news := s.news.next()
	s.mu.Unlock()
	defer s.mu.Lock()
	select {
	case <-news:
		return nil
	case <-ctx.Done():
		return canceled(ctx, "wait for storage")
	}
}

func canceled(ctx context.Context, what string) error {
	return errs.Wrap(errs.Canceled, context.Cause(ctx), "%s", what)
}
