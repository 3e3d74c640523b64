package asm

import "unsafe"

// A Gemm is the register kernels of products of one element type at one level: tiles of up to Rows x Cols
// elements.
type Gemm struct {
	Rows, Cols int // of the largest tile
	Lanes      int // elements of a vector
	Size       int // bytes of an element
	parts      int // floats of an element
	full       tileFunc
	edge       [][3]tileFunc // by rows - 1 and vectors - 1
	words      *words
}

type tileFunc func(k int, a *byte, ars, acs int, b *byte, brs int, c *byte, crs int, alpha uint64, mode, last int)

// Float64 is the kernels for float64, nil where the level has none.
func Float64(l Level) *Gemm { return gemmOf(l, 8) }

// Float32 is the kernels for float32, nil where the level has none.
func Float32(l Level) *Gemm { return gemmOf(l, 4) }

// Complex128 is the kernels for complex128, nil where the level has none.
func Complex128(l Level) *Gemm { return complexOf(l, 16) }

// Complex64 is the kernels for complex64, nil where the level has none.
func Complex64(l Level) *Gemm { return complexOf(l, 8) }

// A Mode is what a tile does beside multiplying.
type Mode int

const (
	Add   Mode = 1 << iota // to c
	ConjA                  // elements of a are conjugated
	ConjB                  // elements of b are conjugated
)

// Tile is c = alpha*a*b or, with Add, c += alpha*a*b for the h x w corner of a tile; 0 < h <= Rows, 0 < w <=
// Cols, k > 0. Element (i, p) of a is at a + i*ars + p*acs, rows of b and of c are brs and crs bytes apart
// and contiguous. alpha is the bits of a real number. Every element of c is a chain of fused multiply-adds
// over k (complex ones: of two chains for each part, added), times alpha, plus c: its bits depend neither on
// h and w nor on its place.
func (g *Gemm) Tile(h, w, k int, a unsafe.Pointer, ars, acs int, b unsafe.Pointer, brs int, c unsafe.Pointer, crs int, alpha uint64, mode Mode) {
	if h == g.Rows && w == g.Cols {
		g.full(k, (*byte)(a), ars, acs, (*byte)(b), brs, (*byte)(c), crs, alpha, int(mode), g.Lanes*g.parts)
		return
	}
	v := (w - 1) / g.Lanes
	g.edge[h-1][v](k, (*byte)(a), ars, acs, (*byte)(b), brs, (*byte)(c), crs, alpha, int(mode), (w-v*g.Lanes)*g.parts)
}
