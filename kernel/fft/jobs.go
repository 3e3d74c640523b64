package fft

import "unsafe"

// load copies lanes side by side: element i of lane q to row i. What a lane lacks, and lanes that there are
// not, are zeros. im may be nil for real elements.
func (l *lanes[F]) load(re, im []F, from []int, n, width int) {
	k := min(n, l.n)
	if len(from) < width {
		clear(re[:k*width])
		clear(im[:min(len(im), k*width)])
	}
	if l.parts == 2 && k > 0 {
		if done := l.apart(re, im, from, k, width); done == k*width {
			from = nil
		} else if done > 0 { // one lane, whose end is left
			c := l.win[from[0]+2*done:]
			for i := range k - done {
				re[done+i], im[done+i] = c[2*i], c[2*i+1]
			}
			from = nil
		}
	}
	for q, at := range from {
		if l.parts == 1 {
			for i := q; i < k*width; i += width {
				re[i] = l.win[at]
				at += l.step
			}
			continue
		}
		for i := q; i < k*width; i += width {
			c := l.win[at : at+2 : at+2]
			re[i], im[i] = c[0], c[1]
			at += l.step
		}
	}
	clear(re[k*width : n*width])
	if im != nil {
		clear(im[k*width : n*width])
	}
}

// store copies n rows to lanes, times f.
func (l *lanes[F]) store(re, im []F, to []int, n, width int, f F) {
	if l.parts == 2 {
		if done := l.together(re, im, to, n, width, f); done == n*width {
			return
		} else if done > 0 { // one lane, whose end is left
			c := l.win[to[0]+2*done:]
			for i := range n - done {
				c[2*i], c[2*i+1] = re[done+i]*f, im[done+i]*f
			}
			return
		}
	}
	for q, at := range to {
		if l.parts == 1 {
			for i := q; i < n*width; i += width {
				l.win[at] = re[i] * f
				at += l.step
			}
			continue
		}
		for i := q; i < n*width; i += width {
			c := l.win[at : at+2 : at+2]
			c[0], c[1] = re[i]*f, im[i]*f
			at += l.step
		}
	}
}

// rowsOf is how many rows of eight elements kernels find in lanes, and how many floats they are apart: in one
// lane that lies together, or in eight that lie side by side.
func (l *lanes[F]) rowsOf(at []int, n, width int) (rows, stride int) {
	switch {
	case l.k == nil || !l.k.Join:
		return 0, 0
	case width == 1 && l.step == 2:
		return n / side, 2 * side
	case width == side && len(at) == side:
		for q := range at {
			if at[q] != at[0]+2*q {
				return 0, 0
			}
		}
		if l.step >= 2*side {
			return n, l.step
		}
	}
	return 0, 0
}

// apart is load by kernels; it returns how many elements it did, from the first on.
func (l *lanes[F]) apart(re, im []F, from []int, n, width int) int {
	rows, stride := l.rowsOf(from, n, width)
	if rows > 0 {
		l.k.Apart(addr(re), addr(im), unsafe.Pointer(&l.win[from[0]]), rows, stride*l.k.Size)
	}
	return rows * side
}

// together is store by kernels.
func (l *lanes[F]) together(re, im []F, to []int, n, width int, f F) int {
	rows, stride := l.rowsOf(to, n, width)
	if rows > 0 {
		l.k.Together(unsafe.Pointer(&l.win[to[0]]), addr(re), addr(im), rows, stride*l.k.Size, float64(f))
	}
	return rows * side
}

type complexer[F float] struct {
	plan    *Plan[F]
	factor  F
	inverse bool
}

func complexJob[F float](n int, o Options) job[F] {
	return &complexer[F]{NewPlan[F](n), F(o.Norm.factor(n, o.Inverse)), o.Inverse}
}

func (c *complexer[F]) width(in *lanes[F]) int { return c.plan.widthOf(in) }

func (c *complexer[F]) room(width int) int { return 2*c.plan.n*width + c.plan.Room(width) }

func (c *complexer[F]) run(in, out *lanes[F], from, to []int, room []F) {
	width := widthFor(len(from), c.room, len(room))
	n := c.plan.n
	re, im, room := room[:n*width], room[n*width:2*n*width], room[2*n*width:]
	in.load(re, im, from, n, width)
	if c.inverse {
		im, re = c.plan.forward(im, re, room, width)
	} else {
		re, im = c.plan.forward(re, im, room, width)
	}
	out.store(re, im, to, n, width, c.factor)
}

// widthFor is 1 for a single lane in a room for one, else what the room is for.
func widthFor(lanes int, room func(width int) int, have int) int {
	if lanes == 1 && have == room(1) {
		return 1
	}
	return side
}

// A realer transforms real lanes: those of an even number of elements as complex ones of half as many.
type realer[F float] struct {
	n      int
	plan   *Plan[F]
	turns  []F // roots k of n for k up to n/4, where n is even and lanes are not long
	roots  *circle
	near   []F // roots below 8 of n, less 1: real parts, then imaginary ones
	factor F
}

func newRealer[F float](n int, o Options) *realer[F] {
	r := &realer[F]{n: n, factor: F(o.Norm.factor(n, o.Inverse))}
	if n%2 == 1 {
		r.plan = NewPlan[F](n)
		return r
	}
	r.plan = NewPlan[F](n / 2)
	r.roots = newCircle(n)
	if r.long() {
		r.near = make([]F, 2*side)
		for i := range side {
			re, im := r.roots.near(i)
			r.near[i], r.near[side+i] = F(re), F(im)
		}
		return r
	}
	for k := range n/4 + 1 {
		re, im := r.roots.at(k)
		r.turns = append(r.turns, F(re), F(im))
	}
	return r
}

func (r *realer[F]) width(in *lanes[F]) int { return r.plan.widthOf(in) }

func (r *realer[F]) room(width int) int {
	return 2*(r.n/2+1)*width + 2*r.plan.n*width + r.plan.Room(width)
}

type toComplex[F float] struct{ *realer[F] }

func realJob[F float](n int, o Options) job[F] { return toComplex[F]{newRealer[F](n, o)} }

func (r toComplex[F]) run(in, out *lanes[F], from, to []int, room []F) {
	w := widthFor(len(from), r.room, len(room))
	n, h := r.plan.n, r.n/2
	re, im, room := room[:n*w], room[n*w:2*n*w], room[2*n*w:]
	outRe, outIm, room := room[:(h+1)*w], room[(h+1)*w:2*(h+1)*w], room[2*(h+1)*w:]
	if r.n%2 == 1 {
		in.load(re, nil, from, n, w)
		clear(im)
		re, im = r.plan.forward(re, im, room, w)
		out.store(re, im, to, h+1, w, r.factor)
		return
	}
	even, odd := *in, *in // elements in turn
	even.n, odd.n = (in.n+1)/2, in.n/2
	even.step, odd.step = 2*in.step, 2*in.step
	even.load(re, nil, from, n, w)
	var room2 [side]int
	shifted := room2[:len(from)]
	for i, at := range from {
		shifted[i] = at + in.step
	}
	odd.load(im, nil, shifted, n, w)
	re, im = r.plan.forward(re, im, room, w)
	// With z the transform of even + i*odd: X[k] = (z[k] + z[h-k]*)/2 - i/2 root[k] (z[k] - z[h-k]*).
	for k := range h/2 + 1 {
		a, b := k*w, (h-k)%h*w
		c, d := k*w, (h-k)*w
		tr, ti := r.turns[2*k], r.turns[2*k+1]
		for q := range w {
			er, ei := (re[a+q]+re[b+q])/2, (im[a+q]-im[b+q])/2
			dr, di := (re[a+q]-re[b+q])/2, (im[a+q]+im[b+q])/2
			ur, ui := dr*tr-di*ti, dr*ti+di*tr // -i times it is (ui, -ur)
			outRe[c+q], outIm[c+q] = er+ui, ei-ur
			outRe[d+q], outIm[d+q] = er-ui, -(ei + ur)
		}
	}
	out.store(outRe, outIm, to, h+1, w, r.factor)
}

type ofComplex[F float] struct{ *realer[F] }

func fromRealJob[F float](n int, o Options) job[F] { return ofComplex[F]{newRealer[F](n, o)} }

func (r ofComplex[F]) run(in, out *lanes[F], from, to []int, room []F) {
	w := widthFor(len(from), r.room, len(room))
	n, h := r.plan.n, r.n/2
	re, im, room := room[:n*w], room[n*w:2*n*w], room[2*n*w:]
	xr, xi, room := room[:(h+1)*w], room[(h+1)*w:2*(h+1)*w], room[2*(h+1)*w:]
	in.load(xr, xi, from, h+1, w)
	clear(xi[:w])
	if r.n%2 == 1 {
		copy(re, xr)
		copy(im, xi)
		for k := 1; k <= h; k++ {
			for q := range w {
				re[(n-k)*w+q], im[(n-k)*w+q] = xr[k*w+q], -xi[k*w+q]
			}
		}
		_, re = r.plan.forward(im, re, room, w)
		out.store(re, nil, to, n, w, r.factor)
		return
	}
	clear(xi[h*w : h*w+w])
	// z[k] = (X[k] + X[h-k]*) + i conj(root[k]) (X[k] - X[h-k]*), twice the transform of even + i*odd.
	for k := range h/2 + 1 {
		a, b := k*w, (h-k)*w
		c, d := k*w, (h-k)%h*w
		tr, ti := r.turns[2*k], -r.turns[2*k+1]
		for q := range w {
			er, ei := xr[a+q]+xr[b+q], xi[a+q]-xi[b+q]
			dr, di := xr[a+q]-xr[b+q], xi[a+q]+xi[b+q]
			ur, ui := dr*tr-di*ti, dr*ti+di*tr // i times it is (-ui, ur)
			re[c+q], im[c+q] = er-ui, ei+ur
			re[d+q], im[d+q] = er+ui, ur-ei
		}
	}
	im, re = r.plan.forward(im, re, room, w)
	even, odd := *out, *out
	even.step, odd.step = 2*out.step, 2*out.step
	even.store(re, nil, to, n, w, r.factor)
	var room2 [side]int
	shifted := room2[:len(to)]
	for i, at := range to {
		shifted[i] = at + out.step
	}
	odd.store(im, nil, shifted, n, w, r.factor)
}
