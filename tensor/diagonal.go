package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Diagonals is the options of Diagonal and Trace.
type Diagonals struct {
	Offset int         // above the main diagonal; below it when negative
	Axis1  *int        // The default is 0
	Axis2  *int        // The default is 1
	DType  dtype.DType // of Trace's sum, as for Sum
}

type diagonal struct {
	op.Recipe
	Offset       int
	Axis1, Axis2 *int
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

// Normalize counts axes from 0.
func (o *diagonal) Normalize(in []op.Meta) error {
	if len(in[0].Dims) < 2 {
		return errs.New(errs.Invalid, "diag requires an array of at least two dimensions")
	}
	a, err := normAxis(*o.Axis1, len(in[0].Dims))
	if err != nil {
		return err
	}
	b, err := normAxis(*o.Axis2, len(in[0].Dims))
	if err == nil && a == b {
		err = errs.New(errs.Invalid, "axis1 and axis2 cannot be the same")
	}
	o.Axis1, o.Axis2 = &a, &b
	return err
}

// Back refuses: diagonals are only read, as in NumPy.
func (o *diagonal) Back(op.Meta) (op.Operand, bool, error) { return nil, false, readOnly() }

func (o *diagonal) Build(a *Tensor) (*Tensor, error) {
	n, m := a.size(*o.Axis1), a.size(*o.Axis2)
	if !n.Known() || !m.Known() {
		return diagonalOf(Moveaxis(a, Axes(*o.Axis1, *o.Axis2), Axes(0, 1)), o.Offset), nil
	}
	rank := a.Rank()
	from1, from2 := max(0, -o.Offset), max(0, o.Offset)
	k := max(0, min(n.N-from1, m.N-from2))
	ix := slices.Repeat([]Index{Whole}, rank)
	ix[*o.Axis1], ix[*o.Axis2] = Slice(min(from1, n.N), min(from1, n.N)+k), Slice(min(from2, m.N), min(from2, m.N)+k)
	l := []byte(letters(0, rank))
	l[*o.Axis2] = l[*o.Axis1]
	out := ""
	for x := range l {
		if x != *o.Axis1 && x != *o.Axis2 {
			out += string(l[x])
		}
	}
	return Einsum(string(l)+"->"+out+string(l[*o.Axis1]), a.Get(ix...)), nil
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
