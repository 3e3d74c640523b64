package vfs

import (
	"io"
	"path"
	"strings"
	"sync"
	"syscall"
)

// A Fault is a file system that fails on purpose. Without orders it passes everything on.
type Fault struct {
	fs     FS
	mu     sync.Mutex
	writes int           // writes so far
	fails  map[int]error // by number of the write; nil: half of it is written
	space  map[string]int64
	told   map[string]int64
	bad    []flip
	reads  error
}

type flip struct {
	part string
	off  int64
}

// NewFault wraps fs.
func NewFault(fs FS) *Fault {
	return &Fault{fs: fs, fails: map[int]error{}, space: map[string]int64{}, told: map[string]int64{}}
}

// FailWrite makes the nth write from now on fail with err (1 is the next). Nothing of it is written.
func (f *Fault) FailWrite(n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fails[f.writes+n] = err
}

// ShortWrite makes the nth write from now on stop in the middle with io.ErrShortWrite.
func (f *Fault) ShortWrite(n int) { f.FailWrite(n, nil) }

// Space lets n bytes be written below dir, then ENOSPC. Removed files make room again. Free does not tell.
func (f *Fault) Space(dir string, n int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.space[path.Clean(dir)] = n
}

// Tell sets what Free says of dir and what lies below it.
func (f *Fault) Tell(dir string, n int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told[path.Clean(dir)] = n
}

// Corrupt flips the bits of the byte at offset off, on every read, of files whose name contains part.
// A negative off counts from the end of the file.
func (f *Fault) Corrupt(part string, off int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bad = append(f.bad, flip{part, off})
}

// FailReads makes every read fail with err until it is called with nil.
func (f *Fault) FailReads(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reads = err
}

// Writes is the number of writes so far, failed ones too. A WriteV is one.
func (f *Fault) Writes() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.writes
}

func (f *Fault) Create(name string) (File, error)      { return f.file(name)(f.fs.Create(name)) }
func (f *Fault) Open(name string) (File, error)        { return f.file(name)(f.fs.Open(name)) }
func (f *Fault) Rename(from, to string) error          { return f.fs.Rename(from, to) }
func (f *Fault) MkdirAll(dir string) error             { return f.fs.MkdirAll(dir) }
func (f *Fault) List(dir string) (l []Info, err error) { return f.fs.List(dir) }
func (f *Fault) Stat(name string) (Info, error)        { return f.fs.Stat(name) }

func (f *Fault) Remove(name string) error {
	i, _ := f.fs.Stat(name)
	if err := f.fs.Remove(name); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if d, ok := below(f.space, name); ok {
		f.space[d] += i.Size
	}
	return nil
}

func (f *Fault) Free(dir string) (int64, error) {
	f.mu.Lock()
	d, ok := below(f.told, dir)
	n := f.told[d]
	f.mu.Unlock()
	if ok {
		return n, nil
	}
	return f.fs.Free(dir)
}

// below is the longest directory of m that name is in.
func below(m map[string]int64, name string) (string, bool) {
	for d := path.Clean(name); ; d = path.Dir(d) {
		if _, ok := m[d]; ok {
			return d, true
		}
		if d == path.Dir(d) {
			return "", false
		}
	}
}

func (f *Fault) file(name string) func(File, error) (File, error) {
	return func(x File, err error) (File, error) {
		if err != nil {
			return nil, err
		}
		return &faultFile{File: x, f: f, name: name}, nil
	}
}

type faultFile struct {
	File
	f    *Fault
	name string
}

// allow is how many of n bytes may be written, and the error that then comes.
func (f *Fault) allow(name string, n int64) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.writes++
	if err, ok := f.fails[f.writes]; ok {
		delete(f.fails, f.writes)
		if err != nil {
			return 0, fail("write", name, err)
		}
		return n / 2, fail("write", name, io.ErrShortWrite)
	}
	d, ok := below(f.space, name)
	if !ok {
		return n, nil
	}
	left := f.space[d]
	f.space[d] = max(0, left-n)
	if n > left {
		return left, fail("write", name, syscall.ENOSPC)
	}
	return n, nil
}

func (x *faultFile) Write(p []byte) (int, error) {
	n, err := x.WriteV([][]byte{p})
	return int(n), err
}

func (x *faultFile) WriteV(segs [][]byte) (int64, error) {
	var size int64
	for _, s := range segs {
		size += int64(len(s))
	}
	allowed, err := x.f.allow(x.name, size)
	if err == nil {
		return x.File.WriteV(segs)
	}
	var n int64
	for _, s := range segs {
		k := min(int64(len(s)), allowed-n)
		w, werr := x.File.Write(s[:k])
		n += int64(w)
		if werr != nil {
			return n, werr
		}
	}
	return n, err
}

func (x *faultFile) ReadAt(p []byte, off int64) (int, error) {
	x.f.mu.Lock()
	bad, rerr := x.f.bad, x.f.reads
	x.f.mu.Unlock()
	if rerr != nil {
		return 0, fail("read", x.name, rerr)
	}
	n, err := x.File.ReadAt(p, off)
	for _, b := range bad {
		if !strings.Contains(x.name, b.part) {
			continue
		}
		at := b.off
		if at < 0 {
			size, serr := x.File.Size()
			if serr != nil {
				return n, serr
			}
			at += size
		}
		if at >= off && at < off+int64(n) {
			p[at-off] ^= 0xFF
		}
	}
	return n, err
}
