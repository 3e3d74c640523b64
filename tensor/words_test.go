package tensor_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// A Go program reads Go, whatever it gives.
func TestMessagesSpeakGo(t *testing.T) {
	a := tensor.Ones(tensor.Shape(3, 3))
	r := tensor.NewRandom(1)
	marstest.Words(t, exported, []any{a, r},
		[]any{a, r, []int{0}, "sum", []*tensor.Tensor{a}, t.Context(), dtype.Float64, 1},
		[]any{
			-7, 99, 2.5, math.NaN(), "nonsense", true, 1i,
			[]any{1, "x"},
			[]any{},
			[]string{"nonsense"},
			[]int{-9, 8},
			struct{}{},
			map[any]any{1: 2},
			dtype.Bool,
			tensor.Ones(tensor.Shape()), tensor.Ones(tensor.Shape(2)), tensor.Ones(tensor.Shape(4, 2)), tensor.Ones(tensor.Shape(2, 2, 2)), tensor.Less(tensor.Zeros(tensor.Shape(3, 3)), 1),
		},
		"Of", "ChunkFunc", ".Bind")
}
