package reduce

import (
	"unsafe"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/basic"
)

const (
	// tileSize is the most rows that are scanned side by side: their levels stay in the first cache.
	tileSize = 512
	// stripSize is the elements of a long row that one call scans: what the second cache holds, whole leaves.
	stripSize = 1 << 15
)

// run scans outer times inner rows. A unit is a tile of neighbouring rows; tiles never share elements.
func (s *scan) run(outer int, par parallel.Func) error {
	pool := &scanners{s: s}
	_, cuts := s.acc.(cutter)
	if cuts && par != nil && s.inner == 1 && s.n >= 4*stripSize {
		for o := range outer {
			if err := s.strips(pool, o, par); err != nil {
				return err
			}
		}
		return nil
	}
	tile := min(s.inner, tileSize)
	tiles := (s.inner + tile - 1) / tile
	units := outer * tiles
	perTask := max(1, taskSize/(tile*s.n))
	return par.Each((units+perTask-1)/perTask, func(i int) error {
		w := pool.take()
		defer pool.give(w)
		end := min((i+1)*perTask, units)
		for u := i * perTask; u < end; u++ {
			if s.inner == 1 && s.n < Ahead {
				rows := min(end-u, Ahead/s.n)
				if err := w.lines(u, rows); err != nil {
					return err
				}
				u += rows - 1
				continue
			}
			k := u % tiles * tile
			if err := w.tile(u/tiles, k, min(tile, s.inner-k)); err != nil {
				return err
			}
		}
		return nil
	})
}

// A scanWorker is what one call needs to itself.
type scanWorker struct {
	*scan
	r      *arrayReader
	states []uint64
	made   unsafe.Pointer // Ahead results before they are narrowed
}

// state is zeroed levels for w rows.
func (s *scanWorker) state(w int) unsafe.Pointer {
	n := (w*s.acc.levels()*s.acc.size() + 7) / 8
	if n > len(s.states) {
		s.states = make([]uint64, n)
	}
	clear(s.states[:n])
	return unsafe.Pointer(unsafe.SliceData(s.states))
}

// enter is the states of w rows from the given one on.
func (s *scanWorker) enter(row, w int) unsafe.Pointer {
	st := s.state(w)
	if s.carry != nil {
		s.move(st, w*s.acc.size(), unsafe.Add(s.carry, row*s.acc.size()), s.stride*s.acc.size(), w)
	}
	return st
}

// leave hands on what they have come to.
func (s *scanWorker) leave(row, w int, st unsafe.Pointer) {
	if s.rest != nil {
		s.acc.tidy(st, w, s.at+s.n)
		s.move(unsafe.Add(s.rest, row*s.acc.size()), s.stride*s.acc.size(), st, w*s.acc.size(), w)
	}
}

// move copies the levels of w rows; strides are bytes from one level to the next.
func (s *scanWorker) move(to unsafe.Pointer, toStride int, from unsafe.Pointer, fromStride, w int) {
	for j := range s.acc.levels() {
		copy(slice[byte](unsafe.Add(to, j*toStride), w*s.acc.size()), slice[byte](unsafe.Add(from, j*fromStride), w*s.acc.size()))
	}
}

// read is n elements from lo on, never a single value.
func (s *scanWorker) read(lo, n int) (unsafe.Pointer, error) {
	v, err := s.r.Read(lo, n)
	if err != nil {
		return nil, err
	}
	if v[0].Const {
		return s.r.spread(0, n), nil
	}
	return v[0].P, nil
}

// put makes results at out of n elements by f, which writes them where it is told.
func (s *scanWorker) put(out unsafe.Pointer, n int, f func(out unsafe.Pointer)) error {
	if s.narrow == nil {
		f(out)
		return nil
	}
	if s.made == nil {
		s.made = block(s.acc.size())
	}
	f(s.made)
	return s.narrow.Run(n, []basic.Vec{{P: s.made}}, []basic.Vec{{P: out}})
}

// lines scans whole rows, at most Ahead elements together.
func (s *scanWorker) lines(row, rows int) error {
	x, err := s.read(row*s.n, rows*s.n)
	if err != nil {
		return err
	}
	size := s.acc.size()
	return s.put(unsafe.Add(s.out, row*s.n*s.to.Size()), rows*s.n, func(out unsafe.Pointer) {
		for i := range rows {
			st := s.enter(row+i, 1)
			s.acc.line(unsafe.Add(out, i*s.n*size), unsafe.Add(x, i*s.n*size), s.n, s.at, st, false)
			s.leave(row+i, 1, st)
		}
	})
}

// tile scans w rows that start at element k after the axis, of outer position o.
func (s *scanWorker) tile(o, k, w int) error {
	row := o*s.inner + k
	st := s.enter(row, w)
	step := 1
	if w == s.inner {
		step = max(1, Ahead/w)
	}
	for i := 0; i < s.n; i += step {
		m := min(step, s.n-i)
		lo := (o*s.n+i)*s.inner + k
		x, err := s.read(lo, m*w)
		if err != nil {
			return err
		}
		err = s.put(unsafe.Add(s.out, lo*s.to.Size()), m*w, func(out unsafe.Pointer) {
			if w == 1 && s.inner == 1 {
				s.acc.line(out, x, m, s.at+i, st, s.stream && s.narrow == nil)
				return
			}
			for j := range m {
				skip := j * w * s.acc.size()
				s.acc.row(unsafe.Add(out, skip), unsafe.Add(x, skip), w, s.at+i+j, st)
			}
		})
		if err != nil {
			return err
		}
	}
	s.leave(row, w, st)
	return nil
}

// units calls emit with the sums of w rows, from element k after the axis on, over each of the units of n
// elements from i on, which it numbers from 0.
func (s *scanWorker) units(c cutter, o, k, w, i, n int, emit func(slot int, sums unsafe.Pointer)) error {
	slot := 0
	for _, r := range c.cover(s.at+i, n) {
		m := c.width(r.level, n)
		for range r.n {
			st, err := s.fresh(c, o, k, w, i, m)
			if err != nil {
				return err
			}
			emit(slot, unsafe.Add(st, r.level*w*s.acc.size()))
			i += m
			slot++
		}
	}
	return nil
}

// fresh is the states of w rows that begin with element i and have m elements; what they run through is not
// kept.
func (s *scanWorker) fresh(c cutter, o, k, w, i, m int) (unsafe.Pointer, error) {
	if s.made == nil {
		s.made = block(s.acc.size())
	}
	st, step := s.state(w), 1
	if w == s.inner {
		step = max(1, Ahead/w)
	}
	for p := 0; p < m; p += step {
		n := min(step, m-p)
		x, err := s.read((o*s.n+i+p)*s.inner+k, n*w)
		if err != nil {
			return nil, err
		}
		if s.inner == 1 {
			c.total(x, n, p, st)
			continue
		}
		for j := range n {
			s.acc.row(s.made, unsafe.Add(x, j*w*s.acc.size()), w, p+j, st)
		}
	}
	return st, nil
}
