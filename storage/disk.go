package storage

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
)

// disk is the spill directories of one store. In each it makes a directory of its own, and deletes it at the
// end. The directories take files in turn; one that refuses is passed over for that file.
type disk struct {
	vfs   vfs.FS
	dirs  []string
	spare int64        // bytes that stay free
	bytes atomic.Int64 // in spill files
	extra atomic.Int64 // in scratch files
	wrote atomic.Int64 // ever

	mu   sync.Mutex
	turn int
	seq  int
}

// spilled is a file of the disk.
type spilled struct {
	name string
	size int64
}

func openDisk(v vfs.FS, dirs []string, spare int64) (*disk, error) {
	d := &disk{vfs: v, spare: spare}
	id := make([]byte, 6)
	_, _ = rand.Read(id) // never fails
	for i, dir := range dirs {
		own := filepath.Join(dir, fmt.Sprintf("mars-%s-%d", hex.EncodeToString(id), i))
		if err := v.MkdirAll(own); err != nil {
			d.close()
			return nil, errs.Wrap(errs.Invalid, err, "spill directory %s", dir)
		}
		d.dirs = append(d.dirs, own)
	}
	return d, nil
}

// create opens a new file in the next directory that has room for need bytes and lets f fill it. A directory
// that fails is passed over. When none is left the error names them all.
func (d *disk) create(need int64, what, ext string, f func(vfs.File) error) (vfs.File, string, error) {
	d.mu.Lock()
	turn := d.turn
	d.turn++
	d.seq++
	seq := d.seq
	d.mu.Unlock()
	var causes []error
	for i := range d.dirs {
		dir := d.dirs[(turn+i)%len(d.dirs)]
		name := filepath.Join(dir, fmt.Sprintf("%06d.%s", seq, ext))
		file, err := d.try(name, dir, need, f)
		if err == nil {
			return file, name, nil
		}
		causes = append(causes, err)
	}
	return nil, "", diskError(what, need, causes)
}

func (d *disk) try(name, dir string, need int64, f func(vfs.File) error) (vfs.File, error) {
	if err := d.fits(dir, need); err != nil {
		return nil, err
	}
	file, err := d.vfs.Create(name)
	if err != nil {
		return nil, err
	}
	if err := f(file); err != nil {
		_ = file.Close()
		_ = d.vfs.Remove(name)
		return nil, err
	}
	return file, nil
}

// fits refuses to fill a disk: others live on it.
func (d *disk) fits(dir string, need int64) error {
	free, err := d.vfs.Free(dir)
	switch {
	case err != nil || free-d.spare >= need: // who cannot tell will see
		return nil
	case d.spare > 0:
		return fmt.Errorf("%s has %d bytes free, of which %d stay free: %w", dir, free, d.spare, syscall.ENOSPC)
	}
	return fmt.Errorf("%s has %d bytes free: %w", dir, free, syscall.ENOSPC)
}

// Free is what the disk of each spill directory has left for the store, in their order. One that cannot tell
// has nothing.
func (s *Store) Free() (free []int64) {
	if s.disk == nil {
		return nil
	}
	for _, dir := range s.disk.dirs {
		n, err := s.disk.vfs.Free(dir)
		if err != nil {
			n = 0
		}
		free = append(free, max(0, n-s.disk.spare))
	}
	return free
}

// write makes the spill file of key, of segments of size bytes together.
func (d *disk) write(key string, segs [][]byte, size int64) (*spilled, error) {
	f, name, err := d.create(size, "chunk "+key, "spill", func(f vfs.File) error {
		_, err := f.WriteV(segs)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		_ = d.vfs.Remove(name)
		return nil, diskError("chunk "+key, size, []error{err})
	}
	d.bytes.Add(size)
	d.wrote.Add(size)
	return &spilled{name, size}, nil
}

// probeBytes is a page: what a full disk refuses, whatever it does with smaller files.
const probeBytes = 4096

// probe writes a page and takes it away again.
func (d *disk) probe() error {
	f, name, err := d.create(probeBytes, "a probe", "probe", func(f vfs.File) error {
		_, err := f.WriteV([][]byte{make([]byte, probeBytes)})
		return err
	})
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), d.vfs.Remove(name))
}

// remove deletes a spill file. One that cannot be deleted is left to close.
func (d *disk) remove(f *spilled) {
	_ = d.vfs.Remove(f.name)
	d.bytes.Add(-f.size)
}

// close deletes the directories and what is left in them.
func (d *disk) close() error {
	var causes []error
	for _, dir := range d.dirs {
		files, err := d.vfs.List(dir)
		for _, f := range files {
			if err := d.vfs.Remove(filepath.Join(dir, f.Name)); !errors.Is(err, fs.ErrNotExist) { // a late pin was faster
				causes = append(causes, err)
			}
		}
		causes = append(causes, err, d.vfs.Remove(dir))
	}
	return errors.Join(causes...)
}

// diskError is why no directory took need bytes of what. A full disk is OutOfMemory, for there is no place
// left at all; other faults are Unavailable.
func diskError(what string, need int64, causes []error) error {
	kind, say := errs.Unavailable, "cannot spill"
	texts := make([]string, len(causes))
	for i, err := range causes {
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
			kind, say = errs.OutOfMemory, "disk full while spilling"
		}
		texts[i] = err.Error()
	}
	return &errs.Error{Kind: kind, Msg: fmt.Sprintf("%s %s (%d bytes): %s", say, what, need, strings.Join(texts, "; ")), Err: errors.Join(causes...)}
}
