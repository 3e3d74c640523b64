package linalg

import (
	"github.com/mars-project/mars-go/mem"
)

// panel is the columns that are factored at once before the rest is updated by products.
const panel = 32

// factorQR overwrites a column-major a with R above and on the diagonal and the Householder vectors below it, as LAPACK's xGEQRF; tau gets
// the min(rows, cols) factors.
func factorQR[T Num](al mem.Allocator, par Par, a Mat[T], tau []T) error {
	k := min(a.Rows, a.Cols)
	buf, free, err := scratch[T](al, panel*a.Rows+panel*panel+2*panel*a.Cols)
	if err != nil {
		return err
	}
	defer free()
	v, s, w := buf[:panel*a.Rows], buf[panel*a.Rows:panel*(a.Rows+panel)], buf[panel*(a.Rows+panel):]
	for j := 0; j < k; j += panel {
		nb := min(panel, k-j)
		for i := j; i < j+nb; i++ {
			c := a.col(i, i)
			t := reflector(c)
			tau[i] = t
			beta := c[0]
			c[0] = 1
			for l := i + 1; l < j+nb; l++ {
				d := a.col(i, l)
				axpy(-conj(t)*dotc(c, d), c, d)
			}
			c[0] = beta
		}
		if rest := a.Cols - j - nb; rest > 0 {
			b := makeBlock(a, j, 0, nb, tau, v, s)
			if err := b.apply(al, par, true, a.Sub(j, j+nb, a.Rows-j, rest), w); err != nil {
				return err
			}
		}
	}
	return nil
}

// formQ writes the first q.Cols columns of H1 H2 ... Hk to a column-major q; the vectors of H are in the columns of a from row i+shift on: xORGQR.
func formQ[T Num](al mem.Allocator, par Par, a Mat[T], k, shift int, tau []T, q Mat[T]) error {
	zero(q)
	for i := range min(q.Rows, q.Cols) {
		q.Data[q.at(i, i)] = 1
	}
	buf, free, err := scratch[T](al, panel*a.Rows+panel*panel+2*panel*q.Cols)
	if err != nil {
		return err
	}
	defer free()
	v, s, w := buf[:panel*a.Rows], buf[panel*a.Rows:panel*(a.Rows+panel)], buf[panel*(a.Rows+panel):]
	for j := (k - 1) / panel * panel; j >= 0 && k > 0; j -= panel {
		nb := min(panel, k-j)
		b := makeBlock(a, j, shift, nb, tau, v, s)
		r := j + shift
		if q.Cols <= r {
			continue
		}
		if err := b.apply(al, par, false, q.Sub(r, r, q.Rows-r, q.Cols-r), w); err != nil {
			return err
		}
	}
	return nil
}
