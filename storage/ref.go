package storage

import (
	"context"
	"fmt"

	"github.com/mars-project/mars-go/mem"
)

// A Ref is a value in a store for whoever finds it without a key. The zero value is for Keep; it must not be
// copied.
type Ref struct{ e entry }

// Keep is Put of a value of a session that is found by r, which is new, and not by a key. The name is for
// people: it must not change, and others may have the same. OutOfMemory too: the session has reached its
// quota.
func (s *Store) Keep(ctx context.Context, r *Ref, session string, name fmt.Stringer, v Value) error {
	r.e.name = name
	return s.put(ctx, &r.e, session, v)
}

// Has reports that the value of r is in the store and was not lost.
func (s *Store) Has(r *Ref) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return r.e.in && r.e.level != Gone
}

// Pin is GetWith for r.
func (s *Store) Pin(ctx context.Context, r *Ref, al mem.Allocator) (*Pin, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.here(&r.e); err != nil {
		return nil, err
	}
	return s.get(ctx, &r.e, al)
}

// PinPart is GetPart for r.
func (s *Store) PinPart(ctx context.Context, r *Ref, j int, al mem.Allocator) (*Pin, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.here(&r.e); err != nil {
		return nil, err
	}
	return s.getPart(ctx, &r.e, j, al)
}

// Open is Stream for r.
func (s *Store) Open(r *Ref, j int) (x *Stream, ok bool) {
	s.mu.Lock()
	return s.stream(&r.e, s.here(&r.e), j)
}

// dropAtOnce bounds what is dropped with the lock held.
const dropAtOnce = 256

// Drop is Delete for values that were kept.
func (s *Store) Drop(rs ...*Ref) {
	for len(rs) > 0 {
		n := min(len(rs), dropAtOnce)
		s.mu.Lock()
		for _, r := range rs[:n] {
			if r.e.in && s.policy.remove(&r.e) {
				s.finish(&r.e)
			}
		}
		s.news.tell()
		s.mu.Unlock()
		rs = rs[n:]
	}
}
