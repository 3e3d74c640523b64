package npy

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// trust is how many bytes of elements are allocated on the word of a header alone. Beyond it the reader must
// have them.
const trust = 16 << 20

// Read reads one array in its file's order. Memory comes from al and the elements are read straight into it,
// except where the reader does not tell its length (see Left) and the array is larger than 16 MiB: then they
// are gathered first. The reader is left behind the last element. Blocks come from al; nil is the Go heap.
func Read(r io.Reader, al mem.Allocator) (*nd.Array, error) {
	h, n, err := ReadHeader(r)
	if err != nil {
		return nil, err
	}
	return readBody(r, al, h, n)
}

// ReadRaw reads the bare elements of an array in C order, in the machine's byte order. Blocks come from al;
// nil is the Go heap.
func ReadRaw(r io.Reader, al mem.Allocator, d dtype.DType, shape ...int) (*nd.Array, error) {
	return readBody(r, al, Header{DType: d, Shape: shape}, 0)
}

// readBody reads the elements under h, which start at byte `at` of the stream.
func readBody(r io.Reader, al mem.Allocator, h Header, at int) (*nd.Array, error) {
	size, ok := h.Bytes()
	if !ok {
		return nil, errs.New(errs.Invalid, "npy: byte %d: shape %s of %v is too big", at, nd.ShapeString(h.Shape), h.DType)
	}
	left, known := Left(r)
	if known && left < int64(size) {
		return nil, short(io.ErrUnexpectedEOF, at+int(left), at+size, "the elements")
	}
	var early [][]byte
	if !known && size > trust {
		var err error
		if early, err = gather(r, size, at); err != nil {
			return nil, err
		}
	}
	shape := h.Shape
	if h.Fortran {
		shape = slices.Clone(shape)
		slices.Reverse(shape)
	}
	a, err := nd.New(mem.Or(al), h.DType, shape...)
	if err != nil {
		return nil, err
	}
	if err := fill(r, nd.Raw(a), early, at); err != nil {
		return nil, err
	}
	tidy(nd.Raw(a), h)
	if h.Fortran {
		a = a.Transpose()
	}
	return a, nil
}

func fill(r io.Reader, dst []byte, early [][]byte, at int) error {
	size := len(dst)
	for _, p := range early {
		dst = dst[copy(dst, p):]
	}
	if k, err := io.ReadFull(r, dst); err != nil {
		return short(err, at+size-len(dst)+k, at+size, "the elements")
	}
	return nil
}

// gather reads all of size bytes in pieces that double, so that a header that lies costs at most twice what
// the stream holds.
func gather(r io.Reader, size, at int) ([][]byte, error) {
	var pieces [][]byte
	for got := 0; got < size; {
		p := make([]byte, min(max(got, trust), size-got))
		k, err := io.ReadFull(r, p)
		if got += k; err != nil {
			return nil, short(err, at+got, at+size, "the elements")
		}
		pieces = append(pieces, p)
	}
	return pieces, nil
}

// Left is how many bytes r still holds, where r tells: readers of memory, a Sized, and a regular file from
// its position on.
func Left(r io.Reader) (int64, bool) {
	switch r := r.(type) {
	case *bytes.Reader:
		return int64(r.Len()), true
	case *bytes.Buffer:
		return int64(r.Len()), true
	case *strings.Reader:
		return int64(r.Len()), true
	case *Sized:
		return r.N, true
	case *os.File:
		info, err := r.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return 0, false
		}
		pos, err := r.Seek(0, io.SeekCurrent)
		return max(info.Size()-pos, 0), err == nil
	}
	return 0, false
}

// A Sized is a reader that is known to hold N more bytes, as an HTTP body whose peer is trusted: Read
// allocates on its word.
type Sized struct {
	R io.Reader
	N int64
}

// Read reads up to the N bytes.
func (s *Sized) Read(p []byte) (int, error) {
	if s.N <= 0 {
		return 0, io.EOF
	}
	n, err := s.R.Read(p[:min(int64(len(p)), s.N)])
	s.N -= int64(n)
	return n, err
}

// tidy makes elements those of the machine: byte order turned, and bools 0 or 1, as any other byte is no Go
// bool.
func tidy(b []byte, h Header) {
	if h.DType.IsBool() {
		for i, v := range b {
			if v > 1 {
				b[i] = 1
			}
		}
	}
	if !h.Swapped {
		return
	}
	w := h.DType.Size()
	if h.DType.IsComplex() {
		w /= 2
	}
	for ; len(b) >= w; b = b[w:] {
		slices.Reverse(b[:w])
	}
}
