package op_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// toyPlaces lists places in its expression: as many as it has a parameter for, or as its input is long.
type toyPlaces struct {
	op.Recipe
	N []int
}

func init() {
	op.Register[toyPlaces](op.Doc{Name: "optest.places", Sig: "places(a, n)", Summary: "Literals in an expression"})
}

func (o *toyPlaces) Build(a *tensor.Tensor) *tensor.Tensor {
	n := len(o.N)
	if n == 0 {
		n, _ = dims(a)
	}
	return tensor.Take(a, tensor.FromArray(nd.Of(make([]int64, n))))
}

func dims(a *tensor.Tensor) (int, bool) { d := a.Value().Meta().Dims[0]; return d.N, d.Known() }

// An expression may hold what its parameters hold, and no data that grows with the inputs.
func TestNoLiteralsThatGrow(t *testing.T) {
	over := func(n, given int) error {
		in := tensor.Zeros([]int{n}, tensor.Create{DType: dtype.Float64}).Value()
		return op.Apply(&toyPlaces{N: make([]int, given)}, in).Err
	}
	for _, c := range []struct{ n, given int }{{10, 0}, {1 << 20, 1 << 16}} {
		if err := over(c.n, c.given); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
	if err := over(1<<16, 0); !errs.Is(err, errs.Internal) || !strings.Contains(err.Error(), "optest.places: the expression holds data that nobody gave: 65536 elements in one tensor.array") {
		t.Error(err)
	}
}
