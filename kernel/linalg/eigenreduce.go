package linalg

import (
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// Columns that are reduced before the rest of the matrix is changed, and the sizes of the blocks of rank
// changes.
const (
	reducePanel = 32
	rankCols    = 256
	rankRows    = 512
	rankLeaf    = 64
)

// tridiagonal reduces the Hermitian matrix in the lower triangle of column-major a to Q^H a Q, real with
// diagonal d and e beside it: LAPACK's xSYTRD with xLATRD. Reflector j is in column j below the diagonal, its
// factor in tau. Of blocks on the diagonal, grain wide, both triangles must be there.
func tridiagonal[T Num](v *asm.Vector, al mem.Allocator, par parallel.Func, a Mat[T], d, e []float64, tau []T) error {
	n := a.Rows
	buf, free, err := mem.Scratch[T](al, 3*reducePanel*n+symvRoom(n)+2*reducePanel)
	if err != nil {
		return err
	}
	defer free()
	coef, buf := buf[:2*reducePanel], buf[2*reducePanel:]
	room, buf := buf[:symvRoom(n)], buf[symvRoom(n):]
	for i := 0; i < n; i += reducePanel {
		nb := min(reducePanel, n-i)
		p := columns(buf[:3*nb*n], n, 3*nb) // V, W and V again
		if err := tridiagonalPanel(v, par, a, i, p, d, e, tau, coef, room); err != nil {
			return err
		}
		if r := i + nb; r < n {
			if err := rankTwo(al, par, p.Sub(r, 0, n-r, 2*nb), p.Sub(r, nb, n-r, 2*nb), a.Sub(r, r, n-r, n-r)); err != nil {
				return err
			}
		}
	}
	return nil
}

// tridiagonalPanel reduces the columns from i on: the rest of a would be a - V W^H - W V^H.
func tridiagonalPanel[T Num](v *asm.Vector, par parallel.Func, a Mat[T], i int, p Mat[T], d, e []float64, tau, coef, room []T) error {
	n, nb := a.Rows, p.Cols/3
	vs, ws := p.Sub(0, 0, n, nb), p.Sub(0, nb, n, nb)
	for k := range nb {
		c := a.col(i+k, i+k)
		for l := range k { // the column as those before have left it
			coef[l], coef[k+l] = -conj(ws.Data[ws.at(i+k, l)]), -conj(vs.Data[vs.at(i+k, l)])
		}
		addColumns(c, vs, i+k, coef[:k])
		addColumns(c, ws, i+k, coef[k:2*k])
		d[i+k], _ = parts(c[0])
		c[0] = fromReal[T](d[i+k])
		if len(c) == 1 {
			return nil
		}
		r := i + k + 1
		x := c[1:]
		t := reflector(x)
		tau[i+k] = t
		e[i+k], _ = parts(x[0])
		u := vs.col(r, k)
		copy(u, x)
		u[0] = 1
		copy(p.col(r, 2*nb+k), u)
		w := ws.col(r, k)
		if err := hermitian(v, par, a, r, u, w, room); err != nil {
			return err
		}
		columnDots(coef[:k], ws, r, u)
		columnDots(coef[k:2*k], vs, r, u)
		scale(-1, coef[:2*k])
		addColumns(w, vs, r, coef[:k])
		addColumns(w, ws, r, coef[k:2*k])
		scale(t, w)
		axpy(-t*dotc(w, u)/2, u, w)
	}
	return nil
}

// rankTwo subtracts p*q^H, which is Hermitian, from the lower triangle of column-major c, and from all of
// blocks on its diagonal.
func rankTwo[T Num](al mem.Allocator, par parallel.Func, p, q, c Mat[T]) error {
	n, k := c.Rows, p.Cols
	type block struct{ i, j, rows, cols int }
	var blocks []block
	for j := 0; j < n; j += rankCols {
		w := min(rankCols, n-j)
		for i := j + w; i < n; i += rankRows {
			blocks = append(blocks, block{i, j, min(rankRows, n-i), w})
		}
		blocks = append(blocks, block{j, j, w, w})
	}
	return par.Each(len(blocks), func(t int) error {
		b := blocks[t]
		x, y, z := p.Sub(b.i, 0, b.rows, k), q.Sub(b.j, 0, b.cols, k), c.Sub(b.i, b.j, b.rows, b.cols)
		if b.i == b.j {
			return rankDiagonal(al, x, y, z)
		}
		return Gemm(al, nil, -1, x, y.H(), 1, z)
	})
}

func rankDiagonal[T Num](al mem.Allocator, p, q, c Mat[T]) error {
	n, k := c.Rows, p.Cols
	if n <= rankLeaf {
		return Gemm(al, nil, -1, p, q.H(), 1, c)
	}
	h := roundUp(n/2, grain)
	if err := rankDiagonal(al, p.Sub(0, 0, h, k), q.Sub(0, 0, h, k), c.Sub(0, 0, h, h)); err != nil {
		return err
	}
	if err := Gemm(al, nil, -1, p.Sub(h, 0, n-h, k), q.Sub(0, 0, h, k).H(), 1, c.Sub(h, 0, n-h, h)); err != nil {
		return err
	}
	return rankDiagonal(al, p.Sub(h, 0, n-h, k), q.Sub(h, 0, n-h, k), c.Sub(h, h, n-h, n-h))
}
