package data

import (
	"sync"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/storage"
)

// scratch is a storage.Scratch as operators see it.
type scratch struct {
	x    *storage.Scratch
	into mem.Allocator

	mu   sync.Mutex
	from map[int]int // first run of a partition that was not dropped
}

// Scratch opens spill space for one call of a session; what names it in errors. Values are read into blocks
// of into, and freed when the reader returns. The caller must call close.
func (s *Service) Scratch(session, what string, into mem.Allocator) (_ op.Scratch, close func() error, err error) {
	x, err := s.opts.Store.Scratch(session, what)
	if err != nil {
		return nil, nil, err
	}
	return &scratch{x: x, into: into, from: map[int]int{}}, x.Close, nil
}

// Spool makes a temporary file of a session; see storage.Store.
func (s *Service) Spool(session, what string, bytes int64) (op.Spool, error) {
	return s.opts.Store.Spool(session, what, bytes)
}

// Append writes v; its blocks can be freed afterwards.
func (s *scratch) Append(partition int, v any) error { return s.x.Append(partition, value{v}) }

// Read calls f with every run in order. v is borrowed until f returns.
func (s *scratch) Read(partition int, f func(v any) error) error {
	for i := s.first(partition); i < s.x.Runs(partition); i++ {
		if err := s.run(partition, i, f); err != nil {
			return err
		}
	}
	return nil
}

func (s *scratch) first(partition int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.from[partition]
}

func (s *scratch) run(partition, i int, f func(v any) error) error {
	scope := mem.NewScope(s.into)
	defer scope.Close()
	v, err := s.x.Read(partition, i, scope)
	if err != nil {
		return err
	}
	return f(unbox(v))
}

// Drop forgets what a partition holds. The space on disk comes back at the end.
func (s *scratch) Drop(partition int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.from[partition] = s.x.Runs(partition)
	return nil
}
