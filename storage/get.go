package storage

import (
	"context"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// A Pin holds a value in memory until Release.
type Pin struct {
	s     *Store
	e     *entry
	value Value
	own   []*mem.Block // of a value that only this pin holds
	done  atomic.Bool
}

// Value is the value. It must not be used after Release.
func (p *Pin) Value() Value { return p.value }

// Release ends the pin. It may be called again.
func (p *Pin) Release() {
	if p.done.Swap(true) {
		return
	}
	for _, b := range p.own {
		b.Release()
	}
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	p.s.unpin(p.e)
}

func (s *Store) unpin(e *entry) {
	s.policy.unpin(e)
	if e.pins == 0 {
		s.settled(e)
		s.news.tell()
	}
}

// Get pins the value of key, without a copy when it is in memory. The caller must release the pin.
//
// Outcomes: 1. The value. 2. NotFound: no such key. 3. Lost: its spill file is damaged; the error names it,
// and the key is Lost until it is put again. 4. Pressure or OutOfMemory: it is on disk, and there is no
// memory to load it.
// 5. Canceled.
func (s *Store) Get(ctx context.Context, key string) (*Pin, error) {
	return s.GetWith(ctx, key, s.pool)
}

// GetWith is Get, loading into memory of al: a subtask's grant, in which the missing input was booked.
func (s *Store) GetWith(ctx context.Context, key string, al mem.Allocator) (*Pin, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.find(key)
	if err != nil {
		return nil, err
	}
	return s.get(ctx, e, al)
}

func (s *Store) get(ctx context.Context, e *entry, al mem.Allocator) (*Pin, error) {
	s.policy.pin(e)
	if e.value != nil {
		s.count.Hits++
		return &Pin{s: s, e: e, value: e.value}, nil
	}
	p, err := s.load(ctx, e, al)
	if err != nil {
		s.unpin(e)
	}
	return p, err
}

// GetPart pins part j of Parts. On disk only that part is read, into memory of al; it is then held by the pin
// alone. A part that there is not is Invalid.
func (s *Store) GetPart(ctx context.Context, key string, j int, al mem.Allocator) (*Pin, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.find(key)
	if err != nil {
		return nil, err
	}
	return s.getPart(ctx, e, j, al)
}

func (s *Store) getPart(ctx context.Context, e *entry, j int, al mem.Allocator) (_ *Pin, err error) {
	if j < 0 || j >= e.parts {
		return nil, errs.New(errs.Invalid, "part %d of chunk %s, which has %d parts", j, e, e.parts)
	}
	s.policy.pin(e)
	for e.value == nil && e.file == nil && e.job != none && err == nil {
		err = s.await(ctx)
	}
	if err == nil && e.value != nil {
		s.count.Hits++
		return &Pin{s: s, e: e, value: e.value.(Parts)[j]}, nil
	}
	var v Value
	var blocks []*mem.Block
	if err == nil {
		v, blocks, err = s.read(e, j, al)
	}
	if err != nil {
		s.unpin(e)
		return nil, err
	}
	return &Pin{s: s, e: e, value: v, own: blocks}, nil
}

func (s *Store) find(key string) (*entry, error) {
	e := s.policy.entries[key]
	if e == nil {
		e = &entry{key: key, gone: true}
	}
	return e, s.here(e)
}

// here is why e cannot be had.
func (s *Store) here(e *entry) error {
	switch {
	case s.closed:
		return errClosed
	case e.gone:
		return errs.New(errs.NotFound, "no chunk %s in storage", e)
	case e.lost:
		return lost(e)
	}
	return nil
}

func lost(e *entry) error {
	return errs.New(errs.Lost, "chunk %s was lost with its spill file", e)
}
