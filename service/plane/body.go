package plane

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// A Body is the bytes of a chunk, or of a piece of it, ready to be written. It keeps its chunk pinned until
// Close.
type Body struct {
	Type string // the media type
	Size int64  // number of bytes; -1: not known before they are written

	write func(w io.Writer) error
	close func()
	once  sync.Once
}

var _ io.WriterTo = (*Body)(nil)

// WriteTo writes all of it. It must be called once at most.
func (b *Body) WriteTo(w io.Writer) (int64, error) {
	c := &counter{w: w}
	err := b.write(c)
	if err == nil && b.Size >= 0 && c.n != b.Size {
		err = errs.New(errs.Internal, "%d of %d bytes of a chunk were written", c.n, b.Size)
	}
	return c.n, err
}

// WriteRange writes n bytes from off on; Size must be known, and the range lie in it. It must be called once
// at most, and not with WriteTo.
func (b *Body) WriteRange(w io.Writer, off, n int64) error {
	r := &ranger{w: w, skip: off, left: n}
	err := b.write(r)
	if r.left == 0 {
		return nil
	}
	if err == nil {
		err = errs.New(errs.Internal, "a chunk ended %d bytes before its end", r.left)
	}
	return err
}

// Then has f called at the end of Close.
func (b *Body) Then(f func()) {
	first := b.close
	b.close = func() {
		if first != nil {
			first()
		}
		f()
	}
}

// Close unpins the chunk. It may be called again.
func (b *Body) Close() error {
	b.once.Do(func() {
		if b.close != nil {
			b.close()
		}
	})
	return nil
}

// counter counts what passes.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// errDone ends a write of which only the beginning is wanted.
var errDone = errs.New(errs.Canceled, "the range is written")

// ranger passes left bytes after skip of them.
type ranger struct {
	w          io.Writer
	skip, left int64
}

func (r *ranger) Write(p []byte) (int, error) {
	all := len(p)
	k := min(r.skip, int64(len(p)))
	r.skip -= k
	p = p[k:]
	p = p[:min(int64(len(p)), r.left)]
	if len(p) > 0 {
		n, err := r.w.Write(p)
		r.left -= int64(n)
		if err != nil {
			return int(k) + n, err
		}
	}
	if r.left == 0 {
		return all, errDone
	}
	return all, nil
}

// bodyOf is a value in a format. Memory that the form needs beside the value comes from al. The Body's close
// is the caller's to set.
func bodyOf(v any, format string, al mem.Allocator) (*Body, error) {
	switch v := v.(type) {
	case *nd.Array:
		return arrayBody(v, format)
	case *frame.Frame:
		if format != Arrow {
			return nil, noForm("a frame", format)
		}
		return &Body{Type: Arrow, Size: -1, write: func(w io.Writer) error {
			sc := mem.NewScope(al)
			defer sc.Close()
			return arrow.WriteAll(w, sc, arrow.Options{Batch: batchOf(v)}, v)
		}}, nil
	}
	if p, ok := v.(*op.Pickled); ok {
		if format != Pickle {
			return nil, noForm("an object of a Python program", format)
		}
		return pickleBody(p), nil
	}
	if _, na := v.(frame.Missing); na && format == JSON {
		return bytesBody(JSON, []byte(`{"na":true}`)), nil
	}
	l, ok := frame.LabelOf(v)
	if !ok || format != JSON {
		return nil, noForm(fmt.Sprintf("a %T", v), format)
	}
	b, err := json.Marshal(l)
	if err != nil {
		return nil, errs.Wrap(errs.Type, err, "an object as JSON")
	}
	return bytesBody(JSON, b), nil
}

func bytesBody(media string, b []byte) *Body {
	return &Body{Type: media, Size: int64(len(b)), write: func(w io.Writer) error {
		_, err := bytes.NewReader(b).WriteTo(w)
		return err
	}}
}

func arrayBody(a *nd.Array, format string) (*Body, error) {
	switch format {
	case NPY:
		n, err := npy.Size(a)
		return &Body{Type: NPY, Size: n, write: func(w io.Writer) error { return npy.Write(w, a) }}, err
	case Raw:
		if a.DType.Code() == "" {
			return nil, errs.New(errs.Type, "%v has no form without its dtype", a.DType)
		}
		return &Body{Type: Raw, Size: int64(a.Bytes()), write: func(w io.Writer) error { return npy.WriteRaw(w, a) }}, nil
	}
	return nil, noForm("an array", format)
}

func noForm(what, format string) error {
	return errs.New(errs.Type, "%s cannot be sent as %.80q", what, format)
}
