package webfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

func init() {
	op.RegisterFS("http", httpFS{})
	op.RegisterFS("https", httpFS{})
}

// httpFS reads files of web servers.
type httpFS struct {
	ctx   context.Context // of its requests; nil: they end by themselves
	spool op.Spooler      // for copies; nil: temporary files
}

// Until is that of op.Ending.
func (httpFS) Until(ctx context.Context, spool op.Spooler) op.FS { return httpFS{ctx, spool} }

// context is that of requests.
func (h httpFS) context() context.Context {
	if h.ctx == nil {
		return context.Background()
	}
	return h.ctx
}

// client follows redirects.
var client = &http.Client{Transport: newTransport()}

// Open asks for the first byte, which tells size and version, and whether the server gives ranges. A file of
// one that does not is downloaded to a temporary file. NotFound, Denied: the server says so.
func (h httpFS) Open(url string) (op.File, error) {
	f, err := h.open(url, true)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Stat identifies a file.
func (h httpFS) Stat(url string) (op.FileInfo, error) {
	f, err := h.open(url, false)
	if err != nil {
		return op.FileInfo{}, err
	}
	return f.Info(), f.Close()
}

// Glob is the file itself: web servers list nothing.
func (h httpFS) Glob(url string) ([]op.FileInfo, error) {
	if strings.Contains(url, "*") {
		return nil, errs.New(errs.Invalid, "%s: files of a web server cannot be listed, name each of them", url)
	}
	i, err := h.Stat(url)
	if err != nil {
		return nil, err
	}
	return []op.FileInfo{i}, nil
}

func (h httpFS) open(url string, download bool) (f op.File, err error) {
	ctx := h.context()
	err = again(ctx, func() error {
		resp, err := get(ctx, url, 0, 0, "")
		if err != nil {
			return err
		}
		defer drain(resp.Body)
		if resp.StatusCode == http.StatusRequestedRangeNotSatisfiable { // the file is empty
			f = &ranged{info: infoOf(url, resp, 0)}
			return nil
		}
		if resp.StatusCode == http.StatusPartialContent {
			_, size, ok := strings.Cut(resp.Header.Get("Content-Range"), "/")
			n, err := strconv.ParseInt(size, 10, 64)
			if !ok || err != nil || n < 0 {
				return errs.New(errs.Unavailable, "%s: the server does not tell the size of the file", url)
			}
			info := infoOf(url, resp, n)
			f = &ranged{info: info, fetch: func(p []byte, off int64) error { return fetch(ctx, info, p, off) }}
			return nil
		}
		info := infoOf(url, resp, resp.ContentLength)
		if !download && info.Size >= 0 {
			f = &ranged{info: info}
			return nil
		}
		f, err = h.save(info, resp.Body)
		return err
	})
	if err != nil {
		return nil, errs.Wrap(errs.KindOf(err), err, "%s", url)
	}
	return f, nil
}

// infoOf is the version that a response is of.
func infoOf(url string, resp *http.Response, size int64) op.FileInfo {
	i := op.FileInfo{Path: url, Size: size, ETag: resp.Header.Get("ETag")}
	if t, err := http.ParseTime(resp.Header.Get("Last-Modified")); err == nil {
		i.ModTime = t
	}
	return i
}

// get asks for bytes from lo to hi of a file, hi included, of the version etag where that is known. A status
// that tells of an error is one.
func get(ctx context.Context, url string, lo, hi int64, etag string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "URL")
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", lo, hi))
	req.Header.Set("Accept-Encoding", "identity")
	if etag != "" && !strings.HasPrefix(etag, "W/") {
		req.Header.Set("If-Match", etag)
	}
	resp, err := client.Do(req)
	var known *errs.Error
	if errors.As(err, &known) && known.Kind == errs.Denied {
		return nil, known
	}
	if err != nil && ctx.Err() != nil {
		return nil, errs.Wrap(errs.Canceled, context.Cause(ctx), "request")
	}
	if err != nil {
		return nil, passing{errs.Wrap(errs.Unavailable, err, "request")}
	}
	switch s := resp.StatusCode; {
	case s == http.StatusOK, s == http.StatusPartialContent, s == http.StatusRequestedRangeNotSatisfiable && lo == 0 && hi == 0:
		return resp, nil
	default:
		drain(resp.Body)
		return nil, statusError(s)
	}
}

// statusError is what a status means.
func statusError(s int) error {
	err := fmt.Errorf("the server says %d %s", s, http.StatusText(s))
	switch {
	case s == http.StatusNotFound, s == http.StatusGone:
		return errs.Wrap(errs.NotFound, err, "file")
	case s == http.StatusUnauthorized, s == http.StatusForbidden:
		return errs.Wrap(errs.Denied, err, "file")
	case s == http.StatusPreconditionFailed, s == http.StatusRequestedRangeNotSatisfiable:
		return errs.Wrap(errs.Lost, err, "the file has changed")
	case s == http.StatusTooManyRequests, s == http.StatusRequestTimeout, s >= 500:
		return passing{errs.Wrap(errs.Unavailable, err, "file")}
	}
	return errs.Wrap(errs.Invalid, err, "file")
}

// fetch fills p from byte off on.
func fetch(ctx context.Context, info op.FileInfo, p []byte, off int64) error {
	err := again(ctx, func() error {
		resp, err := get(ctx, info.Path, off, off+int64(len(p))-1, info.ETag)
		if err != nil {
			return err
		}
		defer drain(resp.Body)
		now := infoOf(info.Path, resp, info.Size)
		if resp.StatusCode != http.StatusPartialContent || now.ETag != info.ETag || !now.ModTime.Equal(info.ModTime) {
			return errs.New(errs.Lost, "the file has changed")
		}
		if want := fmt.Sprintf("bytes %d-%d/%d", off, off+int64(len(p))-1, info.Size); resp.Header.Get("Content-Range") != want {
			return errs.New(errs.Lost, "the file has changed: the server gave %q, not %q", resp.Header.Get("Content-Range"), want)
		}
		if _, err := io.ReadFull(resp.Body, p); err != nil {
			return passing{errs.Wrap(errs.Unavailable, err, "bytes from %d on", off)}
		}
		return nil
	})
	if err != nil {
		return errs.Wrap(errs.KindOf(err), err, "%s", info.Path)
	}
	return nil
}

// drain lets the connection be used again where little is left.
func drain(b io.ReadCloser) {
	_, _ = io.CopyN(io.Discard, b, 64<<10)
	_ = b.Close()
}

// errReadOnly is what writing to the web gives.
func errReadOnly(url string) error {
	return errs.New(errs.Invalid, "%s: files of a web server are not written", url)
}

// Create is refused.
func (httpFS) Create(url string) (io.WriteCloser, error) { return nil, errReadOnly(url) }

// MkdirAll is refused.
func (httpFS) MkdirAll(url string) error { return errReadOnly(url) }

// Rename is refused.
func (httpFS) Rename(_, to string) error { return errReadOnly(to) }

// Remove is refused.
func (httpFS) Remove(url string) error { return errReadOnly(url) }
