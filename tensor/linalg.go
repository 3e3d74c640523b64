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

// Inv is the inverse of square matrices. A singular one is an error when it is executed.
func Inv(a any) *Tensor { return squareOf("inv", a)[0] }

// Det is the determinant of square matrices.
func Det(a any) *Tensor { return squareOf("det", a)[0] }

// A SlogdetResult is a determinant as Sign * exp(Logabsdet), the sign 0 where it is 0.
type SlogdetResult struct{ Sign, Logabsdet *Tensor }

// Slogdet is the sign and the logarithm of the determinant, which neither overflow nor underflow.
func Slogdet(a any) SlogdetResult {
	out := squareOf("slogdet", a)
	return SlogdetResult{out[0], out[1]}
}

// An EigResult is eigenvalues, and eigenvectors as columns.
type EigResult struct{ Eigenvalues, Eigenvectors *Tensor }

// Eig is the eigenvalues and eigenvectors of real square matrices, which are complex, also where all are
// real.
func Eig(a any) EigResult {
	out := squareOf("eig", a)
	return EigResult{out[0], out[1]}
}

// Eigvals is the eigenvalues of real square matrices, which are complex, also where all are real.
func Eigvals(a any) *Tensor { return squareOf("eigvals", a)[0] }

func squareOf(name string, a any) []*Tensor {
	o := op.Lookup("tensor.linalg." + name).New().(*linalg.Squares)
	k := o.Results()
	t, err := As(a)
	if err != nil {
		b := bad("tensor.linalg."+name, err)
		return []*Tensor{b, b}[:k]
	}
	return outputs(node(o, t), k)
}
