package linalg

import (
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
)

// bidiagonal reduces a column-major a (rows >= cols) to Q^H a P, real with diagonal d and e above it:
// LAPACK's xGEBRD with xLABRD. Reflector j of Q is in column j of a below the diagonal, that of P in column j
// of vp from row j+1 on, unless vp is nil; their factors are tauq and taup.
//
// A column and its row are reduced in one pass over the rest of a, as in Howell, Demmel, Fulton, Hammarling
// and Marmol, "Cache Efficient Bidiagonalization Using BLAS 2.5 Operators" (ACM TOMS 34, 2008): the product
// with the row's reflector is found from that with the row itself.
func bidiagonal[T Num](al mem.Allocator, par parallel.Func, a Mat[T], vp *Mat[T], d, e []float64, tauq, taup []T) error {
	m, n := a.Rows, a.Cols
	const nb = reducePanel
	buf, free, err := mem.Scratch[T](al, 2*nb*(m+n)+symvTasks*m+4*nb)
	if err != nil {
		return err
	}
	defer free()
	take := func(k int) (x []T) { x, buf = buf[:k], buf[k:]; return x }
	left, right := take(2*nb*m), take(2*nb*n)
	b := bidiagonalPanel[T]{a: a, par: par, coef: take(4 * nb), room: take(symvTasks * m), d: d, e: e, tauq: tauq, taup: taup}
	for i := 0; i < n; i += nb {
		w := min(nb, n-i)
		l, r := columns(left[:2*w*m], m, 2*w), columns(right[:2*w*n], n, 2*w)
		clear(l.Data)
		b.v, b.x, b.y, b.u = l.Sub(0, 0, m, w), l.Sub(0, w, m, w), r.Sub(0, 0, n, w), r.Sub(0, w, n, w)
		for k := range w {
			if err := b.reduce(i, k); err != nil {
				return err
			}
			if j := i + k; vp != nil && j < n-1 {
				copy(vp.col(j+1, j), b.u.col(j+1, k))
			}
		}
		if j := i + w; j < n {
			if err := Gemm(al, par, -1, l.Sub(j, 0, m-j, 2*w), r.Sub(j, 0, n-j, 2*w).H(), 1, a.Sub(j, j, m-j, n-j)); err != nil {
				return err
			}
		}
	}
	return nil
}

// A bidiagonalPanel is columns that are reduced together: the rest of a would be a - v y^H - x u^H.
type bidiagonalPanel[T Num] struct {
	a, v, x, y, u Mat[T]
	par           parallel.Func
	coef, room    []T
	d, e          []float64
	tauq, taup    []T
}

// reduce brings column i+k and its row to bidiagonal form; the panel begins at i.
func (b *bidiagonalPanel[T]) reduce(i, k int) error {
	n, j := b.a.Cols, i+k
	c, coef := b.a.col(j, j), b.coef
	for l := range k {
		coef[l], coef[k+l] = -conj(b.y.Data[b.y.at(j, l)]), -conj(b.u.Data[b.u.at(j, l)])
	}
	addColumns(c, b.v, j, coef[:k])
	addColumns(c, b.x, j, coef[k:2*k])
	b.tauq[j] = reflector(c)
	b.d[j], _ = parts(c[0])
	v := b.v.col(j, k)
	copy(v, c)
	v[0] = 1
	if j == n-1 {
		return nil
	}
	y, r := b.y.col(j+1, k), b.u.col(j+1, k)
	columnDots(coef[:k], b.v, j, v)
	columnDots(coef[k:2*k], b.x, j, v)
	scale(-1, coef[:2*k])
	clear(y)
	addColumns(y, b.y, j+1, coef[:k])
	addColumns(y, b.u, j+1, coef[k:2*k])
	for l := range k {
		coef[l], coef[k+l] = -conj(b.v.Data[b.v.at(j, l)]), -conj(b.x.Data[b.x.at(j, l)])
	}
	clear(r)
	addColumns(r, b.y, j+1, coef[:k])
	addColumns(r, b.u, j+1, coef[k:2*k])
	x := b.x.col(j+1, k)
	p, err := b.pass(j, k)
	if err != nil {
		return err
	}
	flush(r)
	alpha := r[0]
	t := reflector(r)
	b.taup[j] = t
	b.e[j], _ = parts(r[0])
	beta := r[0]
	r[0] = 1
	if t == 0 {
		clear(x)
		return nil
	}
	copy(x, p[j+1:])
	axpy(-beta, b.a.col(j+1, j+1), x) // the reflector's vector is the row but for its first element, over alpha - beta
	scale(1/(alpha-beta), x)
	columnDots(coef[:k+1], b.y, j+1, r)
	columnDots(coef[k+1:2*k+1], b.u, j+1, r)
	scale(-1, coef[:2*k+1])
	addColumns(x, b.v, j+1, coef[:k+1])
	addColumns(x, b.x, j+1, coef[k+1:2*k+1])
	scale(t, x)
	return nil
}

// pass completes y and the row, which is conjugated, and gives the product of a with it from element j+1 on.
func (b *bidiagonalPanel[T]) pass(j, k int) ([]T, error) {
	const together = 8
	m, n, a := b.a.Rows, b.a.Cols-j-1, b.a
	from := j / grain * grain // v is zero there, and what is added there to the product is not used
	v, y, r := b.v.Data[b.v.at(from, k):][:m-from], b.y.col(j+1, k), b.u.col(j+1, k)
	t := b.tauq[j]
	tasks := max(1, min(symvTasks, n*(m-from)/symvTask))
	step := roundUp((n+tasks-1)/tasks, together)
	tasks = (n + step - 1) / step
	err := b.par.Each(tasks, func(task int) error {
		sum := b.room[task*m+from : (task+1)*m]
		clear(sum)
		var dots [together]T
		for l := task * step; l < min(n, (task+1)*step); l += together {
			w := min(together, n-l)
			cols := a.Sub(0, j+1+l, m, w)
			columnDots(dots[:w], cols, from, v)
			for q := range w {
				y[l+q] = t * (dots[q] + y[l+q])
				r[l+q] += conj(a.Data[a.at(j, j+1+l+q)]) - y[l+q]
			}
			addColumns(sum, cols, from, r[l:l+w])
		}
		return nil
	})
	p := b.room[:m]
	for task := 1; task < tasks; task++ {
		axpy(1, b.room[task*m+from:(task+1)*m], p[from:])
	}
	return p, err
}

// flush makes a row zero whose product with the matrix would lose digits below the normal range. Elements of
// the matrix are about 1, so that nothing is lost.
func flush[T Num](x []T) {
	tiny := 1e-250
	switch any(x).(type) {
	case []float32, []complex64:
		tiny = 1e-30
	}
	if norm(x) < tiny {
		clear(x)
	}
}
