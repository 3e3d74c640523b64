package reduce

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// Moments are made of the sums of numbers and of their squares, all without error: a square is two doubles, h
// and l, which are added up apart. What comes of them at the end is n times the sum of squares less the
// square of the sum, exactly, rounded once and divided by n.

// A momentStep adds numbers, or the parts of complex ones, and their squares. The states of w results are
// three planes of sums in two halves each, of x, h and l, then the counts in int64. An x that is not finite
// makes its h NaN.
type momentStep struct {
	nan   bool // numbers that are NaN are left out
	parts int
	far   *far
}

func (m momentStep) bound() stepper { return momentStep{m.nan, m.parts, new(far)} }

func (m momentStep) name() string {
	if m.nan {
		return "nanmoment"
	}
	return "moment"
}

func (m momentStep) size() int { return 48*m.parts + 8 }

func (m momentStep) table() *far { return m.far }

func (m momentStep) width() int { return m.parts }

func (m momentStep) halves(st unsafe.Pointer, w, plane int) (s, e []float64) {
	n := w * m.parts
	v := slice[float64](unsafe.Add(st, 16*n*plane), 2*n)
	return v[:n:n], v[n:]
}

func (m momentStep) counts(st unsafe.Pointer, w int) []int64 {
	return slice[int64](unsafe.Add(st, 48*w*m.parts), w)
}

func (m momentStep) none(st unsafe.Pointer, w int) bool {
	for plane := range 3 {
		s, e := m.halves(st, w, plane)
		for i := range s {
			s[i] = math.Copysign(0, -1)
		}
		clear(e)
	}
	clear(m.counts(st, w))
	return true
}

// lowSquare is the least first half of a square whose second half is a double.
const lowSquare = 0x1p-969

func (m momentStep) runs(st unsafe.Pointer, v basic.Vec, w, l, _ int) {
	n := m.counts(st, w)
	for i := range n {
		n[i] = int64(l)
	}
	all := slice[float64](v.P, w*l*m.parts)
	if m.parts == 1 && !m.nan {
		m.plain(st, all, w, 0, w, l)
		return
	}
	var buf []float64
	if m.nan {
		buf = m.far.room(l * m.parts)
		defer m.far.shut(buf)
	}
	for i := range n {
		r := all[i*l*m.parts : (i+1)*l*m.parts]
		if m.nan {
			n[i] -= int64(denanParts(m.parts, buf[:len(r)], r))
			r = buf[:len(r)]
		}
		if m.parts == 1 {
			m.plain(st, r, w, i, i+1, l)
			continue
		}
		var one [leafSize]float64
		for p := range 2 {
			for k := range l {
				one[k] = r[2*k+p]
			}
			m.plain(st, one[:l], 2*w, 2*i+p, 2*i+p+1, l)
		}
	}
}

// plain makes sums lo to hi of n in a plane those of as many runs of l numbers.
func (m momentStep) plain(st unsafe.Pointer, v []float64, n, lo, hi, l int) {
	done := 0
	if l > short {
		done = asm.Squares(level, unsafe.Add(st, 8*lo), 8*n, v, hi-lo, l)
	}
	var p [6][]float64
	for k := range p {
		p[k] = slice[float64](unsafe.Add(st, 8*n*k), n)[lo:hi]
	}
	for i := range hi - lo {
		r := v[i*l : (i+1)*l]
		if done == 0 {
			for k := range p {
				p[k][i] = math.Copysign(0, float64(k%2)-1)
			}
		} else if p[5][i] != p[5][i] {
			m.pieces(&p, i, r)
			continue
		}
		if !steps(&p, i, r[done:]) {
			m.each(&p, i, r[done:], done)
		}
	}
}

// leaves makes the first state the sums of all runs, which follow each other, where collapse leaves it alone.
func (m momentStep) leaves(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	switch {
	case m.parts > 1:
		leavesOf(m, st, v, w, l, at, 8*m.parts)
	case m.nan:
		k := min(w, denanned)
		for i := 0; i < w; i += k {
			m.runs(unsafe.Add(st, i*m.size()), basic.Vec{P: unsafe.Add(v.P, 8*i*l)}, 1, k*l, at)
		}
	default:
		m.runs(st, v, 1, w*l, at)
	}
}

// denanned is how many leaves lose their NaN together: what stays near the processor until it is added.
const denanned = 8

func (m momentStep) collapse(st unsafe.Pointer, w int) {
	switch {
	case m.parts > 1:
		collapse(m, st, 1, w)
	case m.nan:
		collapse(m, st, denanned, w)
	}
}

func (m momentStep) rows(st unsafe.Pointer, v basic.Vec, w, r, _ int, first bool) {
	if first {
		m.none(st, w)
	}
	n := m.counts(st, w)
	width := w * m.parts
	all := slice[float64](v.P, width*r)
	if !m.nan {
		for i := range n {
			n[i] += int64(r)
		}
		m.block(st, all, width, r)
		return
	}
	var buf [leafSize]float64
	for row := range r {
		x := all[row*width : (row+1)*width]
		for i := range n {
			n[i]++
			for p := range m.parts {
				if y := x[i*m.parts+p]; y != y {
					n[i]--
					break
				}
			}
		}
		to := buf[:]
		if width > len(buf) {
			to = make([]float64, width)
		}
		denanParts(m.parts, to[:width], x)
		m.block(st, to[:width], width, 1)
	}
}

// block adds r rows to a plane's width of sums.
func (m momentStep) block(st unsafe.Pointer, all []float64, width, r int) {
	var p [6][]float64
	for k := range p {
		p[k] = slice[float64](unsafe.Add(st, 8*width*k), width)
	}
	var column [group]float64
	for c := 0; c < width; {
		if c += asm.SquareRows(level, unsafe.Add(st, 8*c), 8*width, all[c:], width-c, r, 8*width); c == width {
			return
		}
		for stop := min(c+strip, width); c < stop; c++ {
			for k := 0; k < r; k += group {
				part := column[:min(group, r-k)]
				for j := range part {
					part[j] = all[(k+j)*width+c]
				}
				if !steps(&p, c, part) {
					m.each(&p, c, part, 0)
				}
			}
		}
	}
}

func (m momentStep) merge(a, b unsafe.Pointer, w int) {
	for plane := range 3 {
		s, e := m.halves(a, w, plane)
		s1, e1 := m.halves(b, w, plane)
		joinPlanes(m.far, s, e, s1, e1)
	}
	more := m.counts(b, w)
	for i := range m.counts(a, w) {
		m.counts(a, w)[i] += more[i]
	}
}
