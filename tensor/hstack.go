package tensor

import (
	"cmp"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/pick"
)

// joined is hstack, vstack, dstack or column_stack.
type joined struct {
	op.Recipe
	Tup     []op.Ref
	Dtype   dtype.DType `sig:"-"`
	Casting string      `sig:"-"` // how dtypes may be cast. The default is same_kind
	name    string
}

func (o *joined) Row() string { return o.name }

func init() {
	op.Register[joined](op.Doc{
		Name: "tensor.hstack", Like: "numpy.hstack", Sig: "hstack(tup, *, dtype=None, casting='same_kind')", Summary: "Tensors joined along the second axis",
		Text: "Vectors are joined along their only one.", Go: "Hstack(tup...)",
	}, joined{name: "hstack"})
	op.Register[joined](op.Doc{
		Name: "tensor.vstack", Like: "numpy.vstack", Sig: "vstack(tup, *, dtype=None, casting='same_kind')", Summary: "Tensors joined along the first axis",
		Text: "Vectors are rows.", Go: "Vstack(tup...)",
	}, joined{name: "vstack"})
	op.Register[joined](op.Doc{
		Name: "tensor.dstack", Like: "numpy.dstack", Sig: "dstack(tup)", Summary: "Tensors joined along the third axis",
		Text: "Vectors are rows, and matrices are one deep.", Go: "Dstack(tup...)",
	}, joined{name: "dstack"})
	op.Register[joined](op.Doc{
		Name: "tensor.column_stack", Like: "numpy.column_stack", Sig: "column_stack(tup)", Summary: "Tensors joined along the second axis, vectors being columns",
		Go: "ColumnStack(tup...)",
	}, joined{name: "column_stack"})
}

func (o *joined) Build(tup []*Tensor) (*Tensor, error) {
	if len(tup) == 0 {
		return nil, errs.New(errs.Invalid, "need at least one array to concatenate")
	}
	ts := make([]*Tensor, len(tup))
	axis := map[string]int{"vstack": 0, "dstack": 2, "column_stack": 1, "hstack": 1}[o.name]
	for i, t := range tup {
		switch o.name {
		case "hstack":
			if t = atLeast(t, 1); i == 0 && t.Rank() == 1 {
				axis = 0
			}
		case "vstack":
			t = atLeast(t, 2)
		case "dstack":
			t = atLeast(t, 3)
		case "column_stack":
			if t.Rank() < 2 {
				t = Transpose(atLeast(t, 2))
			}
		}
		ts[i] = t
	}
	return joinedAs(ts, axis, o.Dtype, cmp.Or(o.Casting, "same_kind")), nil
}

// atLeast gives t new axes as atleast_1d to atleast_3d do.
func atLeast(t *Tensor, rank int) *Tensor {
	switch have := t.Rank(); {
	case have >= rank:
		return t
	case have == 0:
		return t.Get(slices.Repeat([]pick.Index{NewAxis}, rank)...)
	case rank == 2:
		return t.Get(NewAxis, Whole)
	case have == 1:
		return t.Get(NewAxis, Whole, NewAxis)
	}
	return t.Get(Whole, Whole, NewAxis)
}
