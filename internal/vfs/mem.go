package vfs

import (
	"io"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// Mem is a file system in memory. Make it with NewMem.
type Mem struct {
	mu    sync.Mutex
	files map[string]*memData
	dirs  map[string]bool
}

// NewMem makes an empty file system with no directory but the root.
func NewMem() *Mem {
	return &Mem{files: map[string]*memData{}, dirs: map[string]bool{"/": true, ".": true}}
}

type memData struct {
	mu sync.RWMutex
	p  []byte
}

func (m *Mem) Create(name string) (File, error) {
	name = path.Clean(name)
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.dirs[path.Dir(name)] {
		return nil, fail("create", name, syscall.ENOENT)
	}
	if m.dirs[name] {
		return nil, fail("create", name, syscall.EISDIR)
	}
	d := &memData{}
	m.files[name] = d
	return &memFile{name: name, data: d, write: true}, nil
}

func (m *Mem) Open(name string) (File, error) {
	name = path.Clean(name)
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.files[name]
	if d == nil {
		return nil, fail("open", name, syscall.ENOENT)
	}
	return &memFile{name: name, data: d}, nil
}

func (m *Mem) Rename(from, to string) error {
	from, to = path.Clean(from), path.Clean(to)
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.files[from]
	if d == nil || !m.dirs[path.Dir(to)] {
		return fail("rename", from, syscall.ENOENT)
	}
	if m.dirs[to] {
		return fail("rename", to, syscall.EISDIR)
	}
	delete(m.files, from)
	m.files[to] = d
	return nil
}

func (m *Mem) Remove(name string) error {
	name = path.Clean(name)
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.files[name] != nil:
		delete(m.files, name)
	case !m.dirs[name]:
		return fail("remove", name, syscall.ENOENT)
	case len(m.list(name)) > 0:
		return fail("remove", name, syscall.ENOTEMPTY)
	default:
		delete(m.dirs, name)
	}
	return nil
}

func (m *Mem) MkdirAll(dir string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for d := path.Clean(dir); !m.dirs[d]; d = path.Dir(d) {
		if m.files[d] != nil {
			return fail("mkdir", d, syscall.ENOTDIR)
		}
		m.dirs[d] = true
	}
	return nil
}

func (m *Mem) List(dir string) ([]Info, error) {
	dir = path.Clean(dir)
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.dirs[dir] {
		return nil, fail("list", dir, syscall.ENOENT)
	}
	return m.list(dir), nil
}

func (m *Mem) list(dir string) []Info {
	out := []Info{}
	for name, d := range m.files {
		if path.Dir(name) == dir {
			out = append(out, Info{Name: path.Base(name), Size: d.size()})
		}
	}
	for name := range m.dirs {
		if name != dir && path.Dir(name) == dir {
			out = append(out, Info{Name: path.Base(name), Dir: true})
		}
	}
	slices.SortFunc(out, func(a, b Info) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func (m *Mem) Stat(name string) (Info, error) {
	name = path.Clean(name)
	m.mu.Lock()
	defer m.mu.Unlock()
	if d := m.files[name]; d != nil {
		return Info{Name: path.Base(name), Size: d.size()}, nil
	}
	if !m.dirs[name] {
		return Info{}, fail("stat", name, syscall.ENOENT)
	}
	return Info{Name: path.Base(name), Dir: true}, nil
}

// Free has no end; wrap the file system in a Fault to give it one.
func (m *Mem) Free(dir string) (int64, error) {
	if _, err := m.Stat(dir); err != nil {
		return 0, err
	}
	return math.MaxInt64, nil
}

func fail(op, name string, err error) error { return &fs.PathError{Op: op, Path: name, Err: err} }

func (d *memData) size() int64 {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return int64(len(d.p))
}

type memFile struct {
	name  string
	data  *memData
	write bool
}

func (f *memFile) Write(p []byte) (int, error) {
	if !f.write {
		return 0, fail("write", f.name, syscall.EBADF)
	}
	f.data.mu.Lock()
	defer f.data.mu.Unlock()
	f.data.p = append(f.data.p, p...)
	return len(p), nil
}

func (f *memFile) WriteV(segs [][]byte) (int64, error) {
	var sum int64
	for _, s := range segs {
		n, err := f.Write(s)
		sum += int64(n)
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

func (f *memFile) ReadAt(p []byte, off int64) (int, error) {
	f.data.mu.RLock()
	defer f.data.mu.RUnlock()
	if off < 0 {
		return 0, fail("read", f.name, syscall.EINVAL)
	}
	n := 0
	if off < int64(len(f.data.p)) {
		n = copy(p, f.data.p[off:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f *memFile) Size() (int64, error) { return f.data.size(), nil }
func (f *memFile) Sync() error          { return nil }
func (f *memFile) Close() error         { return nil }
