package op

import (
	"context"
	"io"
)

// Ending is a file system whose requests can end with a context, and whose copies of files can lie where
// somebody counts them.
type Ending interface {
	FS
	// Until is the file system whose requests fail as Canceled once ctx is over, those of files that it opens
	// too. What it copies goes to spools; nil: to temporary files.
	Until(ctx context.Context, spool Spooler) FS
}

// A Spooler makes a Spool for a copy of so many bytes, as far as that is known; 0: it is not.
type Spooler func(bytes int64) (Spool, error)

// A Spool is a temporary file that counts for whoever made it. It is written from its begin to its end, then
// read at any place. Close deletes it.
type Spool interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

// Until is Files whose requests to other machines end with ctx.
func (Files) Until(ctx context.Context, spool Spooler) FS { return filesUntil{ctx, spool} }

// filesUntil is Files with a context and a Spooler for those file systems that take them.
type filesUntil struct {
	ctx   context.Context
	spool Spooler
}

// at is the file system of a path, and the path there.
func (f filesUntil) at(name string) (FS, string, error) {
	var fs FS
	var rel string
	var err error
	if b := bounds.Load(); b != nil {
		_, rel, fs, err = b.at(name)
	} else {
		fs, rel, err = at(name)
	}
	if e, ok := fs.(Ending); ok {
		return e.Until(f.ctx, f.spool), rel, err
	}
	return Files{}, name, err
}

// Open is that of FS.
func (f filesUntil) Open(path string) (File, error) {
	fs, p, err := f.at(path)
	if err != nil {
		return nil, err
	}
	return fs.Open(p)
}

// Glob is that of FS.
func (f filesUntil) Glob(pattern string) ([]FileInfo, error) {
	fs, p, err := f.at(pattern)
	if err != nil {
		return nil, err
	}
	return fs.Glob(p)
}

// Stat is that of FS.
func (f filesUntil) Stat(path string) (FileInfo, error) {
	fs, p, err := f.at(path)
	if err != nil {
		return FileInfo{}, err
	}
	return fs.Stat(p)
}

// Create is that of FS.
func (f filesUntil) Create(path string) (io.WriteCloser, error) {
	fs, p, err := f.at(path)
	if err != nil {
		return nil, err
	}
	return fs.Create(p)
}

// MkdirAll is that of FS.
func (f filesUntil) MkdirAll(path string) error { return Files{}.MkdirAll(path) }

// Rename is that of FS. What has been written is not given up half way.
func (f filesUntil) Rename(from, to string) error { return Files{}.Rename(from, to) }

// Remove is that of FS.
func (f filesUntil) Remove(path string) error { return Files{}.Remove(path) }
