package op

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mars-project/mars-go/mem"
)

// A World is what a running operator may use of the machine it runs on. The worker implements it.
type World interface {
	mem.Allocator
	// Context ends when the task is canceled; long loops look at it.
	Context() context.Context
	// Parallel runs f(0..n-1) on this goroutine and on free slots, and joins. How the work is split never
	// depends on how many slots it got. The first error in index order is returned. A panic of f on another
	// goroutine is raised again on this one, as a *HelperPanic.
	Parallel(n int, f func(i int) error) error
	// Scratch opens spill space for an operator that outgrows its grant; it is deleted when the task ends.
	Scratch() (Scratch, error)
	// FS is where files are.
	FS() FS
}

// HelperPanic is a panic that Parallel brings from another goroutine, with the stack of where it happened.
type HelperPanic struct {
	Value any
	Stack string
}

// Scratch holds runs of values outside memory: append to a partition, read it back in order. What Read gives
// is borrowed until f returns.
type Scratch interface {
	Append(partition int, v any) error
	Read(partition int, f func(v any) error) error
	Drop(partition int) error
}

// FileInfo is what identifies a version of a file.
type FileInfo struct {
	Path    string
	Size    int64
	ModTime time.Time
	ETag    string
}

// A File is read at any place, from several goroutines.
type File interface {
	io.ReaderAt
	io.Closer
	Info() FileInfo
}

// FS opens, lists and writes files by path or URL.
type FS interface {
	Open(path string) (File, error)
	Glob(pattern string) ([]FileInfo, error)
	Stat(path string) (FileInfo, error)
	Create(path string) (io.WriteCloser, error)
	MkdirAll(path string) error
	Rename(from, to string) error
	Remove(path string) error
}

// LocalFS is the file system of this process.
type LocalFS struct{}

type localFile struct {
	*os.File
	info FileInfo
}

func (f localFile) Info() FileInfo { return f.info }

func info(path string, s fs.FileInfo) FileInfo {
	return FileInfo{Path: path, Size: s.Size(), ModTime: s.ModTime()}
}

// Open opens a file for reading.
func (LocalFS) Open(path string) (File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError(err)
	}
	return localFileOf(path, f)
}

// localFileOf is an open file; a directory is none.
func localFileOf(path string, f *os.File) (File, error) {
	s, err := f.Stat()
	if err == nil && s.IsDir() {
		err = &fs.PathError{Op: "open", Path: path, Err: errIsDir}
	}
	if err != nil {
		_ = f.Close()
		return nil, fileError(err)
	}
	return localFile{f, info(path, s)}, nil
}

// Glob lists the files that match, in order of their names; a plain path must exist. A name of a directory
// and then /** is all files below it, and no directory.
func (l LocalFS) Glob(pattern string) ([]FileInfo, error) {
	names, err := filepath.Glob(pattern)
	if root, deep := strings.CutSuffix(pattern, "/**"); deep {
		names, err = below(root)
	}
	if err != nil {
		return nil, fileError(&fs.PathError{Op: "glob", Path: pattern, Err: err})
	}
	var out []FileInfo
	for _, n := range names {
		i, err := l.Stat(n)
		if err != nil {
			return nil, err
		}
		out = append(out, i)
	}
	if len(out) == 0 {
		return nil, fileError(&fs.PathError{Op: "open", Path: pattern, Err: fs.ErrNotExist})
	}
	return out, nil
}

// below are the files in a directory and in those in it, in order of their names.
func below(root string) (names []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return err
	})
	return names, err
}

// Stat identifies a file.
func (LocalFS) Stat(path string) (FileInfo, error) {
	s, err := os.Stat(path)
	if err != nil {
		return FileInfo{}, fileError(err)
	}
	return info(path, s), nil
}

// Create truncates or makes a file.
func (LocalFS) Create(path string) (io.WriteCloser, error) {
	f, err := os.Create(path)
	return f, fileError(err)
}

// MkdirAll makes a directory and its parents.
func (LocalFS) MkdirAll(path string) error { return fileError(os.MkdirAll(path, 0o777)) }

// Rename moves a file over another in one step.
func (LocalFS) Rename(from, to string) error { return fileError(os.Rename(from, to)) }

// Remove deletes a file.
func (LocalFS) Remove(path string) error { return fileError(os.Remove(path)) }
