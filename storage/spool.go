package storage

import (
	"path/filepath"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
)

// A Spool is a temporary file of a session beside its spilled values, and counts with its scratch. It is
// written from its begin to its end by one goroutine, then read at any place by any. Close deletes it; what a
// process leaves that is killed goes with its spill directories.
type Spool struct {
	s    *Store
	by   *account
	what string
	f    vfs.File
	name string

	mu     sync.Mutex
	size   int64
	closed bool
}

// Spool makes one with room for so many bytes, as far as that is known; what names its owner in errors.
// OutOfMemory: there is no spill directory, the disks are full, or the session has reached its quota.
func (s *Store) Spool(session, what string, bytes int64) (*Spool, error) {
	if s.disk == nil {
		return nil, errs.New(errs.OutOfMemory, "%s needs a temporary file, and there is no spill directory", what)
	}
	f, name, err := s.disk.create(bytes, what, "spool", func(vfs.File) error { return nil })
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Spool{s: s, by: s.account(session), what: what, f: f, name: name}, nil
}

// Write appends.
func (x *Spool) Write(p []byte) (int, error) {
	n := int64(len(p))
	d := x.s.disk
	if err := d.fits(filepath.Dir(x.name), n); err != nil {
		return 0, diskError(x.what, n, []error{err})
	}
	if err := x.by.charge(n, x.what); err != nil {
		return 0, err
	}
	k, err := x.f.Write(p)
	x.by.credit(n - int64(k))
	d.extra.Add(int64(k))
	d.wrote.Add(int64(k))
	x.mu.Lock()
	x.size += int64(k)
	x.mu.Unlock()
	if err != nil {
		err = diskError(x.what, n, []error{err})
	}
	return k, err
}

// ReadAt is that of io.ReaderAt.
func (x *Spool) ReadAt(p []byte, off int64) (int, error) { return x.f.ReadAt(p, off) }

// Close deletes the file. It may be called again, but not while somebody reads.
func (x *Spool) Close() error {
	x.mu.Lock()
	if x.closed {
		x.mu.Unlock()
		return nil
	}
	x.closed = true
	n := x.size
	x.mu.Unlock()
	_ = x.f.Close()
	err := x.s.disk.vfs.Remove(x.name)
	x.s.disk.extra.Add(-n)
	x.by.credit(n)
	x.s.mu.Lock()
	x.s.leave(x.by)
	x.s.mu.Unlock()
	if err != nil {
		return errs.Wrap(errs.Internal, err, "delete the temporary file of %s", x.what)
	}
	return nil
}
