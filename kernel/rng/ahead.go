package rng

import (
	"math"

	"github.com/mars-project/mars-go/kernel/asm"
)

// ahead is the first words of the sequences of some neighbouring elements, made together: depth blocks of two
// words for each.
type ahead struct {
	n      int // elements
	depth  uint32
	level  asm.Level
	blocks [4][2 * aheadSize]uint64
	room   [2 * aheadSize]uint64 // words put side by side
	floats [2][2 * aheadSize]float64
	second [aheadSize]float64
}

// aheadSize is a multiple of what the vector kernels do in a step.
const aheadSize = 16 * asm.PhiloxStep

// make fills in the blocks of n elements from pos on, and of some behind them.
func (a *ahead) make(k Key, pos uint64, n int) {
	a.n = n
	n = (n + asm.PhiloxStep - 1) &^ (asm.PhiloxStep - 1)
	for i := range a.depth {
		w := a.blocks[i][:2*n]
		p := asm.Philox{Key: k.Seed, Counter: pos, High: uint64(k.Stream)<<32 | uint64(i+1)}
		for j := p.Words(a.level, w); j < len(w); j += 2 {
			w[j], w[j+1] = k.pairOf(pos+uint64(j/2), i+1)
		}
	}
}

// words are word k of every element, at even places; the odd ones hold the next word where k is even.
func (a *ahead) words(k int) []uint64 { return a.blocks[k/2][k%2:][:2*a.n-k%2] }

// normals are what Draws.Normal makes of words k and k+1, at even places.
func (a *ahead) normals(k, room int) []float64 {
	n := (2*a.n + 2*asm.PhiloxStep - 1) &^ (2*asm.PhiloxStep - 1)
	w := a.blocks[k/2][:n]
	if k%2 == 1 {
		x, y := a.blocks[k/2][:n], a.blocks[k/2+1][:n]
		w = a.room[:n]
		for i := 0; i < n; i += 2 {
			w[i], w[i+1] = x[i+1], y[i]
		}
	}
	out := a.floats[room][:n]
	for i := asm.Normals(a.level, out, w); i < 2*a.n; i += 2 {
		out[i] = radiusOf(math.Float64frombits(w[i])) * cosineOf(math.Float64frombits(w[i+1]))
	}
	return out[:2*a.n]
}

// exponentials are what Draws.Exponential makes of word k, of every element in a row.
func (a *ahead) exponentials(k, room int) []float64 {
	n := (a.n + asm.PhiloxStep - 1) &^ (asm.PhiloxStep - 1)
	x, w := a.blocks[k/2][k%2:], a.room[:n]
	for i := range w {
		w[i] = x[2*i]
	}
	out := a.floats[room][:n]
	for i := asm.Exponentials(a.level, out, w); i < a.n; i++ {
		out[i] = exponentialOf(math.Float64frombits(w[i]))
	}
	return out[:a.n]
}

// A together draws elements of one set of parameters from the first words of their sequences, as many as
// their blocks hold. It appends to undecided the places of those that need more, or another way: f of Fill
// draws them. What it writes must be what f would return.
type together[T any] struct {
	depth uint32
	draw  func(a *ahead, out []T, undecided []int) []int
}

// fillTogether is Fill, faster.
func fillTogether[T any](out []T, k Key, b Box, g together[T], f func(d *Draws, at int) T) {
	b.fits(len(out))
	a := &ahead{depth: g.depth, level: asm.Active()}
	d := Draws{ahead: a}
	undecided := make([]int, 0, aheadSize)
	b.Runs(func(at int, pos uint64, n int) {
		for from := 0; from < n; from += aheadSize {
			m := min(aheadSize, n-from)
			a.make(k, pos+uint64(from), m)
			undecided = g.draw(a, out[at+from:][:m], undecided[:0])
			for _, i := range undecided {
				d.reset(k, pos+uint64(from+i))
				d.at = i
				out[at+from+i] = f(&d, at+from+i)
			}
		}
	})
}
