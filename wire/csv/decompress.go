package csv

import (
	"archive/zip"
	"compress/bzip2"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/xz"
	"github.com/mars-project/mars-go/mem"
)

// stepBytes is the size of the blocks that hold unpacked text.
const stepBytes = 1 << 20

// Compression is how a file of this name is compressed, as pandas infers it: "gzip", "zstd", "bz2", "zip", "xz", or "" for none.
func Compression(name string) string {
	for _, c := range []struct{ suffix, name string }{{".gz", "gzip"}, {".zst", "zstd"}, {".bz2", "bz2"}, {".zip", "zip"}, {".xz", "xz"}, {".tar", "tar"}} {
		if strings.HasSuffix(strings.ToLower(name), c.suffix) {
			return c.name
		}
	}
	return ""
}

// Decompress unpacks a whole stream into memory of al, because compressed text cannot be cut into ranges. method is a name of
// Compression, then "+" and an Encoding where the text is not UTF-8; "" gives r back. Errors: Invalid for damaged data and for methods without a reader
// here (tar), those of al and of r.
func Decompress(al mem.Allocator, method string, r io.ReaderAt, size int64) (io.ReaderAt, int64, error) {
	if method == "" {
		return r, size, nil
	}
	method, enc, _ := strings.Cut(method, "+")
	var in io.Reader = io.NewSectionReader(r, 0, size)
	switch method {
	case "":
	case "gzip":
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, 0, damaged(method, err)
		}
		in = z
	case "zstd":
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, 0, damaged(method, err)
		}
		defer z.Close()
		in = z
	case "bz2":
		in = bzip2.NewReader(in)
	case "xz":
		z, err := xz.NewReader(in)
		if err != nil {
			return nil, 0, damaged(method, err)
		}
		in = z
	case "zip":
		z, err := zip.NewReader(r, size)
		if err != nil {
			return nil, 0, damaged(method, err)
		}
		if len(z.File) != 1 {
			return nil, 0, invalid("a zip file with %d files in it; only one is read", len(z.File))
		}
		f, err := z.File[0].Open()
		if err != nil {
			return nil, 0, damaged(method, err)
		}
		defer f.Close()
		in = f
	default:
		return nil, 0, invalid("compression %q is not read: unpack the file, or use gzip, zstd, bz2, xz or zip", method)
	}
	if enc != "" {
		in = newDecoder(in, enc)
	}
	t := &unpacked{al: al}
	if err := t.fill(in); err != nil {
		t.drop()
		var refused *errs.Error
		if errors.As(err, &refused) {
			return nil, 0, err
		}
		return nil, 0, damaged(method, err)
	}
	return t, t.n, nil
}

func damaged(method string, err error) error {
	return errs.Wrap(errs.Invalid, err, "damaged %s data", method)
}

// unpacked is text in blocks of stepBytes.
type unpacked struct {
	al     mem.Allocator
	blocks []*mem.Block
	n      int64
}

func (t *unpacked) fill(in io.Reader) error {
	for {
		b, err := t.al.Alloc(stepBytes)
		if err != nil {
			return err
		}
		t.blocks = append(t.blocks, b)
		k, err := io.ReadFull(in, b.Bytes())
		t.n += int64(k)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) && k < stepBytes && atEnd(in) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// atEnd reports that a reader which gave less than asked for ended well: io.ReadFull says the same of a stream that was cut.
func atEnd(in io.Reader) bool {
	var one [1]byte
	n, err := in.Read(one[:])
	return n == 0 && err == io.EOF
}

func (t *unpacked) drop() {
	for _, b := range t.blocks {
		free(t.al, b)
	}
	t.blocks = nil
}

// ReadAt reads from the unpacked text.
func (t *unpacked) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, invalid("byte %d of the text", off)
	}
	for n < len(p) && off < t.n {
		b := t.blocks[off/stepBytes].Bytes()
		at := off % stepBytes
		k := copy(p[n:], b[at:min(int64(len(b)), at+t.n-off)])
		n, off = n+k, off+int64(k)
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}
