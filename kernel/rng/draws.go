package rng

import "math"

// Draws is the endless sequence of one element, for methods that need an unknown number of draws. It shares no counter with the dense
// fills, so that an element may use both.
type Draws struct {
	key   Key
	pos   uint64
	draw  uint32 // of the last block; the first is 1
	left  int
	words [4]uint32
}

// NewDraws is the sequence of the element at pos.
func NewDraws(k Key, pos uint64) *Draws { return &Draws{key: k, pos: pos} }

// reset moves d to another element.
func (d *Draws) reset(k Key, pos uint64) { d.key, d.pos, d.draw, d.left = k, pos, 0, 0 }

// Uint64 is 64 random bits.
func (d *Draws) Uint64() uint64 {
	if d.left == 0 {
		d.draw++
		d.words = d.key.block(d.pos, d.draw)
		d.left = 2
	}
	d.left--
	i := 2 - 2*d.left
	return uint64(d.words[i+1])<<32 | uint64(d.words[i])
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
	u := d.Open()
	z, _ := boxMuller(u, d.Float64())
	return z
}

// Exponential is a standard exponential number.
func (d *Draws) Exponential() float64 { return -math.Log(d.Open()) }

// Fill sets every element of out to f of its own sequence: how the rejection methods below fill a chunk. At is the place in out, for
// parameters that differ by element.
func Fill[T any](out []T, k Key, b Box, f func(d *Draws, at int) T) {
	b.fits(len(out))
	var d Draws
	b.Runs(func(at int, pos uint64, n int) {
		for i := range n {
			d.reset(k, pos+uint64(i))
			out[at+i] = f(&d, at+i)
		}
	})
}
