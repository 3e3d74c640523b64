package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/counts"
)

type piecewise struct {
	op.Recipe
	Condlist []op.Ref
	Funclist op.Written
}

func init() {
	op.Register[piecewise](op.Doc{
		Name: "tensor.piecewise", Like: "numpy.piecewise", Sig: "piecewise(x, condlist, funclist)", Forms: "condlist=in:conditions funclist=plain",
		Summary: "A value for each of several conditions", Text: "Where several conditions hold the last one counts, where none does one value more than conditions, or zero. The dtype is that of x.",
		Notes: "Functions are refused: give Select what they make.", Go: "Piecewise(x, condlist, funclist)",
	})
}

func (o *piecewise) Build(x *Tensor, condlist []*Tensor) (*Tensor, error) {
	values, _ := chunk.ItemsIn(o.Funclist.V)
	if x.Rank() == 0 && len(condlist) == 1 && condlist[0].Rank() == 1 { // conditions of a single element
		condlist = Unstack(condlist[0], 0)
	}
	n := len(condlist)
	if len(values) != n && len(values) != n+1 {
		return nil, errs.New(errs.Invalid, "with %d condition(s), either %d or %d functions are expected", n, n, n+1)
	}
	for _, c := range condlist {
		if !counts.SameLengths(c.Value().Meta().Dims, x.Value().Meta().Dims) {
			return nil, errs.New(errs.NotFound, "boolean index did not match indexed array: its shape is %s, that of a condition %s", op.ShapeString(x.Value().Meta().Dims), op.ShapeString(c.Value().Meta().Dims))
		}
	}
	y := ZerosLike(x)
	if len(values) > n {
		y = AsType(Where(true, values[n], y), x.DType())
	}
	for i, c := range condlist {
		y = AsType(Where(c, values[i], y), x.DType())
	}
	return y, nil
}
