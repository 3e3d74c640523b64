package linalg

import (
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// moveBlock is the rows and the columns of a block that is turned at once.
const moveBlock = 64

// move copies a matrix, whatever way both lie. They must not overlap.
func move[T any](to, from Mat[T]) {
	if to.Rows == 0 || to.Cols == 0 {
		return
	}
	if to.CS != 1 && to.RS == 1 {
		to, from = to.T(), from.T()
	}
	switch {
	case to.CS == 1 && from.CS == 1:
		for i := range to.Rows {
			copy(to.Data[to.at(i, 0):][:to.Cols], from.Data[from.at(i, 0):][:to.Cols])
		}
	case to.CS == 1 && from.RS == 1 && turns(to, from):
	default:
		for i := 0; i < to.Rows; i += moveBlock {
			for j := 0; j < to.Cols; j += moveBlock {
				h, w := min(moveBlock, to.Rows-i), min(moveBlock, to.Cols-j)
				moveElements(to.Sub(i, j, h, w), from.Sub(i, j, h, w))
			}
		}
	}
}

func moveElements[T any](to, from Mat[T]) {
	for i := range to.Rows {
		p, q := to.at(i, 0), from.at(i, 0)
		for range to.Cols {
			to.Data[p] = from.Data[q]
			p += to.CS
			q += from.CS
		}
	}
}

// turns is move of a matrix whose columns are contiguous to one whose rows are, by vectors; it reports
// whether it did it.
func turns[T any](to, from Mat[T]) bool {
	var t T
	var g *asm.Gemm
	switch unsafe.Sizeof(t) {
	case 4:
		g = asm.Float32(asm.Active())
	case 8:
		g = asm.Float64(asm.Active())
	}
	if g == nil {
		return false
	}
	p, q := gridOf(to), gridOf(from)
	for i := 0; i < to.Rows; i += moveBlock {
		g.Pack(p.at(i, 0), p.rs, q.at(i, 0), q.cs, q.rs, to.Cols, min(moveBlock, to.Rows-i))
	}
	return true
}
