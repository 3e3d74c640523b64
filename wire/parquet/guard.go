package parquet

import (
	"errors"
	"io"
	"sync"

	"github.com/mars-project/mars-go/errs"
)

// A tracker is a reader that remembers its first failure and the last place that was read, so that errors can
// tell both.
type tracker struct {
	r    io.ReaderAt
	name string

	mu  sync.Mutex
	err error
	at  int64
}

// ReadAt reads and remembers.
func (t *tracker) ReadAt(p []byte, off int64) (int, error) {
	n, err := t.r.ReadAt(p, off)
	t.mu.Lock()
	t.at = off
	if err != nil && !errors.Is(err, io.EOF) && t.err == nil {
		t.err = err
	}
	t.mu.Unlock()
	return n, err
}

// seek says where errors to come are.
func (t *tracker) seek(at int64) {
	t.mu.Lock()
	t.at = at
	t.mu.Unlock()
}

// wrap gives an error its kind, and the file and the place where it was read. What has a kind keeps it.
func (t *tracker) wrap(err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	name := t.name
	if name == "" {
		name = "parquet"
	}
	var ours *errs.Error
	switch {
	case err == nil:
		return nil
	case t.err != nil:
		return errs.Wrap(errs.KindOf(t.err), t.err, "%s: near byte %d", name, t.at)
	case errors.As(err, &ours):
		return errs.Wrap(errs.KindOf(err), err, "%s", name)
	}
	return errs.Wrap(errs.Invalid, err, "%s: damaged Parquet file, near byte %d", name, t.at)
}

// guard turns a panic of the library into an error.
func (t *tracker) guard(err *error) {
	if p := recover(); p != nil {
		*err = t.wrap(errs.New(errs.Invalid, "damaged Parquet file, near byte %d: %v", t.at, p))
	}
}
