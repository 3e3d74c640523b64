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
	// Carry is the fold of what comes before, one element per row along the axis: the shape of the array without the axis, C-contiguous,
	// of the result's dtype. Nil means nothing comes before.
	Carry    *nd.Array
	Parallel parallel.Func
}

// Scan is a running fold along an axis: element i is the fold of the carry and elements 0 to i. Folds are in order but for float sums and products along a last axis:
// there the elements of 64 bytes, counted from the beginning of a row, are folded as a tree before the carry, which has less error and the
// same bits wherever a row is cut between such blocks. Names: cumsum, cumprod, cummin,
// cummax (NaN and NaT stay), nancumsum, nancumprod (NaN counts as 0 and 1). The result is C-contiguous and has the shape of a;
// the last element along the axis is the carry for what follows. Errors: Type for dtypes without such a fold, Invalid for a bad
// axis or carry.
func Scan(al mem.Allocator, name string, a *nd.Array, axis int, o ScanOptions) (*nd.Array, error) {
	axis, err := nd.AxisOf(axis, a.Rank())
	if err != nil {
		return nil, err
	}
	to := o.DType
	if to.IsZero() || name == "cummin" || name == "cummax" {
		to = Result(name, a.DType)
	}
	sc, ok := scannerOf(name, a.DType, to)
	if !ok {
		return nil, noFold(name, a.DType)
	}
	s := &scan{scanner: sc, size: to.Size(), n: a.Shape[axis], inner: nd.Size(a.Shape[axis+1:])}
	if s.carry, err = carryOf(o.Carry, to, nd.Size(a.Shape[:axis])*s.inner); err != nil {
		return nil, err
	}
	out, err := nd.New(al, to, a.Shape...)
	if err != nil || a.Size() == 0 {
		return out, err
	}
	s.out = unsafe.Pointer(&out.Block.Bytes()[0])
	feed, err := basic.NewFeed(a, a.Shape)
	if err != nil {
		return nil, err
	}
	w := way{to: to}
	if to != a.DType {
		if w.cast, err = basic.Cast(to, a.DType); err != nil {
			return nil, err
		}
	}
	if (name == "nancumsum" || name == "nancumprod") && (a.DType.IsFloat() || a.DType.IsComplex()) {
		w.nan = map[string]string{"nancumsum": "0", "nancumprod": "1"}[name]
	}
	s.open = func() *arrayReader { return newArrayReader(feed, a.DType, []way{w}) }
	return out, s.run(nd.Size(a.Shape[:axis]), o.Parallel)
}

func carryOf(c *nd.Array, d dtype.DType, n int) (unsafe.Pointer, error) {
	if c == nil {
		return nil, nil
	}
	if c.DType != d || c.Size() != n || !c.Contiguous() {
		return nil, errs.New(errs.Invalid, "a carry of %s %v for %d rows of %v", nd.ShapeString(c.Shape), c.DType, n, d)
	}
	if n == 0 {
		return nil, nil
	}
	return unsafe.Pointer(&c.Block.Bytes()[c.Offset*d.Size()]), nil
}

type scan struct {
	scanner
	size     int // bytes of an element
	n, inner int // length of the axis, elements after it
	out      unsafe.Pointer
	carry    unsafe.Pointer
	open     func() *arrayReader
}

// run scans outer times inner rows. A unit is a tile of neighbouring rows; tiles never share elements.
func (s *scan) run(outer int, par parallel.Func) error {
	tile := min(s.inner, leafSize)
	tiles := (s.inner + tile - 1) / tile
	units := outer * tiles
	perTask := max(1, taskSize/(tile*s.n))
	var idle readers
	return par.Each((units+perTask-1)/perTask, func(i int) error {
		r := idle.take(s.open)
		defer idle.give(r)
		for u := i * perTask; u < min((i+1)*perTask, units); u++ {
			k := u % tiles * tile
			if err := s.tile(r, u/tiles, k, min(tile, s.inner-k)); err != nil {
				return err
			}
		}
		return nil
	})
}

// tile scans w rows that start at element k after the axis, of outer position o.
func (s *scan) tile(r *arrayReader, o, k, w int) error {
	var before unsafe.Pointer
	if s.carry != nil {
		before = unsafe.Add(s.carry, (o*s.inner+k)*s.size)
	}
	step := 1
	if w == s.inner {
		step = max(1, Ahead/w)
	}
	for i := 0; i < s.n; i += step {
		m := min(step, s.n-i)
		lo := (o*s.n+i)*s.inner + k
		v, err := r.Read(lo, m*w)
		if err != nil {
			return err
		}
		x := v[0].P
		if v[0].Const {
			x = r.spread(0, m*w)
		}
		out := unsafe.Add(s.out, lo*s.size)
		if w == 1 {
			s.line(out, x, before, m)
			before = unsafe.Add(out, (m-1)*s.size)
			continue
		}
		for range m {
			s.row(out, x, before, w)
			before = out
			out, x = unsafe.Add(out, s.inner*s.size), unsafe.Add(x, w*s.size)
		}
	}
	return nil
}

// A scanner is the arithmetic of a running fold. before is nil at the start of a row without carry.
type scanner struct {
	line func(out, x, before unsafe.Pointer, n int) // n elements of one row; before is its last fold
	row  func(out, x, before unsafe.Pointer, w int) // one element of each of w rows
}

func scannerFor[T any](f func(a, b T) T) scanner {
	return scanner{
		line: func(out, x, before unsafe.Pointer, n int) {
			o, v := slice[T](out, n), slice[T](x, n)
			acc := v[0]
			if before != nil {
				acc = f(*(*T)(before), acc)
			}
			o[0] = acc
			for i, e := range v[1:] {
				acc = f(acc, e)
				o[i+1] = acc
			}
		},
		row: func(out, x, before unsafe.Pointer, w int) {
			o, v := slice[T](out, w), slice[T](x, w)
			if before == nil {
				copy(o, v)
				return
			}
			for i, b := range slice[T](before, w) {
				o[i] = f(b, v[i])
			}
		},
	}
}

func add[T number](a, b T) T { return a + b }
func mul[T number](a, b T) T { return a * b }

// scannerOf finds the scanner of a name for elements of d; from is what they were before the cast.
func scannerOf(name string, from, d dtype.DType) (scanner, bool) {
	prod := name == "cumprod" || name == "nancumprod"
	switch name {
	case "cummin", "cummax":
		return extremeScanner(name == "cummax", d)
	case "cumsum", "nancumsum":
		if d.IsTimedelta() && from.IsTimedelta() {
			return scannerFor(addSpans), true
		}
	case "cumprod", "nancumprod":
	default:
		return scanner{}, false
	}
	if from.IsTemporal() {
		return scanner{}, false
	}
	switch d.Kind {
	case dtype.BoolKind:
		return scannerFor(func(a, b bool) bool { return a && b || !prod && (a || b) }), true
	case dtype.Int8Kind:
		return arithScanner[int8](prod), true
	case dtype.Int16Kind:
		return arithScanner[int16](prod), true
	case dtype.Int32Kind:
		return arithScanner[int32](prod), true
	case dtype.Int64Kind:
		return arithScanner[int64](prod), true
	case dtype.Uint8Kind:
		return arithScanner[uint8](prod), true
	case dtype.Uint16Kind:
		return arithScanner[uint16](prod), true
	case dtype.Uint32Kind:
		return arithScanner[uint32](prod), true
	case dtype.Uint64Kind:
		return arithScanner[uint64](prod), true
	case dtype.Float16Kind:
		f := add[float32]
		if prod {
			f = mul[float32]
		}
		return scannerFor(func(a, b dtype.F16) dtype.F16 { return dtype.ToF16(f(a.Float32(), b.Float32())) }), true
	case dtype.Float32Kind:
		return arithScanner[float32](prod), true
	case dtype.Float64Kind:
		return arithScanner[float64](prod), true
	case dtype.Complex64Kind:
		return arithScanner[complex64](prod), true
	case dtype.Complex128Kind:
		return arithScanner[complex128](prod), true
	}
	return scanner{}, false
}
