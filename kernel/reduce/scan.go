package reduce

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// ScanOptions are what a running fold may be told.
type ScanOptions struct {
	DType dtype.DType // of sums and products. The default is Result
	// At is how many elements come before along the axis; where there are some, Carry is what a call over
	// them left as rest.
	At       int
	Carry    *nd.Array
	Rest     bool // that is wanted
	Parallel parallel.Func
}

// Scan is a running fold along an axis: element i is the fold of elements 0 to i, and rest is what those that
// follow go on from. A row that is cut anywhere gives the same bits as the whole one. Names: cumsum, cumprod,
// cummin, cummax (NaN and NaT stay), nancumsum, nancumprod (NaN counts as 0 and 1). Sums of floats and
// complex numbers are added up by a ladder; those of float16 are kept in float32. Everything else goes in
// order. The result is C-contiguous and has the shape of a; rest has the levels of CarryOf in front, and
// lacks the axis. Errors: Type for dtypes without such a fold, Invalid for a bad axis or carry.
func Scan(al mem.Allocator, name string, a *nd.Array, axis int, o ScanOptions) (out, rest *nd.Array, err error) {
	s, err := newScan(name, a, axis, o)
	if err != nil {
		return nil, nil, err
	}
	outer := nd.Size(a.Shape[:s.axis])
	if s.carry, err = s.before(o, outer); err != nil {
		return nil, nil, err
	}
	if out, err = nd.New(al, s.to, a.Shape...); err != nil {
		return nil, nil, err
	}
	if o.Rest {
		if rest, err = s.room(al, a.Shape, s.acc.levels()); err != nil {
			return nil, nil, err
		}
		s.rest = start(rest)
	}
	if a.Size() == 0 {
		if s.n == 0 && o.Rest && s.carry != nil && rest.Size() > 0 {
			copy(slice[byte](s.rest, rest.Bytes()), slice[byte](s.carry, rest.Bytes()))
		}
		return out, rest, nil
	}
	s.out, s.stream = start(out), out.Bytes() >= streamed
	return out, rest, s.run(outer, o.Parallel)
}

// CarryOf is how many levels what is carried on has for each row, and their dtype, in running folds of
// elements of from to results of to. False: there is no such fold.
func CarryOf(name string, from, to dtype.DType) (levels int, d dtype.DType, ok bool) {
	d = held(name, to)
	acc, ok := accumulatorOf(name, from, d)
	if !ok {
		return 0, d, false
	}
	return acc.levels(), d, true
}

// held is the dtype that results of to are made in.
func held(name string, to dtype.DType) dtype.DType {
	if to == dtype.Float16 && (name == "cumsum" || name == "nancumsum") {
		return dtype.Float32
	}
	return to
}

// streamed is the bytes from which on results are written past the caches.
const streamed = 8 << 20

// start is the first byte of an array's elements, nil where it has none.
func start(a *nd.Array) unsafe.Pointer {
	if a == nil || a.Size() == 0 {
		return nil
	}
	return unsafe.Pointer(&a.Block.Bytes()[a.Offset*a.DType.Size()])
}

// An accumulator is the arithmetic of running folds. Its states are levels() values for each row, rows side
// by side.
type accumulator interface {
	levels() int
	size() int // bytes of a value
	// line writes the running folds of n elements of one row, the first one at position p; row those of one
	// element of each of w rows.
	line(out, x unsafe.Pointer, n, p int, st unsafe.Pointer, stream bool)
	row(out, x unsafe.Pointer, w, p int, st unsafe.Pointer)
	// tidy makes the bytes of the states of w rows at position p depend on what they stand for alone.
	tidy(st unsafe.Pointer, w, p int)
}

type scan struct {
	acc      accumulator
	to       dtype.DType
	narrow   *basic.Loop // from what acc makes to results, where they differ
	axis     int
	n, inner int // length of the axis, elements after it
	at       int
	stream   bool
	out      unsafe.Pointer
	carry    unsafe.Pointer
	rest     unsafe.Pointer
	stride   int // rows in all: from one level to the next
	open     func() *arrayReader
}

func newScan(name string, a *nd.Array, axis int, o ScanOptions) (*scan, error) {
	axis, err := nd.AxisOf(axis, a.Rank())
	if err != nil {
		return nil, err
	}
	to := o.DType
	if to.IsZero() || name == "cummin" || name == "cummax" {
		to = Result(name, a.DType)
	}
	in := held(name, to)
	acc, ok := accumulatorOf(name, a.DType, in)
	if !ok {
		return nil, noFold(name, a.DType)
	}
	s := &scan{acc: acc, to: to, axis: axis, n: a.Shape[axis], inner: nd.Size(a.Shape[axis+1:]), at: o.At}
	s.stride = nd.Size(a.Shape[:axis]) * s.inner
	if in != to {
		l, err := basic.Cast(to, in)
		if err != nil {
			return nil, err
		}
		s.narrow = &l
	}
	w := way{to: in}
	if in != a.DType {
		if w.cast, err = basic.Cast(in, a.DType); err != nil {
			return nil, err
		}
	}
	if (name == "nancumsum" || name == "nancumprod") && (a.DType.IsFloat() || a.DType.IsComplex()) {
		w.nan = map[string]string{"nancumsum": "0", "nancumprod": "1"}[name]
	}
	feed, err := basic.NewFeed(a, a.Shape)
	if err != nil {
		return nil, err
	}
	s.open = func() *arrayReader { return newArrayReader(feed, a.DType, []way{w}) }
	return s, nil
}

// before checks what is carried here.
func (s *scan) before(o ScanOptions, outer int) (unsafe.Pointer, error) {
	if o.At == 0 {
		return nil, nil
	}
	c, n := o.Carry, outer*s.inner*s.acc.levels()
	if o.At < 0 || c == nil || c.Size() != n || !c.Contiguous() || c.DType.Size() != s.acc.size() {
		return nil, errs.New(errs.Invalid, "a running fold from position %d on has no carry for its %d rows", o.At, outer*s.inner)
	}
	return start(c), nil
}

// room is an array of n values for each row.
func (s *scan) room(al mem.Allocator, shape []int, n int) (*nd.Array, error) {
	d := s.to
	if s.narrow != nil {
		d = dtype.Float32
	}
	full := append(append([]int{n}, shape[:s.axis]...), shape[s.axis+1:]...)
	return nd.New(al, d, full...)
}
