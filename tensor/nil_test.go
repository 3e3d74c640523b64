package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// Whatever is nil is an error that says so, and never a panic.
func TestNilArguments(t *testing.T) {
	a := tensor.Ones(tensor.Shape(3, 3))
	r := tensor.NewRandom(1)
	marstest.Nils(t, exported, []any{a, r}, []any{a, r, []int{0}, "sum", []*tensor.Tensor{a}}, "ChunkFunc", ".Bind")
}
