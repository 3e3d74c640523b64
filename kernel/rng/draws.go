package rng

import (
	"math"

	"github.com/mars-project/mars-go/kernel/asm"
)

// Draws is the endless sequence of one element, for methods that need an unknown number of draws. It shares
// no counter with the dense fills, so that an element may use both. It also keeps what the methods work out
// from parameters, which are often those of the element before.
type Draws struct {
	key   Key
	pos   uint64
	draw  uint32 // of the last block; the first is 1
	left  int
	words [2]uint64
	ahead *ahead
	at    int // in ahead

	poisson  poissonSetup
	binomial binomialSetup
}

// NewDraws is the sequence of the element at pos.
func NewDraws(k Key, pos uint64) *Draws { return &Draws{key: k, pos: pos} }

// reset moves d to another element.
func (d *Draws) reset(k Key, pos uint64) { d.key, d.pos, d.draw, d.left = k, pos, 0, 0 }

// Uint64 is 64 random bits.
func (d *Draws) Uint64() uint64 {
	if d.left == 0 {
		d.next()
	}
	d.left--
	return d.words[1-d.left]
}

func (d *Draws) next() {
	d.draw++
	d.left = 2
	if d.ahead != nil && d.draw <= d.ahead.depth {
		d.words = [2]uint64(d.ahead.blocks[d.draw-1][2*d.at:])
		return
	}
	d.words[0], d.words[1] = d.key.pairOf(d.pos, d.draw)
}

// Float64 is uniform in [0, 1).
func (d *Draws) Float64() float64 { return unit(d.Uint64()) }

// Open is uniform in (0, 1].
func (d *Draws) Open() float64 { return unitOpen(d.Uint64()) }

// Below is uniform in 0, 1, ... n-1; n is not zero.
func (d *Draws) Below(n uint64) uint64 {
	for {
		if v, ok := below(d.Uint64(), n); ok {
			return v
		}
	}
}

// Normal is a standard normal number; both uniforms are spent on one.
func (d *Draws) Normal() float64 {
	r := radiusOf(math.Float64frombits(d.Uint64()))
	return r * cosineOf(math.Float64frombits(d.Uint64()))
}

// Exponential is a standard exponential number.
func (d *Draws) Exponential() float64 { return exponentialOf(math.Float64frombits(d.Uint64())) }

// Fill sets every element of out to f of its own sequence: how the rejection methods below fill a chunk. At
// is the place in out, for parameters that differ by element.
func Fill[T any](out []T, k Key, b Box, f func(d *Draws, at int) T) {
	b.fits(len(out))
	a := &ahead{depth: 1, level: asm.Active()}
	d := Draws{ahead: a}
	b.Runs(func(at int, pos uint64, n int) {
		for from := 0; from < n; from += aheadSize {
			m, used := min(aheadSize, n-from), uint32(0)
			a.make(k, pos+uint64(from), m)
			for i := range m {
				d.reset(k, pos+uint64(from+i))
				d.at = i
				out[at+from+i] = f(&d, at+from+i)
				used += min(d.draw, uint32(len(a.blocks)))
			}
			a.depth = max(1, (used+uint32(m)/2)/uint32(m)) // as many as these took is what the next ones will
		}
	})
}
