package linalg

import (
	"math"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
)

const (
	luBlock = 128 // columns that are factored before the rest is updated by products
	luBase  = 16  // columns of them that are factored one by one
)

// factorLU overwrites a with L (unit diagonal, not stored) and U such that P a = L U, with partial pivoting:
// LAPACK's xGETRF. Row i was swapped with row pivots[i], in that order. It returns the first column with a
// zero pivot, or -1. The rest of a is updated by blocks (Golub and Van Loan, Matrix Computations, 3.2.11),
// panels are factored by halves (Toledo, "Locality of reference in LU decomposition with partial pivoting",
// SIMAX 18, 1997). a lies in any way, best row-major.
func factorLU[T Num](al mem.Allocator, par parallel.Func, a Mat[T], pivots []int) (singular int, err error) {
	k := min(a.Rows, a.Cols)
	if k == 0 {
		return -1, nil
	}
	nb := min(luBlock, k)
	buf, free, err := mem.Scratch[T](al, nb*a.Rows)
	if err != nil {
		return 0, err
	}
	defer free()
	zeros := make([]int, 0, 1)
	s := sweep{n: a.Cols, k: k, nb: nb}
	s.factor = func(j, w int) error {
		p, part := columns(buf[:(a.Rows-j)*w], a.Rows-j, w), a.Sub(j, j, a.Rows-j, w)
		move(p, part)
		at, err := panelLU(al, p, pivots[j:j+w], 0, w)
		if err != nil {
			return err
		}
		if at >= 0 && len(zeros) == 0 {
			zeros = append(zeros, j+at)
		}
		for i := j; i < j+w; i++ {
			pivots[i] += j
		}
		move(part, p)
		return nil
	}
	s.update = func(j, c, w int) error {
		h := min(nb, k-j)
		swapAll(a.Sub(0, c, a.Rows, w), j, pivots[j:j+h])
		u := a.Sub(j, c, h, w)
		if err := solveTri(al, nil, a.Sub(j, j, h, h), true, true, u); err != nil {
			return err
		}
		below := a.Rows - j - h
		return Gemm(al, nil, -1, a.Sub(j+h, j, below, h), u, 1, a.Sub(j+h, c, below, w))
	}
	if err := s.run(par); err != nil {
		return 0, err
	}
	if err := par.Each((k+nb-1)/nb-1, func(i int) error { // what is left of a panel follows its swaps
		j := i * nb
		swapAll(a.Sub(0, j, a.Rows, nb), j+nb, pivots[j+nb:k])
		return nil
	}); err != nil || len(zeros) == 0 {
		return -1, err
	}
	return zeros[0], nil
}

// panelLU factors the columns from lo to hi of a column-major p, to which all before are applied, and swaps
// rows of these columns alone.
func panelLU[T Num](al mem.Allocator, p Mat[T], pivots []int, lo, hi int) (singular int, err error) {
	if hi-lo <= luBase {
		return baseLU(p, pivots, lo, hi), nil
	}
	mid := lo + roundUp((hi-lo)/2, 8)
	first, err := panelLU(al, p, pivots, lo, mid)
	if err != nil {
		return 0, err
	}
	swapAll(p.Sub(0, mid, p.Rows, hi-mid), lo, pivots[lo:mid])
	u := p.Sub(lo, mid, mid-lo, hi-mid)
	if err := solveTri(al, nil, p.Sub(lo, lo, mid-lo, mid-lo), true, true, u); err != nil {
		return 0, err
	}
	if err := Gemm(al, nil, -1, p.Sub(mid, lo, p.Rows-mid, mid-lo), u, 1, p.Sub(mid, mid, p.Rows-mid, hi-mid)); err != nil {
		return 0, err
	}
	second, err := panelLU(al, p, pivots, mid, hi)
	if err != nil {
		return 0, err
	}
	swapAll(p.Sub(0, lo, p.Rows, mid-lo), mid, pivots[mid:hi])
	if first < 0 {
		first = second
	}
	return first, nil
}

// baseLU is panelLU column by column, each brought up to date when its turn comes.
func baseLU[T Num](p Mat[T], pivots []int, lo, hi int) (singular int) {
	var coef [luBase]T
	singular = -1
	for j := lo; j < hi; j++ {
		x := p.col(0, j)
		for i := lo; i < j; i++ {
			x[i], x[pivots[i]] = x[pivots[i]], x[i]
		}
		for i := lo; i < j; i++ {
			s := x[i]
			for l := lo; l < i; l++ {
				s -= p.Data[p.at(i, l)] * x[l]
			}
			x[i], coef[i-lo] = s, -s
		}
		y := x[j:]
		addColumns(y, p.Sub(0, lo, p.Rows, j-lo), j, coef[:j-lo])
		at := j + pivotOf(y)
		pivots[j] = at
		swapRows(p.Sub(0, lo, p.Rows, j+1-lo), j, at)
		if y[0] == 0 {
			if singular < 0 {
				singular = j
			}
			continue
		}
		divide(y[1:], y[0])
	}
	return singular
}

// pivotOf is the place of the first element of greatest |re| + |im|; a NaN wins, so that it is not hidden.
func pivotOf[T Num](c []T) int {
	switch s := any(c).(type) {
	case []float64:
		return largest64(s)
	case []float32:
		return largest32(s)
	}
	at, best := 0, -1.0
	for i, v := range c {
		re, im := parts(v)
		if m := math.Abs(re) + math.Abs(im); m > best || m != m && best == best {
			at, best = i, m
		}
	}
	return at
}

// largest64 is pivotOf by bits, whose order is that of absolute values, NaN last.
func largest64(s []float64) int {
	const sign = 1 << 63
	var a, b, c, d uint64
	i := 0
	for ; i+4 <= len(s); i += 4 {
		q := (*[4]float64)(s[i:])
		a = max(a, math.Float64bits(q[0])&^sign)
		b = max(b, math.Float64bits(q[1])&^sign)
		c = max(c, math.Float64bits(q[2])&^sign)
		d = max(d, math.Float64bits(q[3])&^sign)
	}
	for ; i < len(s); i++ {
		a = max(a, math.Float64bits(s[i])&^sign)
	}
	a = max(a, b, c, d)
	nan := a > 0x7ff<<52
	for i, v := range s {
		if v = math.Abs(v); math.Float64bits(v) == a || nan && v != v {
			return i
		}
	}
	return 0
}

// largest32 is largest64 for float32.
func largest32(s []float32) int {
	const sign = 1 << 31
	var a uint32
	for _, v := range s {
		a = max(a, math.Float32bits(v)&^sign)
	}
	nan := a > 0xff<<23
	for i, v := range s {
		if math.Float32bits(v)&^sign == a || nan && v != v {
			return i
		}
	}
	return 0
}

func swapRows[T any](a Mat[T], i, j int) {
	if i == j || a.Cols == 0 {
		return
	}
	p, q := a.at(i, 0), a.at(j, 0)
	if a.CS == 1 {
		x, y := a.Data[p:p+a.Cols], a.Data[q:q+a.Cols]
		for k := range x {
			x[k], y[k] = y[k], x[k]
		}
		return
	}
	for range a.Cols {
		a.Data[p], a.Data[q] = a.Data[q], a.Data[p]
		p += a.CS
		q += a.CS
	}
}

// swapAll swaps row from+i with row pivots[i] for every i in turn: xLASWP.
func swapAll[T any](a Mat[T], from int, pivots []int) {
	if a.CS != 1 && a.RS == 1 { // column by column: both ends stay in the cache
		for j := range a.Cols {
			c := a.col(0, j)
			for i, p := range pivots {
				c[from+i], c[p] = c[p], c[from+i]
			}
		}
		return
	}
	for i, p := range pivots {
		swapRows(a, from+i, p)
	}
}

// solveLU overwrites b with the solution of the system whose factors are a and pivots: xGETRS.
func solveLU[T Num](al mem.Allocator, par parallel.Func, a Mat[T], pivots []int, b Mat[T]) error {
	swapAll(b, 0, pivots)
	if err := solveTri(al, par, a, true, true, b); err != nil {
		return err
	}
	return solveTri(al, par, a, false, false, b)
}
