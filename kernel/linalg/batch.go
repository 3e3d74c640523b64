package linalg

import (
	"unsafe"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// smallSide is the most rows, columns and inner elements of products that go through the kernels without
// plans of their own.
const smallSide = 64

// A smallBatch is many products of one shape, whose matrices are tiles or few of them. Their bits are those
// of gemm: the same sums by the same kernels.
type smallBatch struct {
	product          // the first one
	lead    []int    // lengths of the leading axes
	steps   [3][]int // of a, b and c along the leading axes, in bytes
}

// newSmall is nil where the products are not small, or matrices lie so that the kernels cannot use them.
func newSmall[T Num](al mem.Allocator, c, a, b *nd.Array, beta int) *smallBatch {
	g := kernelsOf[T](asm.Active())
	ma, mb, mc := matOf[T](a), matOf[T](b), matOf[T](c)
	if g == nil || mc.CS != 1 || min(mc.Rows, mc.Cols, ma.Cols) < 2 || max(mc.Rows, mc.Cols, ma.Cols) > smallSide {
		return nil
	}
	s := &smallBatch{product: productOf(g, al, 1, ma, mb, beta, mc), lead: c.Shape[:c.Rank()-2]}
	for i, x := range []*nd.Array{a, b, c} {
		for k := range s.lead {
			s.steps[i] = append(s.steps[i], x.Strides[k]*g.Size)
		}
	}
	return s
}

// run multiplies the products from lo to hi, counted in C order of the leading axes.
func (s *smallBatch) run(lo, hi int) error {
	var room unsafe.Pointer
	if s.b.cs != s.g.Size {
		buf, free, err := mem.Scratch[byte](s.al, s.k*roundUp(s.n, s.g.Lanes)*s.g.Size)
		if err != nil {
			return err
		}
		defer free()
		room = unsafe.Pointer(&buf[0])
	}
	last := len(s.lead) - 1
	n := s.lead[last]
	for lo < hi {
		var at [3]int
		i := lo
		for k := last; k >= 0; k-- {
			j := i % s.lead[k]
			i /= s.lead[k]
			for x := range at {
				at[x] += j * s.steps[x][k]
			}
		}
		end := min(hi, lo+n-lo%n)
		for ; lo < end; lo++ {
			s.one(unsafe.Add(s.a.p, at[0]), unsafe.Add(s.b.p, at[1]), unsafe.Add(s.c.p, at[2]), room)
			for x := range at {
				at[x] += s.steps[x][last]
			}
		}
	}
	return nil
}

// one is a product by tiles. A b whose rows do not lie together is packed to room.
func (s *smallBatch) one(a, b, c, room unsafe.Pointer) {
	g := s.g
	for j, w := 0, 0; j < s.n; j += w {
		w = widthOf(g, s.n-j)
		y, rs := unsafe.Add(b, j*s.b.cs), s.b.rs
		if room != nil {
			rs = w * g.Size
			g.Pack(room, rs, y, s.b.cs, s.b.rs, w, s.k)
			y = room
		}
		for i := 0; i < s.m; i += g.Rows {
			g.Tile(min(g.Rows, s.m-i), w, s.k, unsafe.Add(a, i*s.a.rs), s.a.rs, s.a.cs, y, rs, unsafe.Add(c, i*s.c.rs+j*g.Size), s.c.rs, s.alpha, s.mode)
		}
	}
}

// smallProducts multiplies where newSmall says how.
func smallProducts[T Num](al mem.Allocator, par parallel.Func, c, a, b *nd.Array, beta int) (done bool, err error) {
	n := nd.Size(c.Shape[:c.Rank()-2])
	if n < 2 || c.Size() == 0 || a.Size() == 0 {
		return false, nil
	}
	s := newSmall[T](al, c, a, b, beta)
	if s == nil {
		return false, nil
	}
	many := 1 + batch/(s.m*s.n*s.k)
	return true, par.Each((n+many-1)/many, func(task int) error { return s.run(task*many, min(task*many+many, n)) })
}
