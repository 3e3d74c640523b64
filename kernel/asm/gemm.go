package asm

import "unsafe"

// A Gemm is the register kernels of products of one element type at one level: tiles of up to Rows x Cols elements.
type Gemm struct {
	Rows, Cols int // of the largest tile
	Lanes      int // elements of a vector
	Size       int // bytes of an element
	full       tileFunc
	edge       [][3]tileFunc // by rows - 1 and vectors - 1
	words      *words
}

type tileFunc func(k int, a *byte, ars, acs int, b *byte, brs int, c *byte, crs int, alpha uint64, add, last int)

// Float64 is the kernels for float64, nil where the level has none.
func Float64(l Level) *Gemm { return gemmOf(l, 8) }

// Float32 is the kernels for float32, nil where the level has none.
func Float32(l Level) *Gemm { return gemmOf(l, 4) }

// Tile is c = alpha*a*b or, with add, c += alpha*a*b for the h x w corner of a tile; 0 < h <= Rows, 0 < w <= Cols, k > 0. Element (i, p) of a is at
// a + i*ars + p*acs, rows of b and of c are brs and crs bytes apart and contiguous. Every element of c is one chain of fused multiply-adds over k, times
// alpha, plus c: its bits depend neither on h and w nor on its place.
func (g *Gemm) Tile(h, w, k int, a unsafe.Pointer, ars, acs int, b unsafe.Pointer, brs int, c unsafe.Pointer, crs int, alpha uint64, add bool) {
	n := 0
	if add {
		n = 1
	}
	if h == g.Rows && w == g.Cols {
		g.full(k, (*byte)(a), ars, acs, (*byte)(b), brs, (*byte)(c), crs, alpha, n, g.Lanes)
		return
	}
	v := (w - 1) / g.Lanes
	g.edge[h-1][v](k, (*byte)(a), ars, acs, (*byte)(b), brs, (*byte)(c), crs, alpha, n, w-v*g.Lanes)
}
