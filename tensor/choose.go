package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type choose struct {
	op.Recipe
	Choices []op.Ref
	Mode    string
}

func init() {
	op.Register[choose](op.Doc{
		Name: "tensor.choose", Like: "numpy.choose", Methods: "Tensor.choose", Sig: "choose(a, choices, out=None, mode='raise')", Summary: "Elements of several tensors, each from the one that a number tells",
		Text: "All broadcast. What no choice has is an error when it runs, or is taken modulo their number with mode wrap, or is the nearest one with clip.",
		Go:   "Choose(a, choices, mode...)",
	})
}

func (o *choose) Build(a *Tensor, choices []*Tensor) (*Tensor, error) {
	n := len(choices)
	if n == 0 {
		return nil, errs.New(errs.Invalid, "need at least one choice")
	}
	a, err := placed(a, n, o.Mode)
	if err != nil {
		return nil, err
	}
	all := repeated(append([]*Tensor{Where(Less(a, 0), n, a)}, choices...))
	return Squeeze(TakeAlongAxis(Stack(all[1:], 0), ExpandDims(all[0], 0), 0), 0), nil
}
