package tensor_test

import (
	"context"
	"fmt"
	"log"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// run executes tensors in a cluster of this process and prints them.
func run(ts ...*tensor.Tensor) {
	ctx := context.Background()
	s, err := mars.Local(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	hs := make([]op.Handle, len(ts))
	for i, t := range ts {
		hs[i] = t
	}
	if err := s.Execute(ctx, hs...); err != nil {
		log.Fatal(err)
	}
	for _, t := range ts {
		fmt.Println(t)
	}
}

// Elements depend on the seed and on their places alone, not on chunks or workers.
func ExampleRandom() {
	a := tensor.NewRandom(42).Randint(0, 10, tensor.Sample{Size: tensor.Shape(2, 5), Chunk: []int{1, 2}})
	b := tensor.NewRandom(42).Randint(0, 10, tensor.Sample{Size: tensor.Shape(2, 5), Chunk: []int{5}})
	run(tensor.ArrayEqual(a, b), tensor.Less(a, 10).All())
	// Output:
	// True
	// True
}

// Numbers take the dtype of the tensor beside them, as in NumPy 2.
func ExampleAdd() {
	a := tensor.Array([]float32{1, 4, 9})
	run(tensor.Add(a, 0.5), tensor.Sqrt(a), tensor.Where(tensor.Greater(a, 2), a, -1))
	// Output:
	// [1.5 4.5 9.5]
	// [1. 2. 3.]
	// [-1.  4.  9.]
}

// Reduce says which axes go, and whether they stay with length 1.
func ExampleSum() {
	a := tensor.Arange(0, 6, 1)
	a = tensor.Reshape(a, 2, 3)
	run(
		tensor.Sum(a),
		tensor.Sum(a, tensor.Reduce{Axis: tensor.Axes(0)}),
		tensor.Sum(a, tensor.Reduce{Axis: tensor.Axes(-1), Keepdims: true}),
	)
	// Output:
	// 15
	// [3 5 7]
	// [[ 3]
	//  [12]]
}

// Get without index tensors is a view: it sees what Set assigns, in both directions. What was computed before
// keeps its values.
func ExampleTensor_Get() {
	a := tensor.Reshape(tensor.Arange(0, 12, 1), 3, 4)
	before := tensor.Sum(a)
	row := a.Get(tensor.At(1))
	every := a.Get(tensor.From(1), tensor.Whole.Every(2))
	a.Set(0, tensor.To(2), tensor.At(-1))
	row.Set(-1, tensor.At(0))
	run(before, row, every, a)
	// Output:
	// 66
	// [-1  5  6  0]
	// [[-1  6]
	//  [ 8 10]]
	// [[ 0  1  2  0]
	//  [-1  5  6  0]
	//  [ 8  9 10 11]]
}

// A mask chooses elements; how many there are is known when it has run.
func ExampleBy() {
	a := tensor.Array([]int64{5, -2, 7, -1})
	run(a.Get(tensor.By(tensor.Greater(a, 0))))
	// Output:
	// [5 7]
}

func ExampleUnique() {
	u := tensor.Unique(tensor.Array([]int64{3, 1, 3, 2, 1, 3}))
	run(u.Values, u.Counts)
	// Output:
	// [1 2 3]
	// [2 1 3]
}

// SVD gives the factors of the thin decomposition.
func ExampleSVD() {
	a := tensor.Array([]float64{3, 0, 0, 4, 0, 0}, 3, 2)
	u, s, vh := tensor.SVD(a)
	back := tensor.Matmul(tensor.Multiply(u, s), vh)
	run(s, tensor.Allclose(a, back))
	// Output:
	// [4. 3.]
	// True
}

// Fetch wants the element type that the tensor has.
func ExampleFetch() {
	ctx := context.Background()
	s, err := mars.Local(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	a := tensor.Linspace(0, 1, 5)
	fmt.Println(a)
	if err := s.Execute(ctx, a); err != nil {
		log.Fatal(err)
	}
	fmt.Println(tensor.Fetch[float64](ctx, s, a))
	_, err = tensor.Fetch[int64](ctx, s, a)
	fmt.Println(errs.KindOf(err))
	// Output:
	// Tensor <op=tensor.linspace, shape=(5,), dtype=float64>
	// [0 0.25 0.5 0.75 1] <nil>
	// Type
}

// A bad call is kept; whatever is made of it has its error.
func ExampleTensor_Err() {
	a := tensor.Ones([]int{2, 3})
	bad := tensor.Add(a, tensor.Ones([]int{4}))
	fmt.Println(errs.KindOf(bad.Err()), errs.KindOf(tensor.Sum(bad).Err()))
	// Output:
	// Invalid Invalid
}
