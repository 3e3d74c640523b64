package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/kernel/rng"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/tensor/products"
	"github.com/mars-project/mars-go/tensor/random"
)

// TestOperatorsOfRooms: a user's function builds the operator of its room.
func TestOperatorsOfRooms(t *testing.T) {
	a, m := tensor.Arange(0, 6, 1), tensor.Ones([]int{2, 2})
	set := tensor.Arange(0, 6, 1)
	set.Set(1, tensor.At(0))
	q, _ := tensor.QR(m)
	for want, h := range map[string]op.Handle{
		"tensor.array_equal":     tensor.ArrayEqual(a, a),
		"tensor.dot_sum":         tensor.Of(op.Value{N: op.Apply(&products.DotSum{}, a.Value(), a.Value())}), // what dot builds
		"tensor.getitem":         a.Get(tensor.At(0)),
		"tensor.kendall":         tensor.Kendall(m, 1),
		"tensor.linalg.qr":       q,
		"tensor.places_drawn":    tensor.PlacesDrawn(6, 2, 1, false),
		"tensor.setitem":         set,
		"tensor.ufunc_at_places": tensor.UfuncAt("add", a, 1, tensor.Arange(0, 2, 1)),
		"tensor.ufunc_reduceat":  tensor.UfuncReduceat("add", a, []int{0, 3}),
	} {
		if v := h.Value(); v.Err() != nil || v.N.Name != want {
			t.Errorf("%s: the operator is %s (%v)", want, v.N.Name, v.Err())
		}
	}
}

// TestDistributionsAreOperators: every distribution of the kernels is an operator.
func TestDistributionsAreOperators(t *testing.T) {
	for _, d := range rng.Dists() {
		def := op.Lookup("tensor.random." + d.Name)
		if def == nil {
			t.Errorf("no operator of %s", d.Name)
			continue
		}
		if o, ok := def.New().(*random.Distribution); !ok || o.Row() != d.Name || o.Places() != len(d.Params) {
			t.Errorf("%s is the operator %T", d.Name, def.New())
		}
	}
}
