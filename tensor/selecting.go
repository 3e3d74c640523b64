package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type selects struct {
	op.Recipe
	Condlist, Choicelist []op.Ref
	Default              op.Written // a number or a tensor
}

type extract struct{ op.Recipe }

type diagflat struct {
	op.Recipe
	K int
}

type arrayEquiv struct{ op.Recipe }

func init() {
	op.Register[selects](op.Doc{
		Name: "tensor.select", Like: "numpy.select", Sig: "select(condlist, choicelist, default=0)", Summary: "Elements of the first of several tensors whose condition holds",
		Forms: "default=mixed",
		Go:    "Select(condlist, choicelist, default)", Text: "Where no condition holds it is the default.",
	})
	op.Register[extract](op.Doc{Name: "tensor.extract", Like: "numpy.extract", Sig: "extract(condition, arr)", Summary: "Elements where a condition holds", Go: "Extract(condition, arr)", Text: "Elements are in C order."})
	op.Register[diagflat](op.Doc{Name: "tensor.diagflat", Like: "numpy.diagflat", Sig: "diagflat(v, k=0)", Summary: "Matrix with all elements on a diagonal", Go: "Diagflat(v, k)", Text: "Elements are in C order, the diagonal lies k above the main one."})
	op.Register[arrayEquiv](op.Doc{
		Name: "tensor.array_equiv", Like: "numpy.array_equiv", Sig: "array_equiv(a1, a2)", Summary: "Whether two tensors broadcast to one shape and are equal there",
		Go: "ArrayEquiv",
	})
}

func (o *selects) Build(conditions, choices, more []*Tensor) (*Tensor, error) {
	if len(conditions) != len(choices) {
		return nil, errs.New(errs.Invalid, "list of cases must be same length as list of conditions")
	}
	if len(conditions) == 0 {
		return nil, errs.New(errs.Invalid, "select with an empty condition list is not possible")
	}
	var v any = int64(0)
	if o.Default.Is {
		v = written(o.Default, 0, more) // they are all inputs
	}
	if _, ok := v.(*Tensor); !ok {
		if v = chunk.Number(v); v == nil {
			return nil, errs.New(errs.Type, "default is a number or a tensor")
		}
	}
	for i := len(choices) - 1; i >= 0; i-- {
		if !conditions[i].DType().IsBool() {
			return nil, errs.New(errs.Type, "invalid entry %d in condlist: should be boolean ndarray", i)
		}
		v = Where(conditions[i], choices[i], v)
	}
	return v.(*Tensor), nil
}

func (*extract) Build(condition, a *Tensor) *Tensor { return Compress(Ravel(condition), Ravel(a)) }

func (o *diagflat) Build(v *Tensor) *Tensor { return Diag(Ravel(v), o.K) }

func (*arrayEquiv) Build(a, b *Tensor) *Tensor {
	x, y := a.Value().Meta(), b.Value().Meta()
	if _, err := op.Broadcast(x, y); err != nil {
		return FromArray(nd.Scalar(false))
	}
	return All(Equal(a, b))
}
