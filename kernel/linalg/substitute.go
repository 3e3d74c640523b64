package linalg

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// A substitution is a small triangle as register kernels take it: rows in the order in which they are solved,
// by blocks of asm.SubstRows. What is left of a block is a packed panel, its own triangle the coefficients of
// Substitute.
type substitution struct {
	g      *asm.Gemm
	v      *asm.Vector
	n      int
	lower  bool
	panels unsafe.Pointer
	coefs  unsafe.Pointer
	minus  uint64 // -1
}

const (
	substRows  = asm.SubstRows
	substCoefs = substRows * (substRows + 1) / 2
)

// substitute solves for b in place by register kernels; it reports whether it did: there are kernels, b has
// several columns, and reciprocals of the diagonal are exact enough.
func (a triangle[T]) substitute(al mem.Allocator, par parallel.Func, b Mat[T]) (ok bool, err error) {
	g, v, n := kernelsOf[T](asm.Active()), vectors[T](), a.Rows
	if g == nil || v == nil || b.Cols < 2 || n == 0 {
		return false, nil
	}
	blocks := (n + substRows - 1) / substRows
	buf, free, err := mem.Scratch[T](al, blocks*(substRows*n+substCoefs))
	if err != nil {
		return false, err
	}
	defer free()
	panels, coefs := buf[:blocks*substRows*n], buf[blocks*substRows*n:]
	if !a.packTriangle(panels, coefs) {
		return false, nil
	}
	s := substitution{g, v, n, a.lower, unsafe.Pointer(&panels[0]), unsafe.Pointer(&coefs[0]), bitsOf[T](-1)}
	return true, par.Each((b.Cols+triStrip-1)/triStrip, func(i int) error {
		part := b.Sub(0, i*triStrip, n, min(triStrip, b.Cols-i*triStrip))
		if part.CS == 1 {
			s.strip(gridOf(part), part.Cols)
			return nil
		}
		buf, free, err := mem.Scratch[T](al, n*part.Cols)
		if err != nil {
			return err
		}
		defer free()
		w := Dense(buf, n, part.Cols)
		move(w, part)
		s.strip(gridOf(w), w.Cols)
		move(part, w)
		return nil
	})
}

// packTriangle reports whether the reciprocals of the diagonal are those of normal numbers, as they are
// themselves.
func (a triangle[T]) packTriangle(panels, coefs []T) bool {
	n := a.Rows
	first, down, along := a.at(0, 0), a.RS, a.CS
	if !a.lower {
		first, down, along = a.at(n-1, n-1), -a.RS, -a.CS
	}
	for i := range n {
		block, r := i/substRows, i%substRows
		p := first + i*down
		panel := panels[block*substRows*n:]
		for j := range block * substRows {
			panel[j*substRows+r] = a.Data[p+j*along]
		}
		c := coefs[block*substCoefs+r*(r+1)/2:]
		for j := range r {
			c[j] = -a.Data[p+(block*substRows+j)*along]
		}
		c[r] = 1
		if !a.unit {
			d := a.Data[p+i*along]
			if c[r] = 1 / d; !normal(d, c[r]) {
				return false
			}
		}
	}
	return true
}

// normal reports that neither d nor its reciprocal lost bits to gradual underflow. Where d is 0, infinite or
// NaN there are none to lose.
func normal[T Num](d, reciprocal T) bool {
	least := 0x1p-1022
	var t T
	if unsafe.Sizeof(t) == 4 {
		least = 0x1p-126
	}
	x, _ := parts(d)
	y, _ := parts(reciprocal)
	x, y = math.Abs(x), math.Abs(y)
	return !(x > 0 && x < least) && !(y > 0 && y < least)
}

// strip solves for the columns of a row-major x.
func (s substitution) strip(x grid, cols int) {
	size := s.g.Size
	p, rs := x.p, x.rs
	if !s.lower {
		p, rs = x.at(s.n-1, 0), -x.rs
	}
	for j := 0; j < cols; j += s.g.Cols {
		w, top := min(s.g.Cols, cols-j), unsafe.Add(p, j*size)
		for i := 0; i < s.n; i += substRows {
			h, row := min(substRows, s.n-i), unsafe.Add(top, i*rs)
			panel := unsafe.Add(s.panels, i*s.n*size)
			for r := 0; i > 0 && r < h; r += s.g.Rows {
				s.g.Tile(min(s.g.Rows, h-r), w, i, unsafe.Add(panel, r*size), size, substRows*size, top, rs, unsafe.Add(row, r*rs), rs, s.minus, asm.Add)
			}
			s.v.Substitute(h, w, row, rs, unsafe.Add(s.coefs, i/substRows*substCoefs*size))
		}
	}
}
