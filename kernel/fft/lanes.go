package fft

import (
	"slices"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// A job transforms lanes: width of them side by side, from where elements of in begin to where those of out
// do.
type job[F float] interface {
	room(width int) int // elements of scratch
	run(in, out *lanes[F], from, to []int, room []F)
	width(in *lanes[F]) int // lanes that are taken side by side
}

// lanes is an array as floats.
type lanes[F float] struct {
	win   []F
	parts int // 2 of complex elements
	step  int // floats between elements of a lane
	n     int // elements of a lane
	k     *asm.FFT
}

func lanesOf[F float](a *nd.Array, axis int) (*lanes[F], []int) {
	l := &lanes[F]{parts: 1, n: a.Shape[axis], k: kernelsOf[F](asm.Active())}
	var first int
	switch a.DType {
	case dtype.Float64:
		w, at := nd.Window[float64](a)
		l.win, first = flat[F](unsafe.Pointer(unsafe.SliceData(w)), len(w)), at
	case dtype.Float32:
		w, at := nd.Window[float32](a)
		l.win, first = flat[F](unsafe.Pointer(unsafe.SliceData(w)), len(w)), at
	case dtype.Complex128:
		w, at := nd.Window[complex128](a)
		l.win, first, l.parts = flat[F](unsafe.Pointer(unsafe.SliceData(w)), 2*len(w)), at, 2
	default:
		w, at := nd.Window[complex64](a)
		l.win, first, l.parts = flat[F](unsafe.Pointer(unsafe.SliceData(w)), 2*len(w)), at, 2
	}
	l.step = l.parts * a.Strides[axis]
	shape := slices.Clone(a.Shape)
	shape[axis] = 1
	starts := make([]int, 0, nd.Size(shape))
	nd.Each(shape, func(idx []int) {
		at := first
		for i, k := range idx {
			at += k * a.Strides[i]
		}
		starts = append(starts, l.parts*at)
	})
	return l, starts
}

func flat[F float](p unsafe.Pointer, n int) []F { return unsafe.Slice((*F)(p), n) }

// taskSize is about how many elements one call of Parallel's function transforms.
const taskSize = 1 << 16

// transform runs a job on the lanes of a, into an array with out elements along the axis.
func transform[F float](al mem.Allocator, a *nd.Array, d dtype.DType, n, out, axis int, par parallel.Func, j job[F]) (*nd.Array, error) {
	shape := slices.Clone(a.Shape)
	shape[axis] = out
	res, err := nd.New(al, d, shape...)
	if err != nil || res.Size() == 0 {
		return res, err
	}
	if a.Shape[axis] == 0 {
		clear(res.Block.Bytes())
		return res, nil
	}
	in, from := lanesOf[F](a, axis)
	to, ends := lanesOf[F](res, axis)
	if a, ok := j.(loner[F]); ok && a.long() {
		s := &shared{al, par}
		for i := range from {
			if err := a.alone(s, in, to, from[i], ends[i]); err != nil {
				return nil, err
			}
		}
		return res, nil
	}
	width := j.width(in)
	if len(from) < 3 {
		width = 1
	}
	each := max(width, taskSize/n/width*width)
	task := func(i int) error {
		lo, hi := i*each, min((i+1)*each, len(from))
		room, free, err := mem.Scratch[F](al, j.room(width))
		if err != nil {
			return err
		}
		for ; lo < hi; lo += width {
			k := min(hi, lo+width)
			j.run(in, to, from[lo:k], ends[lo:k], room)
		}
		free()
		return nil
	}
	tasks := (len(from) + each - 1) / each
	return res, par.Each(tasks, task)
}

// widthOf is the lanes that a plan takes side by side: one where it makes eight parts of a lane that lies
// together.
func (p *Plan[F]) widthOf(in *lanes[F]) int {
	if p.parts != nil && in.step == in.parts {
		return 1
	}
	if p.blue != nil && in.step == in.parts && p.n >= 1<<10 {
		return 1
	}
	return side
}
