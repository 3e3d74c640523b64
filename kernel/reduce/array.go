package reduce

import (
	"math"
	"strings"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Options of a reduction. The zero value reduces all axes to the dtype that NumPy gives.
type Options struct {
	Axes     []int       // reduced axes, negative ones from the end. Nil means all; empty means none
	DType    dtype.DType // of sums and products. The default is Result
	Parallel parallel.Func
}

// Array reduces a along axes without copying it; results lose these axes (the caller puts ones back for
// keepdims). Names are those of Lookup and nansum, nansum:s and so on, nanprod, nanprod:h and so on, nanmin,
// nanmax; the last two give NaN where nothing else is there. Errors: as Job.Run, and Type for a reduction
// that the dtype does not have.
func Array(al mem.Allocator, name string, a *nd.Array, o Options) (*nd.Array, error) {
	out, err := Arrays(al, []string{name}, a, o)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// Arrays is several reductions of a in one pass, as mean, m2 and sum together. All share the options.
func Arrays(al mem.Allocator, names []string, a *nd.Array, o Options) ([]*nd.Array, error) {
	j := &Job{Axes: o.Axes, Parallel: o.Parallel}
	var ways []way
	for _, name := range names {
		f, w, err := lookup(name, a.DType, o.DType)
		if err != nil {
			return nil, err
		}
		arg := -1
		for i, x := range ways {
			if x.to == w.to && x.nan == w.nan {
				arg = i
			}
		}
		if arg < 0 {
			arg = len(ways)
			ways = append(ways, w)
		}
		j.Folds, j.Args = append(j.Folds, f), append(j.Args, arg)
	}
	turn, err := TurnOf(j.Folds, a, j.Axes)
	if err != nil {
		return nil, err
	}
	a, j.Axes = turn.In(a), turn.Axes
	j.Shape = a.Shape
	feed, err := basic.NewFeed(a, a.Shape)
	if err != nil {
		return nil, err
	}
	j.Open = func() (Reader, error) { return newArrayReader(feed, a.DType, ways), nil }
	out, err := j.Run(al)
	if err != nil {
		return nil, err
	}
	return turn.Out(al, out)
}

// A way turns the elements of the array into an argument: a cast, then NaN becomes a number.
type way struct {
	to   dtype.DType
	cast basic.Loop
	nan  string // "", "0" or "1"
}

func lookup(name string, from, to dtype.DType) (Fold, way, error) {
	w := way{}
	base := name
	switch head, _, _ := strings.Cut(name, ":"); head {
	case "sum", "prod":
	case "nansum", "nanprod":
		base = name[len("nan"):]
		if from.IsFloat() || from.IsComplex() {
			if w.nan = "0"; head == "nanprod" {
				w.nan = "1"
			}
		}
	case "nanmin":
		base, to = "fmin", dtype.DType{}
	case "nanmax":
		base, to = "fmax", dtype.DType{}
	default:
		to = dtype.DType{}
	}
	f, err := Lookup(base, from, to)
	if err != nil {
		return f, w, noFold(name, from)
	}
	f.Name = name
	w.to = f.In
	if f.In != from {
		w.cast, err = basic.Cast(f.In, from)
	}
	return f, w, err
}

type arrayReader struct {
	feed feedReader
	from dtype.DType
	ways []way
	out  []basic.Vec
	bufs []unsafe.Pointer
}

// feedReader reads an array through a buffer of a block.
type feedReader struct {
	feed basic.Feed
	size int
	buf  unsafe.Pointer // made when it is wanted
}

func (r *feedReader) read(lo, n int) basic.Vec {
	if v, ok := r.feed.Direct(lo, n); ok {
		return v
	}
	if r.buf == nil {
		r.buf = block(r.size)
	}
	return r.feed.Read(lo, n, r.buf)
}

// block is room for Ahead elements of a size.
func block(size int) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(make([]uint64, Ahead*size/8)))
}

func newArrayReader(f basic.Feed, from dtype.DType, ways []way) *arrayReader {
	r := &arrayReader{feed: feedReader{feed: f, size: from.Size()}, from: from, ways: ways, out: make([]basic.Vec, len(ways))}
	for _, w := range ways {
		var p unsafe.Pointer
		if w.to != from || w.nan != "" {
			p = block(w.to.Size())
		}
		r.bufs = append(r.bufs, p)
	}
	return r
}

// Read casts what the feed reads for every way.
func (r *arrayReader) Read(lo, n int) ([]basic.Vec, error) {
	v := r.feed.read(lo, n)
	for i, w := range r.ways {
		x := v
		m := n
		if v.Const {
			m = 1
		}
		if w.to != r.from {
			to := basic.Vec{P: r.bufs[i]}
			if err := w.cast.Run(m, []basic.Vec{x}, []basic.Vec{to}); err != nil {
				return nil, err
			}
			x.P = to.P
		}
		if w.nan != "" {
			denan(w.to, r.bufs[i], x.P, m, w.nan == "1")
			x.P = r.bufs[i]
		}
		r.out[i] = x
	}
	return r.out, nil
}

// Direct is the array's own memory, where every way takes it as it is.
func (r *arrayReader) Direct(lo, n int) ([]basic.Vec, bool) {
	v, ok := r.feed.feed.Direct(lo, n)
	for i, w := range r.ways {
		ok = ok && w.to == r.from && w.nan == ""
		r.out[i] = v
	}
	return r.out, ok
}

// denan copies m elements, with 0 or 1 in place of NaN. Where the fold's elements are integers there is none.
func denan(d dtype.DType, dst, src unsafe.Pointer, m int, one bool) {
	switch d.Kind {
	case dtype.Float16Kind:
		var by dtype.F16
		if one {
			by = 0x3c00
		}
		for i, x := range slice[dtype.F16](src, m) {
			if x.IsNaN() {
				x = by
			}
			slice[dtype.F16](dst, m)[i] = x
		}
	case dtype.Float32Kind:
		replace(slice[float32](dst, m), slice[float32](src, m), one, asm.F32)
	case dtype.Float64Kind:
		replace(slice[float64](dst, m), slice[float64](src, m), one, asm.F64)
	case dtype.Complex64Kind:
		replace(slice[complex64](dst, m), slice[complex64](src, m), one, 0)
	case dtype.Complex128Kind:
		replace(slice[complex128](dst, m), slice[complex128](src, m), one, 0)
	default:
		copy(slice[byte](dst, m*d.Size()), slice[byte](src, m*d.Size()))
	}
}

func replace[T float32 | float64 | complex64 | complex128](dst, src []T, one bool, e asm.Elem) {
	var by T
	bits := uint64(0)
	if one {
		by = 1
		if bits = math.Float64bits(1); e == asm.F32 {
			bits = uint64(math.Float32bits(1))
		}
	}
	done := 0
	switch any(by).(type) {
	case float32, float64:
		_, done = asm.Denan(level, e, unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), len(src), bits)
	}
	for i, x := range src[done:] {
		if x != x {
			x = by
		}
		dst[done+i] = x
	}
}
