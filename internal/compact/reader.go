package compact

import (
	"encoding/binary"
	"math"

	"github.com/mars-project/mars-go/errs"
)

// A Reader takes apart what a Writer wrote. After the first fault every method returns zeros, and Err says
// what it was; no length is believed that passes what is left.
type Reader struct {
	b   []byte
	err error
}

// NewReader reads b, which must not change while results of Raw and Bytes are in use.
func NewReader(b []byte) *Reader { return &Reader{b: b} }

// Left is the number of bytes that were not read.
func (r *Reader) Left() int { return len(r.b) }

// Err is the first fault: Invalid, or what Fail was told.
func (r *Reader) Err() error { return r.err }

// Fail makes err the fault, if there is none.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.b = nil
}

// Bad is Fail with an Invalid error.
func (r *Reader) Bad(format string, args ...any) { r.Fail(errs.New(errs.Invalid, format, args...)) }

// End is Err, or a fault when something is left.
func (r *Reader) End() error {
	if r.err == nil && len(r.b) > 0 {
		r.Bad("%d bytes behind the end", len(r.b))
	}
	return r.err
}

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if len(r.b) == 0 {
		r.Bad("the bytes end too early")
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

// Uint reads a number.
func (r *Reader) Uint() uint64 {
	if len(r.b) > 0 && r.b[0] < 0x80 {
		v := r.b[0]
		r.b = r.b[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.Bad("a damaged number")
		return 0
	}
	r.b = r.b[n:]
	return v
}

// Int reads a signed number.
func (r *Reader) Int() int64 {
	u := r.Uint()
	v := int64(u >> 1)
	if u&1 != 0 {
		v = ^v
	}
	return v
}

// Int32 reads a signed number that fits.
func (r *Reader) Int32() int32 {
	v := r.Int()
	if v < math.MinInt32 || v > math.MaxInt32 {
		r.Bad("%d passes 32 bits", v)
		return 0
	}
	return int32(v)
}

// Len reads the length of a list whose items take at least size bytes each.
func (r *Reader) Len(size int) int {
	n := r.Uint()
	if n > uint64(len(r.b)/max(size, 1)) {
		r.Bad("a list of %d items in %d bytes", n, len(r.b))
		return 0
	}
	return int(n)
}

// Index reads a number below n.
func (r *Reader) Index(n int) int {
	i := r.Uint()
	if i >= uint64(n) {
		r.Bad("item %d of %d", i, n)
		return 0
	}
	return int(i)
}

// Bool reads a byte that is 0 or 1.
func (r *Reader) Bool() bool {
	c := r.Byte()
	if c > 1 {
		r.Bad("%d is no bool", c)
	}
	return c == 1
}

// Raw reads n bytes, a part of what is read; nil after a fault.
func (r *Reader) Raw(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.Bad("the bytes end too early")
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

// Bytes reads a length and bytes, a part of what is read. Str reads text.
func (r *Reader) Bytes() []byte { return r.Raw(r.Len(1)) }
func (r *Reader) Str() string   { return string(r.Bytes()) }

// opt reads the length of a list that may be nil.
func (r *Reader) opt(items int) (n int, ok bool) {
	u := r.Uint()
	if u == 0 {
		return 0, false
	}
	if u-1 > uint64(len(r.b)*items) {
		r.Bad("a list of %d items in %d bytes", u-1, len(r.b))
		return 0, false
	}
	return int(u - 1), true
}

// Ints reads a list that may be nil.
func (r *Reader) Ints() []int {
	n, ok := r.opt(1)
	if !ok {
		return nil
	}
	v := make([]int, n)
	for i := range v {
		v[i] = int(r.Int())
	}
	return v
}

// Int32s reads a list that may be nil.
func (r *Reader) Int32s() []int32 {
	n, ok := r.opt(1)
	if !ok {
		return nil
	}
	v := make([]int32, n)
	for i := range v {
		v[i] = r.Int32()
	}
	return v
}

// Bools reads a list that may be nil.
func (r *Reader) Bools() []bool {
	n, ok := r.opt(8)
	if !ok {
		return nil
	}
	v := make([]bool, n)
	b := r.Raw((n + 7) / 8)
	if b == nil {
		return nil
	}
	for i := range v {
		v[i] = b[i/8]>>(i%8)&1 != 0
	}
	return v
}
