package sort

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func sizeof[T any](t T) int { return int(unsafe.Sizeof(t)) }

// Sort sorts a in place along an axis, as numpy.sort: NaN and NaT last, complex numbers lexicographically.
// Contiguous lanes of words of 4 and 8 bytes need no scratch where there are kernels for them; what else
// there is takes one or a few lanes from al, without which real numbers are sorted where they lie, more
// slowly. An axis outside a panics; a dtype that is no fixed-width one is a Type error.
func Sort(al mem.Allocator, a *nd.Array, axis int, par parallel.Func) error {
	if err := sortable(a.DType); err != nil {
		return err
	}
	if a.Size() == 0 {
		return nil
	}
	if a.DType.IsComplex() {
		return sortComplex(al, a, axis)
	}
	switch a.DType.Size() {
	case 1:
		return sortWords[uint8](al, a, axis, par)
	case 2:
		return sortWords[uint16](al, a, axis, par)
	case 4:
		return sortWords[uint32](al, a, axis, par)
	}
	return sortWords[uint64](al, a, axis, par)
}

func sortWords[W word](al mem.Allocator, a *nd.Array, axis int, par parallel.Func) error {
	f := formOf[W](a.DType, true)
	k := kernelOf[W](asm.Active())
	err := eachValues(al, a, axis, par, func(s []W, par parallel.Func) error {
		if k != nil {
			return quick[W]{k, &f}.sort(s, par)
		}
		if sizeof(s[0]) <= 2 && len(s) >= countFrom[W]() && countSort(al, s, &f) == nil {
			return nil
		}
		encodeForm(nil, s, s, &f)
		sortOrQuick(al, s)
		decodeForm(nil, s, s, &f)
		return nil
	})
	if errs.Is(err, errs.Pressure) && a.Strides[axis] != 1 { // no room for one lane
		sortStrided[W](a, axis, &f)
		return nil
	}
	return err
}

// tile is the lanes that are copied together where neighbours in memory belong to different ones: those of a
// cache line.
const tile = 16

// eachValues lets f change every lane along an axis, the words that it is in memory. Tasks of par are lanes,
// or are made in f where there is but one.
func eachValues[W word](al mem.Allocator, a *nd.Array, axis int, par parallel.Func, f func(s []W, par parallel.Func) error) error {
	n, step := a.Shape[axis], a.Strides[axis]
	win, first := nd.Window[W](asWords(a))
	starts := laneStarts(a, axis, first)
	if len(starts) > 1 {
		lanes := max(1, span/n) // of a task
		all := starts
		return par.Each((len(all)+lanes-1)/lanes, func(i int) error {
			return valuesOf(al, win, all[i*lanes:min(len(all), (i+1)*lanes)], n, step, nil, f)
		})
	}
	return valuesOf(al, win, starts, n, step, par, f)
}

func valuesOf[W word](al mem.Allocator, win []W, starts []int, n, step int, par parallel.Func, f func(s []W, par parallel.Func) error) error {
	if step == 1 {
		for _, at := range starts {
			if err := f(win[at:at+n], par); err != nil {
				return err
			}
		}
		return nil
	}
	wide := min(tile, len(starts))
	buf, free, err := mem.Scratch[W](al, n*wide)
	if err != nil && wide > 1 {
		wide = 1
		buf, free, err = mem.Scratch[W](al, n)
	}
	if err != nil {
		return err
	}
	defer free()
	for len(starts) > 0 {
		w := 1
		for w < min(wide, len(starts)) && starts[w] == starts[0]+w {
			w++
		}
		move(win, buf, starts[0], step, n, w, false)
		for i := range w {
			if err := f(buf[i*n:(i+1)*n], par); err != nil {
				return err
			}
		}
		move(win, buf, starts[0], step, n, w, true)
		starts = starts[w:]
	}
	return nil
}

// move copies w neighbouring lanes of n elements, a step apart, to buf, one behind the other, or back.
func move[W any](win, buf []W, at, step, n, w int, back bool) {
	for i := range n {
		row := win[at : at+w]
		if back {
			for j := range row {
				row[j] = buf[j*n+i]
			}
		} else {
			for j, v := range row {
				buf[j*n+i] = v
			}
		}
		at += step
	}
}

// sortComplex sorts lanes of complex numbers: their order first, then the values by it. Keys alone would lose
// the sign of zeros, or let it decide before imaginary parts.
func sortComplex(al mem.Allocator, a *nd.Array, axis int) error {
	if err := countable(a.Shape[axis]); err != nil {
		return err
	}
	if a.DType == dtype.Complex64 {
		return sortByOrder[complex64](al, a, axis, wordOrder[uint64])
	}
	return sortByOrder[complex128](al, a, axis, complexOrderer)
}

func sortByOrder[T dtype.Elem](al mem.Allocator, a *nd.Array, axis int, open opener) error {
	n, step := a.Shape[axis], a.Strides[axis]
	out, freeOut, err := mem.Scratch[T](al, n)
	if err != nil {
		return err
	}
	defer freeOut()
	places, free, err := mem.Scratch[int64](al, n)
	if err != nil {
		return err
	}
	defer free()
	lane, done, err := open(al, a, axis)
	if err != nil {
		return err
	}
	defer done()
	win, first := nd.Window[T](a)
	for _, at := range laneStarts(a, axis, first) {
		if err := lane(at, places, false, nil); err != nil {
			return err
		}
		for i, p := range places {
			out[i] = win[at+int(p)*step]
		}
		scatter(win, at, step, out)
	}
	return nil
}
