package op

import (
	"io"
	"net/url"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// Files is the file system of this process, in which paths may be URLs: file:// names a local file, other
// schemes belong to what RegisterFS has for them. Within bounds what there is of it.
type Files struct{}

// Open opens a file for reading.
func (Files) Open(path string) (File, error) { return current().Open(path) }

// Glob lists the files that match, in order of their names.
func (Files) Glob(pattern string) ([]FileInfo, error) { return current().Glob(pattern) }

// Stat identifies a file.
func (Files) Stat(path string) (FileInfo, error) { return current().Stat(path) }

// Create truncates or makes a file.
func (Files) Create(path string) (io.WriteCloser, error) { return current().Create(path) }

// MkdirAll makes a directory and its parents.
func (Files) MkdirAll(path string) error { return current().MkdirAll(path) }

// Rename moves a file over another. Both must lie in the same file system.
func (Files) Rename(from, to string) error { return current().Rename(from, to) }

// Remove deletes a file.
func (Files) Remove(path string) error { return current().Remove(path) }

// allFiles is Files without bounds.
type allFiles struct{}

var schemes = map[string]FS{}

// RegisterFS gives paths that begin with scheme:// to fs; call it from init.
func RegisterFS(scheme string, fs FS) { schemes[scheme] = fs }

// Scheme is what stands before :// in a path, "" where nothing does.
func Scheme(path string) string {
	s, _, ok := strings.Cut(path, "://")
	if !ok || s == "" || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789+.-") != "" {
		return ""
	}
	return s
}

// IsPattern reports a path that may name several files. A question mark in a URL of the web begins its query,
// and such files are not listed.
func IsPattern(path string) bool {
	s := Scheme(path)
	return s != "http" && s != "https" && strings.ContainsAny(path, "*?[")
}

// BaseName is what stands behind the last slash of a path or URL.
func BaseName(path string) string {
	path = strings.TrimRight(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}

// at is the file system of a path, and the path there.
func at(path string) (FS, string, error) {
	s := Scheme(path)
	if s == "" {
		return LocalFS{}, path, nil
	}
	if s == "file" {
		u, err := url.Parse(path)
		if err != nil || u.Host != "" && u.Host != "localhost" {
			return nil, "", errs.New(errs.Invalid, "%s: a file's URL begins with file:///", path)
		}
		return LocalFS{}, u.Path, nil
	}
	fs := schemes[s]
	if fs == nil {
		return nil, "", errs.New(errs.Invalid, "%s: files of scheme %q are not known here", path, s)
	}
	return fs, path, nil
}

func (allFiles) Open(path string) (File, error) {
	fs, p, err := at(path)
	if err != nil {
		return nil, err
	}
	return fs.Open(p)
}

func (allFiles) Glob(pattern string) ([]FileInfo, error) {
	fs, p, err := at(pattern)
	if err != nil {
		return nil, err
	}
	return fs.Glob(p)
}

func (allFiles) Stat(path string) (FileInfo, error) {
	fs, p, err := at(path)
	if err != nil {
		return FileInfo{}, err
	}
	return fs.Stat(p)
}

func (allFiles) Create(path string) (io.WriteCloser, error) {
	fs, p, err := at(path)
	if err != nil {
		return nil, err
	}
	return fs.Create(p)
}

func (allFiles) MkdirAll(path string) error {
	fs, p, err := at(path)
	if err != nil {
		return err
	}
	return fs.MkdirAll(p)
}

func (allFiles) Rename(from, to string) error {
	fs, p, err := at(from)
	if err != nil {
		return err
	}
	_, q, err := at(to)
	if err != nil {
		return err
	}
	if Scheme(from) != Scheme(to) && Scheme(p) != Scheme(q) {
		return errs.New(errs.Invalid, "%s cannot become %s", from, to)
	}
	return fs.Rename(p, q)
}

func (allFiles) Remove(path string) error {
	fs, p, err := at(path)
	if err != nil {
		return err
	}
	return fs.Remove(p)
}
