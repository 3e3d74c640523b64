// Package rotate writes lines to a file that is begun anew when it has grown: FILE becomes FILE.1, FILE.1
// becomes FILE.2, the oldest goes.
//
// Floor 0.
package rotate

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"sync"
)

// A File is an io.WriteCloser. It is safe for concurrent use.
type File struct {
	path string
	max  int64
	keep int

	mu   sync.Mutex
	f    *os.File
	size int64
}

// Open opens a file to add lines to. One that has max bytes is renamed; keep of those stay. 0: it grows for
// ever.
func Open(path string, max int64, keep int) (*File, error) {
	f := &File{path: path, max: max, keep: keep}
	return f, f.open(os.O_APPEND)
}

// Begin is Open for a file that is emptied first.
func Begin(path string, max int64, keep int) (*File, error) {
	f := &File{path: path, max: max, keep: keep}
	return f, f.open(os.O_TRUNC)
}

func (f *File) open(how int) (err error) {
	if f.f, err = os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|how, 0o644); err != nil {
		return err
	}
	i, err := f.f.Stat()
	if err != nil {
		return errors.Join(err, f.f.Close())
	}
	f.size = i.Size()
	return nil
}

// Write adds bytes. A line is never in two files, also where it comes in pieces.
func (f *File) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.max <= 0 || f.size == 0 || f.size+int64(len(p)) <= f.max {
		return f.write(p)
	}
	end := bytes.IndexByte(p, '\n') + 1
	if end == 0 {
		return f.write(p)
	}
	n, err := f.write(p[:end])
	if err != nil {
		return n, err
	}
	if err := f.turn(); err != nil {
		return n, err
	}
	m, err := f.write(p[end:])
	return n + m, err
}

func (f *File) write(p []byte) (int, error) {
	n, err := f.f.Write(p)
	f.size += int64(n)
	return n, err
}

// turn begins the file anew. Where names cannot be changed it goes on in the old one.
func (f *File) turn() error {
	name := func(n int) string {
		if n == 0 {
			return f.path
		}
		return f.path + "." + strconv.Itoa(n)
	}
	if f.keep <= 0 {
		if err := f.f.Truncate(0); err != nil {
			return err
		}
		_, err := f.f.Seek(0, 0)
		f.size = 0
		return err
	}
	for n := f.keep - 1; n >= 0; n-- {
		if err := os.Rename(name(n), name(n+1)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	old := f.f
	if err := f.open(os.O_APPEND); err != nil {
		f.f = old
		return nil
	}
	return old.Close()
}

// Close closes the file.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.f.Close()
}
