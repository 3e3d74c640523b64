package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/products"
)

// Diagonals is the options of Diagonal and Trace.
type Diagonals struct {
	Offset int         // above the main diagonal; below it when negative
	Axis1  *int        // The default is 0
	Axis2  *int        // The default is 1
	DType  dtype.DType // of Trace's sum, as for Sum
}

type diagonal struct {
	op.Recipe    `rank:"0 2.. diag requires an array of at least two dimensions"`
	Offset       int
	Axis1, Axis2 *int `axis:"0"`
}

type trace struct {
	op.Recipe
	Offset       int
	Axis1, Axis2 *int
	Dtype        dtype.DType
}

func init() {
	op.Register[diagonal](op.Doc{
		Name: "tensor.diagonal", Like: "numpy.diagonal", Methods: "Tensor.diagonal", Sig: "diagonal(a, offset=0, axis1=0, axis2=1)",
		Summary: "Elements along a diagonal",
		Go:      "Diagonal(a, Diagonals)",
		Text: "Their places along two axes are equal, or offset apart; they lie along the last axis of " +
			"the result. It is a view that is only read. The lengths of both axes must be known.",
	})
	op.Register[trace](op.Doc{
		Name: "tensor.trace", Like: "numpy.trace", Methods: "Tensor.trace", Sig: "trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None)",
		Summary: "Sum along a diagonal",
		Go:      "Trace(a, Diagonals)",
	})
}

// Back refuses: diagonals are only read, as in NumPy.
func (o *diagonal) Back(op.Meta) (op.Operand, bool, error) { return nil, false, chunk.ReadOnly() }

func (o *diagonal) Build(a *Tensor) (*Tensor, error) {
	both := Axes(*o.Axis1, *o.Axis2)
	if both[0] == both[1] {
		return nil, errs.New(errs.Invalid, "axis1 and axis2 cannot be the same")
	}
	n, m := a.size(both[0]), a.size(both[1])
	if !n.Known() || !m.Known() {
		return diagonalOf(Moveaxis(a, both, Axes(0, 1)), o.Offset), nil
	}
	from1, from2 := min(n.N, max(0, -o.Offset)), min(m.N, max(0, o.Offset))
	k := min(n.N-from1, m.N-from2)
	a = along(along(a, both[0], Slice(from1, from1+k)), both[1], Slice(from2, from2+k))
	l := []byte(products.Letters(0, a.Rank()))
	l[both[1]] = l[both[0]]
	return Einsum(string(l)+"->"+string(append(chunk.Without(l, both), l[both[0]])), a), nil
}

func (o *trace) Build(a *Tensor) *Tensor {
	return Sum(Diagonal(a, Diagonals{Offset: o.Offset, Axis1: o.Axis1, Axis2: o.Axis2}), Reduce{Axis: Axes(-1), DType: o.Dtype})
}

// diagonalOf is the diagonal of the first two axes, whose lengths may be unknown.
func diagonalOf(a *Tensor, offset int) *Tensor {
	row := positions(a, 0)
	column := Add(row, offset)
	there := LogicalAnd(GreaterEqual(column, 0), Less(column, lengthOf(a, 1)))
	d := a.Get(By(row.Get(By(there))), By(column.Get(By(there))))
	return Moveaxis(d, Axes(0), Axes(-1))
}
