package fft

import (
	"math/bits"
	"sync"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// A Plan is what transforms of one length need to know. It does not change once made, and may be used by many
// at a time.
type Plan[F float] struct {
	n     int
	c     *circle
	radix []int
	steps []step[F] // made where grid is not nil when they are needed
	once  sync.Once
	k     *asm.FFT  // nil where there are no kernels
	grid  *grid[F]  // of one long transform
	parts *Plan[F]  // of n/8, where one transform is taken as eight
	turns []F       // roots that join the eight: real parts of a row, then imaginary ones
	blue  *chirp[F] // where n has a great prime
}

// A step is one pass: m*width butterflies of r elements.
type step[F float] struct {
	r, m  int
	turns []F // root p*j of r*m for p below m and j from 1 to r-1
	roots []F // root k of r, of radices without a pass of their own
}

// side is the transforms that lie side by side.
const side = 8

// greatPrime is the least prime that is left to a convolution.
const greatPrime = 50

// NewPlan makes a plan for transforms of n elements; n is positive.
func NewPlan[F float](n int) *Plan[F] {
	return newPlan[F](n, true, newCircle(n), kernelsOf[F](asm.Active()))
}

// kernelsOf is the passes of a level.
func kernelsOf[F float](l asm.Level) *asm.FFT {
	if unsafe.Sizeof(F(0)) == 4 {
		return asm.FFT32(l)
	}
	return asm.FFT64(l)
}

// newPlan makes a plan; split says that it may take one transform as eight.
func newPlan[F float](n int, split bool, c *circle, k *asm.FFT) *Plan[F] {
	p := &Plan[F]{n: n, k: k, c: c, radix: factor(n, k != nil && k.Most == 8)}
	for _, r := range p.radix {
		if r >= greatPrime {
			p.blue = newChirp[F](n, k)
			return p
		}
	}
	if split {
		p.grid = newGrid[F](n, c, k)
	}
	if p.grid != nil {
		return p
	}
	p.passes()
	if split && n%side == 0 && n >= side*side {
		p.parts = newPlan[F](n/side, false, c, k)
		p.turns = make([]F, 2*n)
		for k := range n / side {
			row := p.turns[2*side*k : 2*side*(k+1)]
			for i := range side {
				re, im := c.root(k*i, n)
				row[i], row[side+i] = F(re), F(im)
			}
		}
	}
	return p
}

// passes are the steps, made once.
func (p *Plan[F]) passes() []step[F] {
	p.once.Do(func() {
		m := p.n
		for _, r := range p.radix {
			m /= r
			p.steps = append(p.steps, newStep[F](r, m, p.c))
		}
	})
	return p.steps
}

// Len is the length of the transforms.
func (p *Plan[F]) Len() int { return p.n }

// factor is radices whose product is n, primes that are not small last; eights says that 8 is better than 4
// and 2.
func factor(n int, eights bool) []int {
	var out []int
	twos := bits.TrailingZeros(uint(n))
	n >>= twos
	for eights && twos >= 3 && twos != 4 {
		out, twos = append(out, 8), twos-3
	}
	for twos >= 2 {
		out, twos = append(out, 4), twos-2
	}
	if twos == 1 {
		out = append(out, 2)
	}
	for r := 3; n > 1; r += 2 {
		if r*r > n {
			r = n
		}
		for n%r == 0 {
			out, n = append(out, r), n/r
		}
	}
	return out
}

func newStep[F float](r, m int, c *circle) step[F] {
	s := step[F]{r: r, m: m, turns: make([]F, 0, 2*(r-1)*m)}
	scale := c.n / (r * m)
	for p := range m {
		for j := 1; j < r; j++ {
			re, im := c.at(p * j * scale)
			s.turns = append(s.turns, F(re), F(im))
		}
	}
	if r > 5 && r != 8 {
		for k := range r {
			re, im := root(k, r)
			s.roots = append(s.roots, F(re), F(im))
		}
	}
	return s
}

// Room is the elements of scratch that width transforms side by side need beside their own.
func (p *Plan[F]) Room(width int) int {
	if p.blue != nil {
		return 2*p.blue.plan.n*width + p.blue.plan.Room(width)
	}
	if p.grid != nil && width == 1 {
		return p.grid.room() + p.grid.scratch()
	}
	return 2 * p.n * width
}

// forward transforms width vectors side by side, whose element i is row i of re and im. The result is in re
// and im or in the beginning of room.
func (p *Plan[F]) forward(re, im, room []F, width int) (outRe, outIm []F) {
	size := p.n * width
	re, im = re[:size], im[:size]
	switch {
	case p.blue != nil:
		p.blue.forward(re, im, room, width)
		return re, im
	case width == 1 && p.grid != nil:
		p.grid.within(re, im, room)
		return re, im
	case width == 1 && p.parts != nil:
		xr, xi := p.parts.forward(re, im, room, side)
		yr, yi := room[:size], room[size:2*size]
		if &xr[0] == &yr[0] {
			yr, yi = re, im
		}
		joinEight(p.k, p.turns, xr, xi, yr, yi)
		return yr, yi
	}
	yr, yi := room[:size], room[size:2*size]
	steps := p.passes()
	for i := range steps {
		s := &steps[i]
		s.pass(p.k, re, im, yr, yi, width)
		re, im, yr, yi = yr, yi, re, im
		width *= s.r
	}
	return re, im
}

// Forward transforms width vectors side by side in place: element i of each is row i of re and of im, which
// have Len rows of width elements. room has Room(width) elements or more.
func (p *Plan[F]) Forward(re, im, room []F, width int) {
	r, i := p.forward(re, im, room, width)
	if size := p.n * width; size > 0 && &r[0] != &re[0] {
		copy(re, r)
		copy(im, i)
	}
}

// Backward is the inverse of Forward, times Len: the parts change places.
func (p *Plan[F]) Backward(re, im, room []F, width int) { p.Forward(im, re, room, width) }
