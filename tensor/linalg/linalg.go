package linalg

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// A squareKind is a function of square matrices: what it makes of an n x n matrix, and how.
type squareKind struct {
	name, summary, notes, gives string
	outs                        func(d dtype.DType, lead []op.Dim, n op.Dim) []op.Meta
	exec                        func(x *op.Exec, a *nd.Array) ([]*nd.Array, error)
}

var squareKinds = []squareKind{
	{
		name: "inv", summary: "Inverse of square matrices",
		outs: func(d dtype.DType, lead []op.Dim, n op.Dim) []op.Meta {
			return []op.Meta{op.NewTensor(d, append(lead, n, n)...)}
		},
		exec: func(x *op.Exec, a *nd.Array) ([]*nd.Array, error) { return list(linalg.Inv(x.Mem(), x.Parallel, a)) },
	},
	{
		name: "det", summary: "Determinant of square matrices",
		outs: func(d dtype.DType, lead []op.Dim, _ op.Dim) []op.Meta { return []op.Meta{op.NewTensor(d, lead...)} },
		exec: func(x *op.Exec, a *nd.Array) ([]*nd.Array, error) { return list(linalg.Det(x.Mem(), x.Parallel, a)) },
	},
	{
		name: "slogdet", summary: "Sign and logarithm of the determinant", gives: "SlogdetResult sign logabsdet",
		outs: func(d dtype.DType, lead []op.Dim, _ op.Dim) []op.Meta {
			return []op.Meta{op.NewTensor(d, lead...), op.NewTensor(chunk.RealOf(d), lead...)}
		},
		exec: func(x *op.Exec, a *nd.Array) ([]*nd.Array, error) {
			s, l, err := linalg.SlogDet(x.Mem(), x.Parallel, a)
			return []*nd.Array{s, l}, err
		},
	},
	{
		name: "eig", summary: "Eigenvalues and eigenvectors of real square matrices", gives: "EigResult eigenvalues eigenvectors",
		notes: "Results are complex, also where all eigenvalues are real and NumPy gives real ones. Complex matrices are refused. The reduction is that of gonum's Dgeev.",
		outs: func(d dtype.DType, lead []op.Dim, n op.Dim) []op.Meta {
			d = complexOf(d)
			return []op.Meta{op.NewTensor(d, append(lead, n)...), op.NewTensor(d, append(lead, n, n)...)}
		},
		exec: func(x *op.Exec, a *nd.Array) ([]*nd.Array, error) { return eigenpairs(x, a, true) },
	},
	{
		name: "eigvals", summary: "Eigenvalues of real square matrices",
		notes: "The result is complex, also where all eigenvalues are real and NumPy gives real ones. Complex matrices are refused. The reduction is that of gonum's Dgeev.",
		outs: func(d dtype.DType, lead []op.Dim, n op.Dim) []op.Meta {
			return []op.Meta{op.NewTensor(complexOf(d), append(lead, n)...)}
		},
		exec: func(x *op.Exec, a *nd.Array) ([]*nd.Array, error) { return eigenpairs(x, a, false) },
	},
}

// Squares is the operand of ?.
type Squares struct{ kind squareKind }

func (o *Squares) Row() string { return o.kind.name }

// Results is how many there are.
func (o *Squares) Results() int { return len(o.kind.outs(dtype.Float64, nil, op.Dim{N: 1})) }

func init() {
	for _, k := range squareKinds {
		op.Register[Squares](op.Doc{
			Name: "tensor.linalg." + k.name, Like: "numpy.linalg." + k.name, Sig: k.name + "(a)", Summary: k.summary, Notes: k.notes, Gives: k.gives,
		}, Squares{k})
	}
}

func (o *Squares) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := squareMatrices(in[0])
	if err != nil {
		return nil, err
	}
	if d.IsComplex() && (o.kind.name == "eig" || o.kind.name == "eigvals") {
		return nil, errs.New(errs.Type, "%s of complex matrices is not there yet; eigh takes Hermitian ones", o.kind.name)
	}
	lead, n := splitMatrix(in[0])
	return o.kind.outs(d, lead, n), nil
}

// squareMatrices is the dtype in which square matrices are worked on; what they lack to be such.
func squareMatrices(m op.Meta) (dtype.DType, error) {
	rank := len(m.Dims)
	if rank < 2 {
		return dtype.DType{}, errs.New(errs.Invalid, "%d-dimensional array given. Array must be at least two-dimensional", rank)
	}
	if r, c := m.Dims[rank-2], m.Dims[rank-1]; r.Known() && c.Known() && r.N != c.N {
		return dtype.DType{}, errs.New(errs.Invalid, "Last 2 dimensions of the array must be square")
	}
	return Inexact(m.DType.Is)
}

// splitMatrix is the leading axes of a stack and the columns of its matrices.
func splitMatrix(m op.Meta) (lead []op.Dim, n op.Dim) {
	rank := len(m.Dims)
	return m.Dims[: rank-2 : rank-2], m.Dims[rank-1]
}

func complexOf(d dtype.DType) dtype.DType {
	if d == dtype.Float32 || d == dtype.Complex64 {
		return dtype.Complex64
	}
	return dtype.Complex128
}

func (o *Squares) Tile(t *op.Tiler) error {
	g := t.Map(matrices(t, 0))
	out := make([]op.Grid, len(o.kind.outs(dtype.Float64, nil, op.Dim{})))
	for i := range out {
		out[i] = ofRank(g.Out(i), len(t.Meta(i).Dims))
	}
	return t.Out(out...)
}

// matrices is input i with the last two axes in one piece.
func matrices(t *op.Tiler, i int) op.Grid {
	rank := len(t.In(i).Shape)
	return t.WholeAxes(t.In(i), rank-2, rank-1)
}

// ofRank is a grid of stacks whose chunks are whole along what lies behind the leading axes, for an output of
// another rank.
func ofRank(g op.Grid, rank int) op.Grid {
	shape := slices.Clone(g.Shape)
	for len(shape) < rank {
		shape = append(shape, 1)
	}
	g.Shape = shape[:rank]
	return g
}

func (o *Squares) Exec(x *op.Exec) error {
	d, err := squareMatrices(x.InMeta(0))
	if err != nil {
		return err
	}
	a, err := chunk.Cast(x, x.Array(0), d)
	if err != nil {
		return err
	}
	out, err := o.kind.exec(x, a)
	if err != nil {
		return err
	}
	for i, v := range out {
		_ = x.Put(i, v)
	}
	return nil
}

func list(a *nd.Array, err error) ([]*nd.Array, error) { return []*nd.Array{a}, err }

// eigenpairs computes in double precision.
func eigenpairs(x *op.Exec, a *nd.Array, vectors bool) ([]*nd.Array, error) {
	d := complexOf(a.DType)
	a, err := chunk.Cast(x, a, dtype.Float64)
	if err != nil {
		return nil, err
	}
	w, v, err := linalg.Eig(x.Mem(), x.Parallel, a, vectors)
	out := []*nd.Array{w, v}[:1+chunk.B2I(vectors)]
	for i := range out {
		if err == nil {
			out[i], err = chunk.Cast(x, out[i], d)
		}
	}
	return out, err
}

// AtLeastMatrix is the dtype in which matrices are worked on; what they lack to be such.
func AtLeastMatrix(m op.Meta) (dtype.DType, error) {
	if rank := len(m.Dims); rank < 2 {
		return dtype.DType{}, errs.New(errs.Invalid, "%d-dimensional array given. Array must be at least two-dimensional", rank)
	}
	return Inexact(m.DType.Is)
}
