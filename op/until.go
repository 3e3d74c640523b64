package op

import (
	"context"
	"io"
)

// Ending is a file system whose requests can end with a context.
type Ending interface {
	FS
	// Until is the file system whose requests fail as Canceled once ctx is over, those of files that it opens too.
	Until(ctx context.Context) FS
}

// Until is Files whose requests to other machines end with ctx.
func (Files) Until(ctx context.Context) FS { return filesUntil{ctx} }

// filesUntil is Files with a context for those file systems that take one.
type filesUntil struct{ ctx context.Context }

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
		return e.Until(f.ctx), rel, err
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
