package marstest_test

import (
	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/tensor"
)

// A drawn tensor, and what may be done with it.
type drawn struct {
	t     *tensor.Tensor
	exact bool // no chunking changes a bit of it; else only what is continuous may follow
}

func (d drawn) floats() bool { return d.t.DType().IsFloat() }

// source is a matrix of small integers or of floats from -2 to 2 with some NaN.
func source(t *rapid.T, rows, cols int) drawn {
	n := rows * cols
	ints := rapid.SliceOfN(rapid.Int64Range(-9, 9), n, n).Draw(t, "elements")
	if rapid.Bool().Draw(t, "integers") {
		return drawn{tensor.Array(ints, rows, cols), true}
	}
	fs := make([]float64, n)
	for i, v := range ints {
		fs[i] = float64(v) / 4.3
	}
	return drawn{tensor.Array(fs, rows, cols), true}
}

// randomTensor is a graph of up to seven operators over two matrices.
func randomTensor(t *rapid.T) drawn {
	rows, cols := rapid.IntRange(1, 14).Draw(t, "rows"), rapid.IntRange(1, 9).Draw(t, "columns")
	v, w := source(t, rows, cols), source(t, rows, cols)
	for range rapid.IntRange(1, 7).Draw(t, "operators") {
		if rank := v.t.Rank(); rank == 0 {
			break
		}
		step(t, &v, w)
	}
	return v
}

// step puts one more operator over v.
func step(t *rapid.T, v *drawn, w drawn) {
	a, rank, shape := v.t, v.t.Rank(), v.t.Shape()
	known := shape[0] >= 0 && (rank == 1 || shape[1] >= 0)
	axis := rapid.IntRange(0, rank-1).Draw(t, "axis")
	set := func(x *tensor.Tensor, exact bool) func() {
		return func() { *v = drawn{x, exact} }
	}
	same := func(x *tensor.Tensor) func() { return set(x, v.exact) }
	summed := func(x *tensor.Tensor) func() { return set(x, v.exact && !x.DType().IsFloat()) }
	o := tensor.Reduce{Axis: tensor.Axes(axis), Keepdims: rapid.Bool().Draw(t, "keepdims")}
	moves := []move{
		{"add a number", same(tensor.Add(a, 3))},
		{"twice", same(tensor.Multiply(a, 2))},
		{"negative", same(tensor.Negative(a))},
		{"absolute", same(tensor.Absolute(a))},
		{"float", same(tensor.AsType(a, dtype.Float64))},
		{"transpose", same(tensor.Transpose(a))},
		{"reverse", same(tensor.Flip(a, axis))},
		{"every second", same(a.Get(tensor.Whole.Every(2)))},
		{"with itself", same(tensor.Concatenate([]*tensor.Tensor{a, a}, axis))},
	}
	if v.exact {
		moves = append(moves,
			move{"sine", same(tensor.Sin(a))},
			move{"square", same(tensor.Multiply(a, a))},
			move{"mask", same(a.Get(tensor.By(tensor.Greater(a, 0))))},
			move{"sort", same(tensor.Sort(a, axis))},
			move{"unique", same(tensor.Unique(a).Values)},
			move{"counts", same(tensor.Unique(a).Counts)},
			move{"compare", same(tensor.AsType(tensor.Less(a, 1), dtype.Int64))},
		)
	}
	if known && shape[axis] > 0 {
		moves = append(moves,
			move{"maximum", same(tensor.Max(a, o))},
			move{"sum", summed(tensor.Sum(a, o))},
			move{"running sum", summed(tensor.Cumsum(a, tensor.Reduce{Axis: tensor.Axes(axis)}))},
			move{"mean", set(tensor.Mean(a, o), false)},
			move{"all", summed(tensor.Sum(a))},
			move{"flat", same(tensor.Reshape(a, -1))},
		)
		if v.exact {
			moves = append(moves, move{"place of the maximum", same(tensor.Argmax(a, o))})
		}
		lo := rapid.IntRange(0, shape[0]-1).Draw(t, "from")
		moves = append(moves, move{"slice", same(a.Get(tensor.From(lo)))})
	}
	if known && rank == 2 {
		moves = append(moves, move{"matmul", summed(tensor.Matmul(a, tensor.Transpose(a)))})
	}
	if s := w.t.Shape(); known && rank == 2 && shape[0] == s[0] && shape[1] == s[1] {
		moves = append(moves,
			move{"add the other", same(tensor.Add(a, w.t))},
			move{"maximum of both", same(tensor.Maximum(a, w.t))},
			move{"beside the other", same(tensor.Concatenate([]*tensor.Tensor{a, w.t}, axis))},
		)
	}
	choose(t, "operator", moves)
}
