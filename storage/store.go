package storage

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// A Store keeps values by key. All methods are safe for concurrent use. Equal keys mean equal values.
type Store struct {
	opts Options
	pool *mem.Pool
	disk *disk // nil: memory only
	news notice
	kick chan struct{} // wakes the spiller
	quit chan struct{}
	done chan struct{}
	line line // who waits in Reserve

	above atomic.Bool // the spiller left the pool above its soft limit

	mu       sync.Mutex
	policy   *policy
	closed   bool
	accounts map[string]*account // of sessions, while there is a quota
	count    counts
	broken   error // of the last write in the background; nil: it runs
	rest     rest  // of the spiller, after such a failure
	failed   error // of the last write, until one succeeds or room is made; nil: none
}

// counts only grow.
type counts struct {
	Hits      int64 // Gets answered from memory
	Loads     int64 // values and parts read from disk
	Spills    int64 // values written to disk
	Ahead     int64 // of these, written in the background while they had to stay
	Evictions int64 // values dropped from memory
	Compacted int64 // values copied because they kept more than they need
}

// Stats are the numbers of a store at one moment, in bytes unless said otherwise.
type Stats struct {
	Memory  int64 // values in memory, each block once
	Cache   int64 // most of it
	Disk    int64 // spill files
	Scratch int64 // scratch files
	Written int64 // written to disk since the store was opened, scratch included
	Values  int   // number of values
	Idle    int   // values in memory that can be spilled
	Pinned  int   // values in memory that are pinned
	Pins    int   // pins, on disk too
	Waiting int   // requests that wait in Reserve
	counts
	Fault string // why background spilling rests; empty: it does not
}

// Open makes a store and starts its spiller. The caller must Close it.
func Open(o Options) (*Store, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Store{opts: o, pool: o.Pool, kick: make(chan struct{}, 1), quit: make(chan struct{}), done: make(chan struct{}), accounts: map[string]*account{}}
	if len(o.Dirs) > 0 {
		d, err := openDisk(o.FS, o.Dirs, o.Reserve)
		if err != nil {
			return nil, err
		}
		s.disk = d
	}
	s.policy = newPolicy(o.Cache, o.Soft, s.disk != nil)
	s.pool.OnPressure(s.relieve)
	s.pool.OnFree(s.freed)
	go s.spiller()
	return s, nil
}

// Pool is the pool that pays for what the store loads.
func (s *Store) Pool() *mem.Pool { return s.pool }

// Close ends the spiller, forgets all values and deletes all files. Values that are pinned end with their
// last pin, and are reported as an error, for somebody forgot them. The store must not be used afterwards.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.mu.Unlock()
	s.pool.OnPressure(nil)
	s.pool.OnFree(nil)
	close(s.quit)
	s.news.tell()
	<-s.done
	s.rest.stop()

	s.mu.Lock()
	for s.policy.writing > 0 || s.policy.loading > 0 {
		_ = s.await(context.Background())
	}
	for _, e := range s.policy.all() {
		if s.policy.remove(e) {
			s.finish(e)
		}
	}
	pins := s.policy.pins
	s.mu.Unlock()
	if s.disk != nil {
		if err := s.disk.close(); err != nil {
			return errs.Wrap(errs.Internal, err, "delete spill files")
		}
	}
	if pins > 0 {
		return errs.New(errs.Internal, "storage closed with %d pins", pins)
	}
	return nil
}

// Delete forgets a key; one that is not there is no error. Who has it pinned keeps it until the pin is
// released.
func (s *Store) Delete(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.policy.entries[key]; e != nil && s.policy.remove(e) {
		s.finish(e)
	}
	s.news.tell()
}

// finish frees what a deleted entry holds.
func (s *Store) finish(e *entry) {
	for _, b := range s.policy.drop(e) {
		b.Release()
	}
	if e.file != nil {
		s.disk.remove(e.file)
		e.by().credit(e.file.size)
		e.file = nil
		s.mend()
	}
	s.leave(e.by())
	e.own = nil
}

// settled ends an entry that was deleted while it was used.
func (s *Store) settled(e *entry) {
	if s.policy.over(e) {
		s.finish(e)
	}
}

// Info describes what is under key.
func (s *Store) Info(key string) (Info, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.policy.entries[key]
	if e == nil {
		return Info{}, false
	}
	return e.info(), true
}

// List describes everything in the store, by key or name.
func (s *Store) List() []Info {
	s.mu.Lock()
	out := make([]Info, 0, s.policy.n)
	for _, e := range s.policy.all() {
		out = append(out, e.info())
	}
	s.mu.Unlock()
	slices.SortFunc(out, func(a, b Info) int { return strings.Compare(a.Key, b.Key) })
	return out
}

func (e *entry) info() Info {
	i := Info{Key: e.String(), Level: e.level, Bytes: e.bytes, Pins: e.pins, Parts: e.parts}
	if e.file != nil {
		i.File = e.file.size
	}
	return i
}

// Stats are the numbers now.
func (s *Store) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.policy
	st := Stats{
		Memory: p.stored(), Cache: p.cache, Values: p.n, Idle: p.idle.n, Pinned: p.pinned.n, Pins: p.pins,
		Waiting: s.line.len(), counts: s.count,
	}
	if s.broken != nil {
		st.Fault = s.broken.Error()
	}
	if s.disk != nil {
		st.Disk, st.Scratch, st.Written = s.disk.bytes.Load(), s.disk.extra.Load(), s.disk.wrote.Load()
	}
	return st
}

var errClosed = errs.New(errs.Canceled, "storage is closed")

// A notice lets any number of goroutines wait until something has changed.
type notice struct {
	mu sync.Mutex
	c  chan struct{}
}

// next is closed at the next tell. Take it before looking at what may change without the store's lock.
func (n *notice) next() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.c == nil {
		n.c = make(chan struct{})
	}
	return n.c
}

func (n *notice) tell() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.c != nil {
		close(n.c)
		n.c = nil
	}
}
