package mem

import (
	"sync"

	"github.com/mars-project/mars-go/errs"
)

// A Scope is the allocator of one subtask. It owns one reference of every block it gave out until Close, so
// that code which allocates from it never calls Retain or Release; who wants to keep a block retains it. Safe
// for concurrent use.
type Scope struct {
	from   Allocator
	mu     sync.Mutex
	blocks []*Block
	one    [1]*Block // room for the first
	held   []*Block  // of others
	closed bool
}

// NewScope makes a scope over a Grant (then allocation within the grant never fails), a Pool or any other
// allocator.
func NewScope(from Allocator) *Scope { return &Scope{from: from} }

// Over is NewScope for a scope that is part of something else.
func (s *Scope) Over(from Allocator) { s.from = from }

// Alloc gives out a block whose one reference stays with the scope.
func (s *Scope) Alloc(n int) (*Block, error) {
	b, err := s.from.Alloc(n)
	if err != nil || !b.Pooled() {
		return b, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		b.Release()
		return nil, errs.New(errs.Internal, "memory scope is closed")
	}
	if s.blocks == nil {
		s.blocks = s.one[:0]
	}
	b.scope = int32(len(s.blocks))
	s.blocks = append(s.blocks, b)
	return b, nil
}

// Free gives up a block of this scope before Close, so that its memory can be used again. It reports whether
// the block was the scope's; other blocks stay as they are.
func (s *Scope) Free(b *Block) bool {
	s.mu.Lock()
	i := int(b.scope)
	if i >= len(s.blocks) || s.blocks[i] != b {
		s.mu.Unlock()
		return false
	}
	last := len(s.blocks) - 1
	s.blocks[i] = s.blocks[last]
	s.blocks[i].scope = int32(i)
	s.blocks[last] = nil
	s.blocks = s.blocks[:last]
	s.mu.Unlock()
	b.Release()
	return true
}

// Hold takes a reference of a block of another scope, which the caller need not hold, until Close. It reports
// false for a block that was freed. One of the Go heap is always there.
func (s *Scope) Hold(b *Block) bool {
	if !b.Pooled() {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || !b.hold() {
		return false
	}
	s.held = append(s.held, b)
	return true
}

// Close releases every block of the scope. Blocks that were retained live on. Close may be called again.
func (s *Scope) Close() {
	s.mu.Lock()
	blocks, held := s.blocks, s.held
	s.blocks, s.held, s.closed = nil, nil, true
	s.mu.Unlock()
	for _, b := range blocks {
		b.Release()
	}
	for _, b := range held {
		b.Release()
	}
}
