package reduce

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Kendall is the operand of tensor.kendall.
type Kendall struct {
	Least int // rows that a pair needs
}

func init() {
	op.Register[Kendall](op.Doc{
		Face: "inner", Name: "tensor.kendall", Sig: "kendall(a, least)", Summary: "Rank correlations of the columns of a matrix",
		Notes: "All rows come together in one chunk; pairs are counted side by side, by merge sorts.",
	})
}

func (o *Kendall) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in[0].Dims) != 2 || in[0].DType.Is != dtype.Float64 {
		return nil, errs.New(errs.Invalid, "rank correlations want a matrix of float64")
	}
	return []op.Meta{op.NewTensor(dtype.Float64, in[0].Dims[1], in[0].Dims[1])}, nil
}

func (o *Kendall) Tile(t *op.Tiler) error {
	g := t.Map(op.Whole(t.In(0)))
	g.Shape = []int{1, 1}
	return t.Out(g)
}

func (o *Kendall) Exec(x *op.Exec) error {
	a, err := x.Array(0).Contig(x.Mem())
	if err != nil {
		return err
	}
	n, m := a.Shape[0], a.Shape[1]
	out, err := nd.New(x.Mem(), dtype.Float64, m, m)
	if err != nil {
		return err
	}
	v, r := nd.Data[float64](a), nd.Data[float64](out)
	err = x.Parallel(m*(m+1)/2, func(pair int) error {
		i := int((math.Sqrt(float64(8*pair+1)) - 1) / 2)
		j := pair - i*(i+1)/2
		var left, right []float64
		for k := range n {
			if p, q := v[k*m+i], v[k*m+j]; p == p && q == q {
				left, right = append(left, p), append(right, q)
			}
		}
		tau := math.NaN()
		switch {
		case len(left) < o.Least:
		case i == j:
			tau = 1
		default:
			tau = sort.Kendall(left, right)
		}
		r[i*m+j], r[j*m+i] = tau, tau
		return nil
	})
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
