package csv

import (
	"archive/zip"
	"compress/bzip2"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/xz"
	"github.com/mars-project/mars-go/mem"
)

// Compression is how a file of this name is compressed, as pandas infers it: "gzip", "zstd", "bz2", "zip",
// "xz", or "" for none.
func Compression(name string) string {
	for _, c := range []struct{ suffix, name string }{{".gz", "gzip"}, {".zst", "zstd"}, {".bz2", "bz2"}, {".zip", "zip"}, {".xz", "xz"}, {".tar", "tar"}} {
		if strings.HasSuffix(strings.ToLower(name), c.suffix) {
			return c.name
		}
	}
	return ""
}

// Decompress unpacks a whole stream into memory of al, because compressed text cannot be cut into ranges.
// method is a name of Compression, then "+" and an Encoding where the text is not UTF-8; "" gives r back.
// Errors: Invalid for damaged data and for methods without a reader here (tar), those of al and of r.
func Decompress(al mem.Allocator, method string, r io.ReaderAt, size int64) (text io.ReaderAt, n int64, err error) {
	return unpack(al, method, r, size, math.MaxInt)
}

// Look is Decompress with the last lookBytes of the text in memory alone: what lies before them is unpacked
// again when it is asked for, so r must stay open and be the same.
func Look(al mem.Allocator, method string, r io.ReaderAt, size int64) (text io.ReaderAt, n int64, err error) {
	return unpack(al, method, r, size, lookBytes/stepBytes)
}

func unpack(al mem.Allocator, method string, r io.ReaderAt, size int64, most int) (io.ReaderAt, int64, error) {
	if method == "" {
		return r, size, nil
	}
	t := &unpacked{al: al, most: most, open: func() (io.ReadCloser, error) { return decoded(method, r, size) }}
	if err := t.fill(); err != nil {
		t.drop()
		var refused *errs.Error
		if errors.As(err, &refused) {
			return nil, 0, err
		}
		method, _, _ = strings.Cut(method, "+")
		return nil, 0, damaged(method, err)
	}
	return t, t.n, nil
}

// decoded is the text of a stream from its beginning.
func decoded(method string, r io.ReaderAt, size int64) (io.ReadCloser, error) {
	method, enc, _ := strings.Cut(method, "+")
	in, err := unpacking(method, r, size)
	if err != nil || enc == "" {
		return in, err
	}
	return closing{newDecoder(in, enc), in.Close}, nil
}

// closing is a reader with what ends it.
type closing struct {
	io.Reader
	end func() error
}

func (c closing) Close() error { return c.end() }

func unpacking(method string, r io.ReaderAt, size int64) (io.ReadCloser, error) {
	in := io.NewSectionReader(r, 0, size)
	switch method {
	case "":
		return io.NopCloser(in), nil
	case "gzip":
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, damaged(method, err)
		}
		return z, nil
	case "zstd":
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, damaged(method, err)
		}
		return z.IOReadCloser(), nil
	case "bz2":
		return io.NopCloser(bzip2.NewReader(in)), nil
	case "xz":
		z, err := xz.NewReader(in)
		if err != nil {
			return nil, damaged(method, err)
		}
		return io.NopCloser(z), nil
	case "zip":
		z, err := zip.NewReader(r, size)
		if err != nil {
			return nil, damaged(method, err)
		}
		if len(z.File) != 1 {
			return nil, invalid("a zip file with %d files in it; only one is read", len(z.File))
		}
		f, err := z.File[0].Open()
		if err != nil {
			return nil, damaged(method, err)
		}
		return f, nil
	}
	return nil, invalid("compression %q is not read: unpack the file, or use gzip, zstd, bz2, xz or zip", method)
}

func damaged(method string, err error) error {
	return errs.Wrap(errs.Invalid, err, "damaged %s data", method)
}
