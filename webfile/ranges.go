package webfile

import (
	"io"
	"slices"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

const (
	blockSize = 256 << 10 // what a small read asks for
	keep      = 16        // blocks that a file keeps
	partSize  = 4 << 20   // what a large read asks for at once
	atOnce    = 8         // requests of one read
)

// ranged is a file that is read by ranges. It is safe for concurrent use.
type ranged struct {
	info  op.FileInfo
	fetch func(p []byte, off int64) error // fills p, which lies within the file

	mu     sync.Mutex
	blocks []*cached // the last used one last
}

// A cached block is fetched by who needs it first; others wait for it.
type cached struct {
	n    int64
	once sync.Once
	data []byte
	err  error
}

// Info identifies the version that is read.
func (r *ranged) Info() op.FileInfo { return r.info }

// Close gives up what was kept.
func (r *ranged) Close() error {
	r.mu.Lock()
	r.blocks = nil
	r.mu.Unlock()
	return nil
}

// ReadAt is that of io.ReaderAt.
func (r *ranged) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errs.New(errs.Invalid, "%s: read at byte %d", r.info.Path, off)
	}
	want := len(p)
	if off >= r.info.Size {
		return 0, io.EOF
	}
	p = p[:min(int64(want), r.info.Size-off)]
	var err error
	if len(p) >= blockSize {
		err = r.large(p, off)
	} else {
		err = r.small(p, off)
	}
	if err != nil {
		return 0, err
	}
	if len(p) < want {
		return len(p), io.EOF
	}
	return len(p), nil
}

// small copies from kept blocks.
func (r *ranged) small(p []byte, off int64) error {
	for len(p) > 0 {
		b := r.block(off / blockSize)
		if b.err != nil {
			return b.err
		}
		n := copy(p, b.data[off%blockSize:])
		p, off = p[n:], off+int64(n)
	}
	return nil
}

// block is block n, fetched unless it is kept. One whose fetching failed is forgotten.
func (r *ranged) block(n int64) *cached {
	r.mu.Lock()
	var b *cached
	if i := slices.IndexFunc(r.blocks, func(c *cached) bool { return c.n == n }); i >= 0 {
		b = r.blocks[i]
		r.blocks = append(slices.Delete(r.blocks, i, i+1), b)
	} else {
		b = &cached{n: n}
		if r.blocks = append(r.blocks, b); len(r.blocks) > keep {
			r.blocks = slices.Delete(r.blocks, 0, 1)
		}
	}
	r.mu.Unlock()
	b.once.Do(func() {
		at := n * blockSize
		b.data = make([]byte, min(blockSize, r.info.Size-at))
		b.err = r.fetch(b.data, at)
	})
	if b.err != nil {
		r.mu.Lock()
		r.blocks = slices.DeleteFunc(r.blocks, func(c *cached) bool { return c == b })
		r.mu.Unlock()
	}
	return b
}

// large asks for parts, several at once.
func (r *ranged) large(p []byte, off int64) error {
	n := (len(p) + partSize - 1) / partSize
	failed := make([]error, n)
	var wg sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			lo := i * partSize
			failed[i] = r.fetch(p[lo:min(lo+partSize, len(p))], off+int64(lo))
			<-slots
		})
	}
	wg.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}
