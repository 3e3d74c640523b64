package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/products"
)

// Tensordot sums products over pairs of axes: axesA[i] of a with axesB[i] of b. The other axes stay, those of
// a first.
func Tensordot(a, b any, axesA, axesB []int) *Tensor {
	x, y, err := two("tensordot", a, b)
	if err != nil {
		return bad("tensor.tensordot", err)
	}
	return apply(&products.Contracted{Axes: [][]int{axesA, axesB}}, x, y)
}

// TensordotN is Tensordot over the last n axes of a and the first n of b.
func TensordotN(a, b any, n int) *Tensor {
	x, y, err := two("tensordot", a, b)
	if err != nil {
		return bad("tensor.tensordot", err)
	}
	ax := make([][]int, 2)
	for i := range n {
		ax[0], ax[1] = append(ax[0], x.Rank()-n+i), append(ax[1], i)
	}
	return apply(&products.Contracted{Axes: ax}, x, y)
}

type tensordot struct {
	op.Recipe
	Axes op.Written
}

func init() {
	op.Register[tensordot](op.Doc{
		Name: "tensor.tensordot", Like: "numpy.tensordot", Sig: "tensordot(a, b, axes=2)", Forms: "axes=plain",
		Summary: "Sum of products over pairs of axes",
	})
}

// Build reads how many axes there are, the last of a and the first of b, or which.
func (o *tensordot) Build(a, b *Tensor) (*Tensor, error) {
	if n, ok := chunk.Number(o.Axes.V).(int64); ok {
		return TensordotN(a, b, int(n)), nil
	}
	pair, list := chunk.ItemsIn(o.Axes.V)
	if len(pair) == 2 {
		of, whole := chunk.WholeIn(pair[0])
		if with, ok := chunk.WholeIn(pair[1]); ok && whole {
			return Tensordot(a, b, of, with), nil
		}
	}
	kind := map[bool]errs.Kind{false: errs.Type, true: errs.Invalid}[list]
	return nil, errs.New(kind, "axes is a number, or axes of a and of b, not %v", o.Axes.V)
}
