package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/linalg"
)

// Solve is x of a x = b for square matrices: b is one vector where it has one axis, else matrices whose
// leading axes broadcast with those of a. A singular a is an error when it is executed.
func Solve(a, b any) *Tensor { return made(op.Lookup("tensor.linalg.solve").New(), a, b) }

// A Triangle says how SolveTriangular reads a.
type Triangle struct {
	Lower bool // the lower triangle; the upper one unless set
	Unit  bool // the diagonal counts as ones
}

// SolveTriangular is Solve where only a triangle of a is read.
func SolveTriangular(a, b any, o ...Triangle) *Tensor {
	a = only(a, o)
	s := op.Lookup("tensor.linalg.solve_triangular").New().(*linalg.Solve)
	if len(o) > 0 {
		s.Lower, s.UnitDiagonal = o[0].Lower, o[0].Unit
	}
	return made(s, a, b)
}
