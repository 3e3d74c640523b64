package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type multiDot struct {
	op.Recipe
	Arrays []op.Ref
}

func init() {
	op.Register[multiDot](op.Doc{
		Name: "tensor.linalg.multi_dot", Like: "numpy.linalg.multi_dot", Sig: "multi_dot(arrays, *, out=None)", Summary: "Product of several matrices in the cheapest order",
		Notes: "The order is found by dynamic programming: Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms.",
		Go:    "MultiDot(arrays...)", Text: "The first and the last may be vectors.",
	})
}

func (o *multiDot) Build(ts []*Tensor) (*Tensor, error) {
	n := len(ts)
	if n < 2 {
		return nil, errs.New(errs.Invalid, "Expecting at least two arrays.")
	}
	first, last := ts[0].Rank() == 1, ts[n-1].Rank() == 1
	for i, t := range ts {
		end := i == 0 || i == n-1
		if t.Rank() != 2 && !(end && t.Rank() == 1) {
			return nil, errs.New(errs.Invalid, "%d-dimensional array given. Array must be two-dimensional", t.Rank())
		}
	}
	if first {
		ts[0] = ExpandDims(ts[0], 0)
	}
	if last {
		ts[n-1] = ExpandDims(ts[n-1], 1)
	}
	sizes := []float64{float64(ts[0].Shape()[0])}
	for _, t := range ts {
		sizes = append(sizes, float64(t.Shape()[1]))
	}
	for i, s := range sizes {
		if s < 0 {
			sizes[i] = 1 << 20 // not known before it runs
		}
	}
	out := chain(ts, splits(sizes), 0, n-1)
	if last {
		out = Squeeze(out, 1)
	}
	if first {
		out = Squeeze(out, 0)
	}
	return out, nil
}

// chain is the product of matrices i to j.
func chain(ts []*Tensor, at [][]int, i, j int) *Tensor {
	if i == j {
		return ts[i]
	}
	k := at[i][j]
	return Matmul(chain(ts, at, i, k), chain(ts, at, k+1, j))
}

// splits says behind which matrix the product of i to j is cut; matrix i has sizes[i] rows and sizes[i+1]
// columns.
func splits(sizes []float64) [][]int {
	n := len(sizes) - 1
	cost, at := make([][]float64, n), make([][]int, n)
	for i := range n {
		cost[i], at[i] = make([]float64, n), make([]int, n)
	}
	for length := 1; length < n; length++ {
		for i := 0; i+length < n; i++ {
			j := i + length
			for k := i; k < j; k++ {
				if c := cost[i][k] + cost[k+1][j] + sizes[i]*sizes[k+1]*sizes[j+1]; k == i || c < cost[i][j] {
					cost[i][j], at[i][j] = c, k
				}
			}
		}
	}
	return at
}
