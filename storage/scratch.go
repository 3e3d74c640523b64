package storage

import (
	"path/filepath"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
)

// rollBytes is the size above which a scratch file is followed by one in the next directory.
const rollBytes = 1 << 30

// Scratch is where an operator that outgrows its grant puts values aside: runs, appended to numbered
// partitions and read back in the order in which they were appended. It is safe for concurrent use; Close
// deletes its files.
type Scratch struct {
	s     *Store
	disk  *disk
	by    *account
	codec Codec
	what  string

	mu     sync.Mutex
	files  []*scratchFile
	open   bool // the last file takes more
	parts  map[int][]run
	size   int64
	closed bool
}

type scratchFile struct {
	f    vfs.File
	name string
	size int64
}

type run struct {
	file *scratchFile
	span span
}

// Scratch makes an empty scratch of a session; what names its owner in errors. Without spill directories it
// is OutOfMemory.
func (s *Store) Scratch(session, what string) (*Scratch, error) {
	if s.disk == nil {
		return nil, errs.New(errs.OutOfMemory, "%s outgrew its memory, and there is no spill directory", what)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Scratch{s: s, disk: s.disk, by: s.account(session), codec: s.opts.Codec, what: what, parts: map[int][]run{}}, nil
}

// Append writes v as the next run of partition part. v can be freed afterwards. OutOfMemory: the disks are
// full, or the session has reached its quota.
func (x *Scratch) Append(part int, v Value) error {
	r, err := encode(x.codec, v)
	if err != nil {
		return errs.Wrap(errs.KindOf(err), err, "encode scratch of %s", x.what)
	}
	n := r.size()
	segs := append([][]byte{r.head}, r.segs...)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return errs.New(errs.Internal, "scratch of %s is closed", x.what)
	}
	if err := x.by.charge(n, "scratch of "+x.what); err != nil {
		return err
	}
	f, err := x.put(segs, n)
	if err != nil {
		x.by.credit(n)
		return err
	}
	x.parts[part] = append(x.parts[part], run{f, span{off: f.size, size: n, head: int64(len(r.head))}})
	f.size += n
	x.size += n
	x.disk.extra.Add(n)
	x.disk.wrote.Add(n)
	x.open = f.size < rollBytes
	return nil
}

// put writes to the last file, or to a new one in the next directory when that is long or its disk refuses.
func (x *Scratch) put(segs [][]byte, n int64) (*scratchFile, error) {
	if x.open {
		f := x.files[len(x.files)-1]
		if x.disk.fits(filepath.Dir(f.name), n) == nil {
			if _, err := f.f.WriteV(segs); err == nil {
				return f, nil
			}
		}
		x.open = false // what was written of it is never read
	}
	f, name, err := x.disk.create(n, "scratch of "+x.what, "scratch", func(f vfs.File) error {
		_, err := f.WriteV(segs)
		return err
	})
	if err != nil {
		return nil, err
	}
	x.files = append(x.files, &scratchFile{f: f, name: name})
	return x.files[len(x.files)-1], nil
}

// Runs is the number of runs of a partition.
func (x *Scratch) Runs(part int) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.parts[part])
}

// Bytes is the size of everything that was appended, on disk.
func (x *Scratch) Bytes() int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.size
}

// Read is run i of a partition, in blocks of al, whose owner the caller is: a Scope frees them. A run that
// there is not is Internal; one that is damaged is Lost, and its file is named.
func (x *Scratch) Read(part, i int, al mem.Allocator) (Value, error) {
	x.mu.Lock()
	runs, closed := x.parts[part], x.closed
	x.mu.Unlock()
	if closed || i < 0 || i >= len(runs) {
		return nil, errs.New(errs.Internal, "run %d of partition %d of the scratch of %s: it has %d runs (closed: %t)", i, part, x.what, len(runs), closed)
	}
	v, err := decode(x.codec, runs[i].file.f, runs[i].span, al)
	if err != nil {
		return nil, errs.Wrap(errs.KindOf(err), err, "scratch of %s: file %s", x.what, runs[i].file.name)
	}
	return v, nil
}

// Close deletes the files. It may be called again, but not while Read runs.
func (x *Scratch) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return nil
	}
	x.closed = true
	x.disk.extra.Add(-x.size)
	var first error
	for _, f := range x.files {
		_ = f.f.Close()
		if err := x.disk.vfs.Remove(f.name); err != nil && first == nil {
			first = errs.Wrap(errs.Internal, err, "delete the scratch of %s", x.what)
		}
	}
	x.files, x.parts = nil, nil
	x.by.credit(x.size)
	x.s.mu.Lock()
	x.s.leave(x.by)
	x.s.mu.Unlock()
	return first
}
