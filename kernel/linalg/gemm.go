package linalg

import (
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// Block sizes: a packed kc x nc panel of b stays in the second-level cache, a kc x mc block of a with it, and
// a stripe of rows is what one helper takes.
const (
	blockK = 256
	blockM = 96
	blockN = 480
	stripe = 4 * blockM
	tiny   = 4096 // multiply-adds below which packing costs more than it saves
)

// Gemm is c = alpha*a*b + beta*c with beta 0 or 1; beta 0 never reads c. Shapes must fit, c must not overlap
// the operands. Large products are split into blocks of c for par. At one level of the CPU an element's bits
// depend on its row and its column, and on whether c is one row or column, not on how anything lies in
// memory. Errors are those of al and par.
func Gemm[T Num](al mem.Allocator, par parallel.Func, alpha T, a, b Mat[T], beta int, c Mat[T]) error {
	return gemmLevel(asm.Active(), al, par, alpha, a, b, beta, c)
}

// gemmLevel is Gemm with the kernels of a level.
func gemmLevel[T Num](l asm.Level, al mem.Allocator, par parallel.Func, alpha T, a, b Mat[T], beta int, c Mat[T]) error {
	if a.Cols != b.Rows || c.Rows != a.Rows || c.Cols != b.Cols || c.Conj {
		panic("linalg: shapes of a product do not fit")
	}
	if c.Rows == 0 || c.Cols == 0 {
		return nil
	}
	if !isComplex[T]() {
		a.Conj, b.Conj = false, false
	}
	if a.Cols == 0 {
		if beta == 0 {
			zero(c)
		}
		return nil
	}
	if v := vectorsOf[T](l); v != nil && (c.Rows == 1 || c.Cols == 1) && a.Cols > 1 {
		return gemv(v, al, par, alpha, a, b, beta, c)
	}
	if g := kernelsOf[T](l); g != nil {
		return gemmTiled(g, al, par, alpha, a, b, beta, c)
	}
	if c.Rows*c.Cols*a.Cols <= tiny {
		gemmSmall(alpha, a, b, beta, c)
		return nil
	}
	if c.Cols > 2*c.Rows && c.Rows <= stripe { // the transposed product has long stripes of rows
		a, b, c = b.T(), a.T(), c.T()
	}
	n := (c.Rows + stripe - 1) / stripe
	return par.Each(n, func(i int) error {
		lo := i * stripe
		h := min(stripe, c.Rows-lo)
		return gemmStripe(al, alpha, a.Sub(lo, 0, h, a.Cols), b, beta, c.Sub(lo, 0, h, c.Cols))
	})
}

func gemmStripe[T Num](al mem.Allocator, alpha T, a, b Mat[T], beta int, c Mat[T]) error {
	r := 3
	if isComplex[T]() {
		r = 2
	}
	kc, nc, mc := min(blockK, a.Cols), min(blockN, roundUp(c.Cols, r)), min(blockM, roundUp(c.Rows, r))
	buf, free, err := mem.Scratch[T](al, kc*(nc+mc))
	if err != nil {
		return err
	}
	defer free()
	pb, pa := buf[:kc*nc], buf[kc*nc:]
	for j := 0; j < c.Cols; j += nc {
		w := min(nc, c.Cols-j)
		for k := 0; k < a.Cols; k += kc {
			d := min(kc, a.Cols-k)
			packRows(pb, b.Sub(k, j, d, w).T(), r, 1)
			for i := 0; i < c.Rows; i += mc {
				h := min(mc, c.Rows-i)
				packRows(pa, a.Sub(i, k, h, d), r, alpha)
				gemmBlock(r, d, pa, pb, c.Sub(i, j, h, w), beta == 0 && k == 0)
			}
		}
	}
	return nil
}

// gemmBlock adds the product of packed panels to c, or stores it.
func gemmBlock[T Num](r, d int, pa, pb []T, c Mat[T], store bool) {
	var acc [9]T
	for j := 0; j < c.Cols; j += r {
		b := pb[j*d:]
		w := min(r, c.Cols-j)
		for i := 0; i < c.Rows; i += r {
			if r == 3 {
				micro3(d, pa[i*d:], b, &acc)
			} else {
				micro2(d, pa[i*d:], b, &acc)
			}
			h := min(r, c.Rows-i)
			for k := range h {
				p := c.at(i+k, j)
				for l := range w {
					if store {
						c.Data[p] = acc[k*r+l]
					} else {
						c.Data[p] += acc[k*r+l]
					}
					p += c.CS
				}
			}
		}
	}
}

func gemmSmall[T Num](alpha T, a, b Mat[T], beta int, c Mat[T]) {
	for i := range c.Rows {
		for j := range c.Cols {
			var s T
			p, q := a.at(i, 0), b.at(0, j)
			for range a.Cols {
				x, y := a.Data[p], b.Data[q]
				if a.Conj {
					x = conj(x)
				}
				if b.Conj {
					y = conj(y)
				}
				s += alpha * x * y
				p += a.CS
				q += b.RS
			}
			if beta != 0 {
				s += c.Data[c.at(i, j)]
			}
			c.Data[c.at(i, j)] = s
		}
	}
}

func zero[T any](c Mat[T]) {
	var z T
	for i := range c.Rows {
		p := c.at(i, 0)
		for range c.Cols {
			c.Data[p] = z
			p += c.CS
		}
	}
}

func roundUp(n, r int) int { return (n + r - 1) / r * r }
