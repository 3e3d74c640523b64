package basic

import (
	"unsafe"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
)

// maxRank is the most axes an array may have, as in NumPy.
const maxRank = 64

// A Feed reads the elements of an array, broadcast to a shape, as runs in C order of that shape. It is a
// value and never changes, so that many readers may share it.
type Feed struct {
	base    unsafe.Pointer // element (0, 0, ...)
	size    int            // bytes of an element
	n       int            // elements in all
	shape   []int          // axes that step evenly into each other are joined; outermost first
	strides []int          // in elements
}

// NewFeed prepares reading a as shape. Errors: Invalid where a does not broadcast to it.
func NewFeed(a *nd.Array, shape []int) (Feed, error) {
	f := Feed{size: a.DType.Size(), n: nd.Size(shape)}
	if !nd.SameShape(a.Shape, shape) {
		v, err := a.BroadcastTo(shape...)
		if err != nil {
			return f, err
		}
		a = v
	}
	if len(shape) > maxRank {
		return f, errs.New(errs.Invalid, "maximum supported dimension for an ndarray is currently %d, found %d", maxRank, len(shape))
	}
	if f.n == 0 {
		f.shape, f.strides = []int{0}, []int{1}
		return f, nil
	}
	f.base = unsafe.Pointer(&a.Block.Bytes()[a.Offset*f.size])
	for i := len(shape) - 1; i >= 0; i-- {
		n, s := a.Shape[i], a.Strides[i]
		k := len(f.shape) - 1
		switch {
		case n == 1:
		case k >= 0 && s == f.strides[k]*f.shape[k]:
			f.shape[k] *= n
		default:
			f.shape, f.strides = append(f.shape, n), append(f.strides, s)
		}
	}
	if len(f.shape) == 0 {
		f.shape, f.strides = []int{1}, []int{1}
	}
	for i, j := 0, len(f.shape)-1; i < j; i, j = i+1, j-1 {
		f.shape[i], f.shape[j] = f.shape[j], f.shape[i]
		f.strides[i], f.strides[j] = f.strides[j], f.strides[i]
	}
	return f, nil
}

// Run is the length of the runs of evenly spaced elements, and how many bytes they are apart. It is zero when
// the whole array is one run that needs no gathering.
func (f *Feed) Run() (n, step int) {
	k := len(f.shape) - 1
	s := f.strides[k]
	if k == 0 && (s == 0 || s == 1) {
		return 0, s * f.size
	}
	return f.shape[k], s * f.size
}

// Read is elements lo to lo+n in C order: the array's own memory where they lie together, one value where all
// are the same element, else gathered into buf, which holds n elements.
func (f *Feed) Read(lo, n int, buf unsafe.Pointer) Vec {
	if v, ok := f.Direct(lo, n); ok {
		return v
	}
	inner := f.shape[len(f.shape)-1]
	row := lo / inner
	lo -= row * inner
	switch f.size {
	case 1:
		gather(f, row, lo, unsafe.Slice((*uint8)(buf), n))
	case 2:
		gather(f, row, lo, unsafe.Slice((*uint16)(buf), n))
	case 4:
		gather(f, row, lo, unsafe.Slice((*uint32)(buf), n))
	case 8:
		gather(f, row, lo, unsafe.Slice((*uint64)(buf), n))
	default:
		gather(f, row, lo, unsafe.Slice((*[2]uint64)(buf), n))
	}
	return Vec{P: buf}
}

// Direct is elements lo to lo+n in C order where they lie together in the array's memory, or are one element,
// as Read gives them.
func (f *Feed) Direct(lo, n int) (Vec, bool) {
	if lo < 0 || lo+n > f.n {
		panic("basic: a feed is read outside its array")
	}
	k := len(f.shape) - 1
	row := 0
	if k > 0 {
		row = lo / f.shape[k]
		lo -= row * f.shape[k]
	}
	s := f.strides[k]
	if lo+n > f.shape[k] || s != 0 && s != 1 && n != 1 {
		return Vec{}, false
	}
	return Vec{P: f.ptr(f.start(row) + lo*s), Const: s == 0}, true
}

func (f *Feed) ptr(elem int) unsafe.Pointer { return unsafe.Add(f.base, elem*f.size) }

// start is the position of the first element of a row, counted over all axes but the last.
func (f *Feed) start(row int) int {
	pos := 0
	for i := len(f.shape) - 2; i >= 0 && row > 0; i-- {
		q := row / f.shape[i]
		pos += (row - q*f.shape[i]) * f.strides[i]
		row = q
	}
	return pos
}

// gather copies elements from column col of a row on, over as many rows as dst holds.
func gather[W any](f *Feed, row, col int, dst []W) {
	k := len(f.shape) - 1
	inner, step := f.shape[k], f.strides[k]*f.size
	for len(dst) > 0 {
		m := min(inner-col, len(dst))
		p := f.ptr(f.start(row) + col*f.strides[k])
		switch {
		case step == f.size:
			copy(dst[:m], unsafe.Slice((*W)(p), m))
		case step == 0:
			v := *(*W)(p)
			for i := range dst[:m] {
				dst[i] = v
			}
		default:
			for i := range dst[:m-1] {
				dst[i] = *(*W)(p)
				p = unsafe.Add(p, step)
			}
			dst[m-1] = *(*W)(p)
		}
		dst = dst[m:]
		row, col = row+1, 0
	}
}

// Scatter is the way back: it writes n elements of src from position lo on to the array of the feed, which
// must not be broadcast.
func (f *Feed) Scatter(lo, n int, src unsafe.Pointer) {
	if lo < 0 || lo+n > f.n {
		panic("basic: a feed is written outside its array")
	}
	switch f.size {
	case 1:
		scatter(f, lo, unsafe.Slice((*uint8)(src), n))
	case 2:
		scatter(f, lo, unsafe.Slice((*uint16)(src), n))
	case 4:
		scatter(f, lo, unsafe.Slice((*uint32)(src), n))
	case 8:
		scatter(f, lo, unsafe.Slice((*uint64)(src), n))
	default:
		scatter(f, lo, unsafe.Slice((*[2]uint64)(src), n))
	}
}

func scatter[W any](f *Feed, lo int, src []W) {
	k := len(f.shape) - 1
	inner, step := f.shape[k], f.strides[k]*f.size
	row := lo / inner
	col := lo - row*inner
	for len(src) > 0 {
		m := min(inner-col, len(src))
		p := f.ptr(f.start(row) + col*f.strides[k])
		if step == f.size {
			copy(unsafe.Slice((*W)(p), m), src[:m])
		} else {
			for i := range src[:m-1] {
				*(*W)(p) = src[i]
				p = unsafe.Add(p, step)
			}
			*(*W)(p) = src[m-1]
		}
		src = src[m:]
		row, col = row+1, 0
	}
}
