package kernel_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Folds of expressions over transposed and broadcast inputs are those of copies in C order, along any axes,
// and so are folds of inputs as they are.
func TestFoldsOfTurnedInputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(1, 40), 2, 3).Draw(t, "shape")
		n := nd.Size(shape)
		v := make([]float64, n)
		for i := range v {
			v[i] = float64((i*7919)%1013) - 500
		}
		order := []int{0, 1, 2}[:len(shape)]
		a := nd.Of(v, shape...).Transpose(rapid.Permutation(order).Draw(t, "turned")...)
		b := nd.Of(v[:a.Shape[a.Rank()-1]], a.Shape[a.Rank()-1])
		var axes []int
		for _, i := range order {
			if rapid.Bool().Draw(t, "reduced") {
				axes = append(axes, i)
			}
		}
		name := rapid.SampledFrom([]string{"max", "min", "sum", "count_nonzero", "argmax"}).Draw(t, "name")
		for _, steps := range []bool{false, true} {
			var results [][]byte
			for _, whole := range []bool{false, true} {
				x := a
				if whole {
					c, err := a.Clone(mem.Heap)
					if err != nil {
						t.Fatal(err)
					}
					x = c
				}
				var k kernel.Builder
				r := k.In(0, dtype.Float64)
				if steps {
					r = k.Call("add", r, k.In(1, dtype.Float64))
				}
				p, err := k.Compile(k.Fold(name, dtype.DType{}, r, axes...))
				if err != nil {
					t.Fatal(err)
				}
				out, err := p.Run(kernel.Run{Mem: mem.Heap}, []*nd.Array{x, b}, x.Shape)
				if err != nil {
					t.Fatal(err)
				}
				results = append(results, out[0].Block.Bytes())
			}
			if !bytes.Equal(results[0], results[1]) {
				t.Fatalf("%s of %v along %v, expression: %t, differs from that of a copy", name, a.Shape, axes, steps)
			}
		}
	})
}
