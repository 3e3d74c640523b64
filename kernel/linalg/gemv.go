package linalg

import (
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// A row or a column of matrices that is one task of several, in elements of the matrix.
const vectorTask = 1 << 19

// vectorsOf is the kernels of matrices with vectors for T at a level, or nil.
func vectorsOf[T Num](l asm.Level) *asm.Vector {
	var t T
	switch any(t).(type) {
	case float64:
		return asm.Vector64(l)
	case float32:
		return asm.Vector32(l)
	}
	return nil
}

// gemv is gemmTiled where c is a row or a column, as y = alpha*m*x or y += alpha*m*x. It declines matrices that are contiguous neither way, and those
// so small that tiles do as well.
func gemv[T Num](v *asm.Vector, al mem.Allocator, par Par, alpha T, a, b Mat[T], beta int, c Mat[T]) (done bool, err error) {
	m, x, y := a, b, c
	if c.Cols != 1 {
		m, x, y = b.T(), a.T(), c.T()
	}
	if m.Rows < 2 || m.Cols < 2 || m.CS != 1 && m.RS != 1 {
		return false, nil
	}
	buf, free, err := scratch[T](al, m.Rows+m.Cols)
	if err != nil {
		return true, err
	}
	defer free()
	xs, ys := Dense(buf[:m.Cols], m.Cols, 1), Dense(buf[m.Cols:], m.Rows, 1)
	move(xs, x)
	if m.CS == 1 {
		return true, rowsTimes(v, par, alpha, m, xs.Data, beta, y, ys.Data)
	}
	scale(alpha, xs.Data)
	if clear(ys.Data); beta != 0 {
		move(ys, y)
	}
	if err := columnsTimes(v, par, m.T(), xs.Data, ys.Data); err != nil {
		return true, err
	}
	move(y, ys)
	return true, nil
}

// rowsTimes is y = alpha*m*x + beta*y for contiguous rows of m; sums has room for one element of every row.
func rowsTimes[T Num](v *asm.Vector, par Par, alpha T, m Mat[T], x []T, beta int, y Mat[T], sums []T) error {
	g := gridOf(m)
	step := max(8, roundUp(vectorTask/m.Cols, 8))
	return par.run((m.Rows+step-1)/step, func(task int) error {
		lo, hi := task*step, min((task+1)*step, m.Rows)
		v.Dot(unsafe.Pointer(&sums[lo]), g.at(lo, 0), g.rs, hi-lo, m.Cols, unsafe.Pointer(&x[0]))
		for i := lo; i < hi; i++ {
			s := alpha * sums[i]
			if beta != 0 {
				s += y.Data[y.at(i, 0)]
			}
			y.Data[y.at(i, 0)] = s
		}
		return nil
	})
}

// columnsTimes adds the rows of m, which are contiguous, times the elements of x to y.
func columnsTimes[T Num](v *asm.Vector, par Par, m Mat[T], x, y []T) error {
	g := gridOf(m)
	step := max(1024, roundUp(vectorTask/m.Rows, 64))
	return par.run((m.Cols+step-1)/step, func(task int) error {
		lo, hi := task*step, min((task+1)*step, m.Cols)
		v.Axpy(unsafe.Pointer(&y[lo]), g.at(0, lo), g.rs, m.Rows, hi-lo, unsafe.Pointer(&x[0]))
		return nil
	})
}
