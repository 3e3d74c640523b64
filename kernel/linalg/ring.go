package linalg

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
)

// integer is what matrices of wrapping integers hold.
type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// ringGemm is c = a*b + beta*c over integers, whose sums wrap: rows of b scaled and added to rows of c. A
// stripe of rows is one task of par.
func ringGemm[T integer](al mem.Allocator, par parallel.Func, a, b Mat[T], beta int, c Mat[T]) error {
	return rows(al, par, b, c, func(b []T, lo, hi int, sum []T) {
		for i := lo; i < hi; i++ {
			clear(sum)
			p := a.at(i, 0)
			for k := range a.Cols {
				if x := a.Data[p]; x != 0 {
					for j, y := range b[k*len(sum) : (k+1)*len(sum)] {
						sum[j] += x * y
					}
				}
				p += a.CS
			}
			q := c.at(i, 0)
			for _, v := range sum {
				if beta != 0 {
					v += c.Data[q]
				}
				c.Data[q] = v
				q += c.CS
			}
		}
	})
}

// boolGemm is c = a and b, or-ed along the inner dimension (and with c for beta 1).
func boolGemm(al mem.Allocator, par parallel.Func, a, b Mat[bool], beta int, c Mat[bool]) error {
	return rows(al, par, b, c, func(b []bool, lo, hi int, sum []bool) {
		for i := lo; i < hi; i++ {
			clear(sum)
			p := a.at(i, 0)
			for k := range a.Cols {
				if a.Data[p] {
					for j, y := range b[k*len(sum) : (k+1)*len(sum)] {
						sum[j] = sum[j] || y
					}
				}
				p += a.CS
			}
			q := c.at(i, 0)
			for _, v := range sum {
				c.Data[q] = v || beta != 0 && c.Data[q]
				q += c.CS
			}
		}
	})
}

// rows packs b row-major once and runs f over stripes of rows of c, each with a row of sums of its own.
func rows[T any](al mem.Allocator, par parallel.Func, b, c Mat[T], f func(b []T, lo, hi int, sum []T)) error {
	if c.Rows == 0 || c.Cols == 0 {
		return nil
	}
	packed, free, err := mem.Scratch[T](al, b.Rows*b.Cols)
	if err != nil {
		return err
	}
	defer free()
	for i := range b.Rows {
		p := b.at(i, 0)
		for j := range b.Cols {
			packed[i*b.Cols+j] = b.Data[p]
			p += b.CS
		}
	}
	n := (c.Rows + stripe - 1) / stripe
	return par.Each(n, func(i int) error {
		sum, done, err := mem.Scratch[T](al, c.Cols)
		if err != nil {
			return err
		}
		defer done()
		f(packed, i*stripe, min((i+1)*stripe, c.Rows), sum)
		return nil
	})
}

// halfGemm is Gemm for float16: sums are kept in float32 and rounded once, as in NumPy.
func halfGemm(al mem.Allocator, par parallel.Func, a, b Mat[dtype.F16], beta int, c Mat[dtype.F16]) error {
	wide := func(m Mat[dtype.F16]) (Mat[float32], func(), error) {
		s, free, err := mem.Scratch[float32](al, m.Rows*m.Cols)
		if err != nil {
			return Mat[float32]{}, nil, err
		}
		w := Dense(s, m.Rows, m.Cols)
		for i := range m.Rows {
			for j := range m.Cols {
				s[i*m.Cols+j] = m.Data[m.at(i, j)].Float32()
			}
		}
		return w, free, nil
	}
	wa, freeA, err := wide(a)
	if err != nil {
		return err
	}
	defer freeA()
	wb, freeB, err := wide(b)
	if err != nil {
		return err
	}
	defer freeB()
	wc, freeC, err := wide(c)
	if err != nil {
		return err
	}
	defer freeC()
	if err := Gemm(al, par, 1, wa, wb, beta, wc); err != nil {
		return err
	}
	for i := range c.Rows {
		for j := range c.Cols {
			c.Data[c.at(i, j)] = dtype.ToF16(wc.Data[i*c.Cols+j])
		}
	}
	return nil
}
