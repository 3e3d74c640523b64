package plan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/tensor"
)

// toyScaled divides by the greatest element twice: a recipe made of a recipe.
type toyScaled struct{ op.Recipe }

// toyHalved is a recipe inside another one; it fails for more than one axis.
type toyHalved struct{ op.Recipe }

// toyCentred asks for the greatest element, then for the number of elements that are as great, and subtracts
// both: a recipe that waits.
type toyCentred struct{ op.Deferred }

// toyEndless asks for something else each time.
type toyEndless struct{ op.Deferred }

func init() {
	op.Register[toyScaled](op.Doc{Name: "plantest.scaled", Sig: "scaled(a, b=None)", Summary: "Elements beside the greatest one"})
	op.Register[toyHalved](op.Doc{Name: "plantest.halved", Sig: "halved(a)", Summary: "Halves"})
	op.Register[toyCentred](op.Doc{Name: "plantest.centred", Sig: "centred(a)", Summary: "Elements less the greatest one and their number"})
	op.Register[toyEndless](op.Doc{Name: "plantest.endless", Sig: "endless(a)", Summary: "A question without end"})
}

func (*toyHalved) Build(a *tensor.Tensor) (*tensor.Tensor, error) {
	if a.Rank() > 1 {
		return nil, errs.New(errs.Invalid, "too deep")
	}
	return tensor.Divide(a, 2), nil
}

func (*toyScaled) Build(a *tensor.Tensor) *tensor.Tensor {
	return apply(&toyHalved{}, tensor.Divide(a, tensor.Max(a)))
}

func (*toyCentred) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

func (*toyCentred) Build(a *op.Asker, x *tensor.Tensor) (*tensor.Tensor, error) {
	top := tensor.Max(x)
	if err := a.Need(op.Values, top); err != nil {
		return nil, err
	}
	m := nd.Data[float64](a.Value(top).(*nd.Array))[0]
	same := x.Get(tensor.By(tensor.Equal(x, m)))
	if err := a.Need(op.Rows, same); err != nil {
		return nil, err
	}
	return tensor.Subtract(tensor.Subtract(x, m), float64(a.Rows(same))), nil
}

func (*toyEndless) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

var asked float64

func (*toyEndless) Build(a *op.Asker, x *tensor.Tensor) (*tensor.Tensor, error) {
	asked++
	return x, a.Need(op.Values, tensor.Max(tensor.Add(x, asked)))
}

// The expression of a recipe is planned, fused and shared like any other; errors name the recipe and the line
// of its call.
func TestRecipesAreTheirExpressions(t *testing.T) {
	l := &marstest.Loop{}
	x := counted(10, 3)
	got := run(t, l, apply(&toyScaled{}, x))[0]
	want := run(t, &marstest.Loop{}, tensor.Divide(tensor.Divide(x, tensor.Max(x)), 2))[0]
	if d := cmp.Diff(nd.Data[float64](want), nd.Data[float64](got)); d != "" {
		t.Error(d)
	}
	v := plan.Rewritten(apply(&toyScaled{}, x).Value())[0]
	for n := v.N; n != nil; n = n.In[0].N {
		if strings.HasPrefix(n.Name, "plantest") || len(n.In) == 0 && n.Name != "tensor.array" {
			t.Errorf("%s is left", n.Name)
		}
		if len(n.In) == 0 {
			break
		}
	}
	deep := apply(&toyScaled{}, tensor.Ones([]int{2, 2}))
	if err := deep.Err(); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "toy_test.go") || !strings.Contains(err.Error(), "plantest.scaled: too deep") {
		t.Errorf("got %v", err)
	}
}

// A recipe that waits is built when what it asked for is known, also under filters whose lengths are not
// known, and in the middle of a graph.
func TestDeferredRecipesWait(t *testing.T) {
	x := counted(10, 3)
	some := x.Get(tensor.By(tensor.Less(x, 7)))
	for _, in := range []*tensor.Tensor{x, some} {
		got := run(t, &marstest.Loop{}, tensor.Add(apply(&toyCentred{}, tensor.Multiply(in, 2)), 1))[0]
		y := tensor.Multiply(in, 2)
		want := run(t, &marstest.Loop{}, tensor.Subtract(y, tensor.Max(y)))[0]
		if d := cmp.Diff(nd.Data[float64](want), nd.Data[float64](got)); d != "" {
			t.Error(d)
		}
	}
	twice := run(t, &marstest.Loop{}, apply(&toyCentred{}, apply(&toyCentred{}, x)))[0]
	want := run(t, &marstest.Loop{}, tensor.Subtract(x, 10))[0] // 9 and 1, then -1 and 1
	if d := cmp.Diff(nd.Data[float64](want), nd.Data[float64](twice)); d != "" {
		t.Error(d)
	}
	if _, err := (&marstest.Loop{}).Run(apply(&toyEndless{}, x).Value()); !errs.Is(err, errs.Internal) || !strings.Contains(err.Error(), "toy_test.go") {
		t.Errorf("a recipe that asks without end: %v", err)
	}
}
