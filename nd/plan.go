package nd

import (
	"slices"
	"unsafe"
)

// A loop is one axis of a copy.
type loop struct{ n, dst, src int }

// A plan is a copy as nested loops, outermost first, and the positions of the first element in both windows.
// Its loops are ordered so that the target is written forwards.
type plan struct {
	loops    []loop
	dst, src int
}

// newPlan drops axes of one, runs target axes forwards, orders them by target stride, and joins neighbours
// that both sides step through evenly.
func newPlan(dst, src *Array) plan {
	dlo, _ := dst.span()
	slo, _ := src.span()
	p := plan{dst: -dlo, src: -slo}
	for i, n := range dst.Shape {
		if n == 1 {
			continue
		}
		l := loop{n, dst.Strides[i], src.Strides[i]}
		if l.dst < 0 {
			p.dst += (n - 1) * l.dst
			p.src += (n - 1) * l.src
			l.dst, l.src = -l.dst, -l.src
		}
		p.loops = append(p.loops, l)
	}
	slices.SortStableFunc(p.loops, func(a, b loop) int { return b.dst - a.dst })
	out := p.loops[:0]
	for _, l := range p.loops {
		if k := len(out) - 1; k >= 0 && out[k].dst == l.n*l.dst && out[k].src == l.n*l.src {
			out[k] = loop{out[k].n * l.n, l.dst, l.src}
			continue
		}
		out = append(out, l)
	}
	p.loops = out
	return p
}

// run copies by plan. The inner two loops are a kernel; the outer ones step through positions.
func run[W word](p plan, dst, src []W) {
	if len(p.loops) == 0 {
		dst[p.dst] = src[p.src]
		return
	}
	inner := p.loops[len(p.loops)-1]
	outer := p.loops[:len(p.loops)-1]
	if t := tileAxis(p.loops); t >= 0 {
		rows := outer[t]
		outer = slices.Delete(slices.Clone(outer), t, t+1)
		nest(outer, p.dst, p.src, func(d, s int) { transpose(dst, src, d, s, rows, inner) })
		return
	}
	nest(outer, p.dst, p.src, func(d, s int) { row(dst, src, d, s, inner) })
}

// tileAxis is the outer loop that walks the source by one while the inner loop jumps, or -1: those two are
// copied in tiles.
func tileAxis(loops []loop) int {
	in := loops[len(loops)-1]
	if in.src == 0 || in.src == 1 || in.src == -1 || in.n < 4 {
		return -1
	}
	for i, l := range loops[:len(loops)-1] {
		if (l.src == 1 || l.src == -1) && l.n >= 4 {
			return i
		}
	}
	return -1
}

// nest calls f at every position of the loops.
func nest(loops []loop, d, s int, f func(d, s int)) {
	if len(loops) == 0 {
		f(d, s)
		return
	}
	l := loops[0]
	for range l.n {
		nest(loops[1:], d, s, f)
		d += l.dst
		s += l.src
	}
}

// row copies one run of elements.
func row[W word](dst, src []W, d, s int, l loop) {
	switch {
	case l.dst == 1 && l.src == 1:
		copy(dst[d:d+l.n], src[s:s+l.n])
	case l.dst == 1 && l.src == 0:
		out, v := dst[d:d+l.n], src[s]
		for i := range out {
			out[i] = v
		}
	case l.dst == 1:
		out := dst[d : d+l.n]
		for i := range out {
			out[i] = src[s]
			s += l.src
		}
	default:
		for range l.n {
			dst[d] = src[s]
			d += l.dst
			s += l.src
		}
	}
}

// transpose copies rows x cols elements whose source runs along rows and whose target runs along cols, in
// square tiles of one cache line a side (eight elements at least). Larger tiles are slower where a row is a
// power of two bytes: their lines share a cache set.
func transpose[W word](dst, src []W, d, s int, rows, cols loop) {
	var z W
	tile := max(64/int(unsafe.Sizeof(z)), 8)
	for i := 0; i < rows.n; i += tile {
		for j := 0; j < cols.n; j += tile {
			m := min(tile, cols.n-j)
			for k := i; k < min(i+tile, rows.n); k++ {
				row(dst, src, d+k*rows.dst+j*cols.dst, s+k*rows.src+j*cols.src, loop{m, cols.dst, cols.src})
			}
		}
	}
}
