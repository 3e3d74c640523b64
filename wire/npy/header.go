package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
)

const (
	magic     = "\x93NUMPY"
	maxHeader = 1 << 16 // bytes of a header's text that are read; NumPy itself stops at 10,000
	maxRank   = 64      // NumPy's limit
	align     = 64
	growth    = 21 // digits that NumPy leaves room for, so that the growing axis can be rewritten in place
)

// A Header is what stands before the elements.
type Header struct {
	DType   dtype.DType
	Shape   []int
	Fortran bool // elements are in Fortran order
	Swapped bool // elements are big-endian
}

// Bytes is the number of bytes of the elements. ok is false where that passes an int.
func (h Header) Bytes() (n int, ok bool) {
	n = h.DType.Size()
	for _, k := range h.Shape {
		if k == 0 {
			return 0, true
		}
	}
	for _, k := range h.Shape {
		if n > (1<<62)/k {
			return 0, false
		}
		n *= k
	}
	return n, true
}

// ReadHeader reads the header and says how many bytes it took. The elements come next.
func ReadHeader(r io.Reader) (h Header, n int, err error) {
	var pre [12]byte
	if k, err := io.ReadFull(r, pre[:8]); err != nil {
		return h, k, short(err, k, 8, "the magic string")
	}
	if string(pre[:6]) != magic {
		return h, 8, errs.New(errs.Invalid, "npy: byte 0: not a .npy file: it starts with %q", pre[:6])
	}
	wide := 2
	switch major := pre[6]; major {
	case 1:
	case 2, 3:
		wide = 4
	default:
		return h, 8, errs.New(errs.Invalid, "npy: byte 6: version %d.%d is unknown", major, pre[7])
	}
	if k, err := io.ReadFull(r, pre[8:8+wide]); err != nil {
		return h, 8 + k, short(err, 8+k, 8+wide, "the header's length")
	}
	size := int(binary.LittleEndian.Uint16(pre[8:]))
	if wide == 4 {
		size = int(binary.LittleEndian.Uint32(pre[8:]))
	}
	if size > maxHeader {
		return h, 8 + wide, errs.New(errs.Invalid, "npy: byte 8: a header of %d bytes; at most %d are read", size, maxHeader)
	}
	text := make([]byte, size)
	start := 8 + wide
	if k, err := io.ReadFull(r, text); err != nil {
		return h, start + k, short(err, start+k, start+size, "the header")
	}
	h, err = parseHeader(string(text), start)
	return h, start + size, err
}

// short says where a stream ended.
func short(err error, got, want int, what string) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errs.Wrap(errs.Invalid, io.ErrUnexpectedEOF, "npy: byte %d of %d: in %s", got, want, what)
	}
	return errs.Wrap(errs.KindOf(err), err, "npy: byte %d of %d: in %s", got, want, what)
}

// HeaderOf is the header under which a is written, and a view of a whose elements in C order are those of the
// file. Fortran-ordered arrays are written as such, without a copy.
func HeaderOf(a *nd.Array) (Header, *nd.Array, error) {
	h := Header{DType: a.DType, Shape: a.Shape}
	if a.DType.Code() == "" {
		return h, nil, errs.New(errs.Type, "npy: %v has no .npy form", a.DType)
	}
	if a.Rank() > maxRank {
		return h, nil, errs.New(errs.Invalid, "npy: %d dimensions; NumPy reads at most %d", a.Rank(), maxRank)
	}
	if a.FContiguous() && !a.Contiguous() {
		h.Fortran = true
		return h, a.Transpose(), nil
	}
	return h, a, nil
}

// Append appends the header as numpy.save writes it: version 1, or 2 where the text passes 64 KiB.
func (h Header) Append(b []byte) []byte {
	order := "False"
	if h.Fortran {
		order = "True"
	}
	code := h.DType.Code()
	if h.Swapped {
		code = strings.Replace(code, "<", ">", 1)
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", code, order, nd.ShapeString(h.Shape))
	if n := len(h.Shape); n > 0 {
		axis := 0
		if h.Fortran {
			axis = n - 1
		}
		text += strings.Repeat(" ", max(growth-len(strconv.Itoa(h.Shape[axis])), 0))
	}
	version, wide := byte(1), 2
	if len(text)+align > 1<<16-1 {
		version, wide = 2, 4
	}
	pre := len(magic) + 2 + wide
	text += strings.Repeat(" ", align-(pre+len(text)+1)%align) + "\n"
	b = append(append(b, magic...), version, 0)
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(text)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	}
	return append(b, text...)
}
