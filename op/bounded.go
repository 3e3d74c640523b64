package op

import (
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
)

// Bounds are the files that programs may read and write. The zero value has none.
type Bounds struct {
	// Roots are directories of this machine: what is below one may be read and written, and a link may not
	// lead out of it.
	Roots []string
	// AnyFile allows all files of this machine, whatever Roots are.
	AnyFile bool
	// URLs are where files elsewhere may be: "s3://bucket/folder", "https://host/". One that has the same
	// scheme and host, and whose path begins with the same names, is below it.
	URLs []string
	// AnyURL allows all URLs, whatever URLs are.
	AnyURL bool
}

var bounds atomic.Pointer[bounded]

// Within bounds the files of this process, what operators read and write while values are described too. Nil:
// there are no bounds. Errors: NotFound and Invalid for a root that is no directory, Invalid for a URL that
// is none.
func Within(b *Bounds) error {
	if b == nil {
		bounds.Store(nil)
		return nil
	}
	f, err := b.within()
	if err == nil {
		bounds.Store(f)
	}
	return err
}

// current is all files, or those within the bounds.
func current() FS {
	if b := bounds.Load(); b != nil {
		return b
	}
	return allFiles{}
}

// bounded is Files within bounds.
type bounded struct {
	Bounds
	roots []boundedRoot
	urls  []*url.URL
}

type boundedRoot struct {
	dir string // absolute
	*os.Root
}

// within is the file system of this process within b.
func (b Bounds) within() (*bounded, error) {
	out := &bounded{Bounds: b}
	for _, dir := range b.Roots {
		dir, err := filepath.Abs(dir)
		if err != nil {
			return nil, fileError(err)
		}
		r, err := os.OpenRoot(dir)
		if err != nil {
			return nil, fileError(err)
		}
		out.roots = append(out.roots, boundedRoot{dir, r})
	}
	var err error
	out.urls, err = b.Places()
	return out, err
}

// Places are the URLs of b. Invalid: one is none.
func (b Bounds) Places() (out []*url.URL, err error) {
	for _, s := range b.URLs {
		u, err := url.Parse(s)
		if err != nil || u.Scheme == "" || u.Host == "" {
			return nil, errs.New(errs.Invalid, "%q is no URL below which files may be", s)
		}
		out = append(out, u)
	}
	return out, nil
}

// local is the root that a path of this machine is below, and what it is called there.
func (b *bounded) local(name string) (boundedRoot, string, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return boundedRoot{}, "", fileError(err)
	}
	for _, r := range b.roots {
		if rel, err := filepath.Rel(r.dir, full); err == nil && filepath.IsLocal(rel) {
			return r, rel, nil
		}
	}
	if len(b.roots) == 0 {
		return boundedRoot{}, "", errs.New(errs.Denied, "%s: this cluster reads and writes no files of its machines; it is told which by --files-root", name)
	}
	var dirs []string
	for _, r := range b.roots {
		dirs = append(dirs, r.dir)
	}
	return boundedRoot{}, "", errs.New(errs.Denied, "%s: only files below %s may be read and written", name, strings.Join(dirs, ", "))
}

// at is where a path or URL is: a root, or the file system of a URL that is allowed.
func (b *bounded) at(name string) (boundedRoot, string, FS, error) {
	fs, p, err := at(name)
	if err != nil {
		return boundedRoot{}, "", nil, err
	}
	if _, here := fs.(LocalFS); here {
		if b.AnyFile {
			return boundedRoot{}, p, fs, nil
		}
		r, rel, err := b.local(p)
		return r, rel, nil, err
	}
	if !b.AnyURL && !Below(b.urls, name) {
		return boundedRoot{}, "", nil, errs.New(errs.Denied, "%s is none of the places whose files may be read and written (--files-url)", name)
	}
	return boundedRoot{}, p, fs, nil
}

// Below says whether a URL is one of some, or below one. A path with dots in place of names is below none. In
// the keys of an object store a question mark is a letter like others, or any letter.
func Below(urls []*url.URL, name string) bool {
	u, err := url.Parse(name)
	if err != nil || u.User != nil {
		return false
	}
	at := u.Path
	if u.Scheme != "http" && u.Scheme != "https" {
		_, rest, _ := strings.Cut(name, "://")
		_, at, _ = strings.Cut(rest, "/")
	}
	names := strings.Trim(at, "/") + "/"
	if path.Clean("/"+at) != "/"+strings.Trim(at, "/") {
		return false
	}
	return slices.ContainsFunc(urls, func(b *url.URL) bool {
		below := strings.TrimPrefix(strings.Trim(b.Path, "/")+"/", "/")
		return u.Scheme == b.Scheme && strings.EqualFold(u.Host, b.Host) && strings.HasPrefix(names, below)
	})
}

// outward gives an error of a root its kind: a path that leaves it is Denied.
func outward(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) && strings.Contains(p.Err.Error(), "escapes") {
		return errs.New(errs.Denied, "%s leads out of the directories whose files may be read and written", p.Path)
	}
	return fileError(err)
}

// Open is that of FS.
func (b *bounded) Open(name string) (File, error) {
	r, rel, fs, err := b.at(name)
	switch {
	case err != nil:
		return nil, err
	case fs != nil:
		return fs.Open(rel)
	}
	f, err := r.Open(rel)
	if err != nil {
		return nil, outward(err)
	}
	return localFileOf(name, f)
}

// Stat is that of FS.
func (b *bounded) Stat(name string) (FileInfo, error) {
	r, rel, fs, err := b.at(name)
	switch {
	case err != nil:
		return FileInfo{}, err
	case fs != nil:
		return fs.Stat(rel)
	}
	s, err := r.Stat(rel)
	if err != nil {
		return FileInfo{}, outward(err)
	}
	return info(name, s), nil
}

// Glob is that of FS.
func (b *bounded) Glob(pattern string) ([]FileInfo, error) {
	r, rel, other, err := b.at(pattern)
	switch {
	case err != nil:
		return nil, err
	case other != nil:
		return other.Glob(rel)
	}
	var names []string
	if below, deep := strings.CutSuffix(filepath.ToSlash(rel), "/**"); deep {
		err = fs.WalkDir(r.FS(), below, func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				names = append(names, p)
			}
			return err
		})
	} else if names, err = fs.Glob(r.FS(), filepath.ToSlash(rel)); err == nil && len(names) == 0 {
		err = &fs.PathError{Op: "open", Path: pattern, Err: fs.ErrNotExist}
	}
	if err != nil {
		return nil, outward(err)
	}
	var out []FileInfo
	for _, n := range names {
		i, err := b.Stat(filepath.Join(r.dir, n))
		if err != nil {
			return nil, err
		}
		out = append(out, i)
	}
	return out, nil
}

// Create is that of FS.
func (b *bounded) Create(name string) (io.WriteCloser, error) {
	r, rel, fs, err := b.at(name)
	switch {
	case err != nil:
		return nil, err
	case fs != nil:
		return fs.Create(rel)
	}
	f, err := r.Create(rel)
	return f, outward(err)
}

// MkdirAll is that of FS.
func (b *bounded) MkdirAll(name string) error {
	r, rel, fs, err := b.at(name)
	switch {
	case err != nil:
		return err
	case fs != nil:
		return fs.MkdirAll(rel)
	}
	return outward(r.MkdirAll(rel, 0o777))
}

// Rename is that of FS. Both must be below one root, or at one URL.
func (b *bounded) Rename(from, to string) error {
	r, rel, fs, err := b.at(from)
	if err != nil {
		return err
	}
	r2, rel2, fs2, err := b.at(to)
	switch {
	case err != nil:
		return err
	case fs != nil && fs2 != nil:
		return allFiles{}.Rename(from, to)
	case r.dir != r2.dir || fs != nil || fs2 != nil:
		return errs.New(errs.Invalid, "%s cannot become %s", from, to)
	}
	return outward(r.Rename(rel, rel2))
}

// Remove is that of FS.
func (b *bounded) Remove(name string) error {
	r, rel, fs, err := b.at(name)
	switch {
	case err != nil:
		return err
	case fs != nil:
		return fs.Remove(rel)
	}
	return outward(r.Remove(rel))
}
