package plan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// toyCounted divides the small elements by their sum and their number: what is small is made inside the
// subtasks of the sum first, and made again for its lengths.
type toyCounted struct{ op.Deferred }

func init() {
	op.Register[toyCounted](op.Doc{Name: "plantest.counted", Sig: "counted(a)", Summary: "Small elements by their sum and number"})
}

func (*toyCounted) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{in[0].WithRows(op.Sym("counted", in[0]))}, nil
}

func (*toyCounted) Build(a *op.Asker, x *tensor.Tensor) (*tensor.Tensor, error) {
	small := x.Get(tensor.By(tensor.Less(x, 7)))
	sum := tensor.Sum(small)
	if err := a.Need(op.Values, sum); err != nil {
		return nil, err
	}
	if err := a.Need(op.Rows, small); err != nil {
		return nil, err
	}
	s := nd.Data[float64](a.Value(sum).(*nd.Array))[0]
	return tensor.Divide(small, s*float64(a.Rows(small))), nil
}

// A chunk that is made again is on its way until then, also where the plan is asked for more meanwhile: a
// stage that ends while another runs does so.
func TestChunksMadeAgainAreOnTheirWay(t *testing.T) {
	x := counted(30, 4)
	small := x.Get(tensor.By(tensor.Less(x, 7)))
	want := run(t, &marstest.Loop{}, tensor.Divide(small, 21.*7))[0]
	for _, l := range []marstest.Loop{{Eager: true}, {Eager: true, NoFuse: true}, {}} {
		got := run(t, &l, apply(&toyCounted{}, x))[0]
		if d := cmp.Diff(nd.Data[float64](want), nd.Data[float64](got)); d != "" {
			t.Error(d)
		}
	}
}
