package linalg

import (
	"unsafe"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// Elements of a matrix that are one task of several.
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

// gemv is Gemm where c is a row or a column, as y = alpha*m*x + beta*y. Sums of products are formed in one
// order, however the matrix lies.
func gemv[T Num](v *asm.Vector, al mem.Allocator, par parallel.Func, alpha T, a, b Mat[T], beta int, c Mat[T]) error {
	m, x, y := a, b, c
	if c.Cols != 1 {
		m, x, y = b.T(), a.T(), c.T()
	}
	n := m.Cols
	need := n + m.Rows
	if m.CS != 1 && m.RS != 1 {
		need += n * m.Rows
	}
	buf, free, err := mem.Scratch[T](al, need)
	if err != nil {
		return err
	}
	defer free()
	xs, sums := Dense(buf[:n], n, 1), buf[n:n+m.Rows]
	move(xs, x)
	if m.CS != 1 && m.RS != 1 {
		w := Dense(buf[n+m.Rows:], m.Rows, n)
		move(w, m)
		m = w
	}
	if m.CS == 1 {
		err = dotRows(v, par, m, xs.Data, sums)
	} else {
		err = dotColumns(v, al, par, m.T(), xs.Data, sums)
	}
	if err != nil {
		return err
	}
	p := y.at(0, 0)
	for _, s := range sums {
		s *= alpha
		if beta != 0 {
			s += y.Data[p]
		}
		y.Data[p] = s
		p += y.RS
	}
	return nil
}

// dotRows is the sums of products of the rows of m, which are contiguous, with x.
func dotRows[T Num](v *asm.Vector, par parallel.Func, m Mat[T], x, sums []T) error {
	g := gridOf(m)
	step := max(8, roundUp(vectorTask/m.Cols, 8))
	return par.Each((m.Rows+step-1)/step, func(task int) error {
		lo, hi := task*step, min((task+1)*step, m.Rows)
		v.Dot(unsafe.Pointer(&sums[lo]), g.at(lo, 0), g.rs, hi-lo, m.Cols, unsafe.Pointer(&x[0]))
		return nil
	})
}

// dotColumns is the sums of products of the columns of m, whose rows are contiguous, with x.
func dotColumns[T Num](v *asm.Vector, al mem.Allocator, par parallel.Func, m Mat[T], x, sums []T) error {
	g := gridOf(m)
	step := max(1024, roundUp(vectorTask/m.Rows, 64))
	return par.Each((m.Cols+step-1)/step, func(task int) error {
		room, free, err := mem.Scratch[T](al, v.Room())
		if err != nil {
			return err
		}
		defer free()
		lo, hi := task*step, min((task+1)*step, m.Cols)
		v.DotColumns(unsafe.Pointer(&sums[lo]), g.at(0, lo), g.rs, hi-lo, m.Rows, unsafe.Pointer(&x[0]), unsafe.Pointer(&room[0]))
		return nil
	})
}
