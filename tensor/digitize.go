package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Digitize is the number of the bin of each element: i where bins[i-1] <= x < bins[i], or bins[i-1] < x <= bins[i] with right. Bins
// rise or fall; they are Go numbers or an *nd.Array. NaN lies above all.
func Digitize(x, bins any, right ...bool) *Tensor {
	t, err := As(x)
	if err != nil {
		return bad("tensor.digitize", err)
	}
	edges, err := binsOf(bins)
	if err != nil {
		return bad("tensor.digitize", err)
	}
	a, ok := edges.(*nd.Array)
	if !ok {
		return bad("tensor.digitize", errs.New(errs.Type, "bins are an array, not %v", bins))
	}
	return apply(&digitize{Bins: a, Right: len(right) > 0 && right[0]}, t)
}

type digitize struct {
	op.Rowwise
	Bins  *nd.Array
	Right bool
}

func init() {
	op.Register[digitize](op.Doc{
		Name: "tensor.digitize", Like: "numpy.digitize", Sig: "digitize(x, bins, right=False)", Summary: "Number of the bin of each element",
	})
}

// edges are the bins as float64 in rising order, and whether they fell.
func (o *digitize) edges() (e []float64, fell bool, err error) {
	b := o.Bins
	if b.Rank() != 1 {
		return nil, false, errs.New(errs.Invalid, "bins must be 1-dimensional")
	}
	for i := range b.Shape[0] {
		switch v := b.Item(i).(type) {
		case float64:
			e = append(e, v)
		case float32:
			e = append(e, float64(v))
		case int64:
			e = append(e, float64(v))
		default:
			return nil, false, errs.New(errs.Type, "bins of %s", b.DType)
		}
	}
	if len(e) > 1 && e[0] > e[len(e)-1] {
		fell = true
		slices.Reverse(e)
	}
	if !slices.IsSorted(e) {
		return nil, false, errs.New(errs.Invalid, "bins must be monotonically increasing or decreasing")
	}
	return e, fell, nil
}

func (o *digitize) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].DType.Is.IsComplex() {
		return nil, errs.New(errs.Type, "x may not be complex")
	}
	if in[0].DType.Is.IsTemporal() {
		return nil, errs.New(errs.Type, "digitize of %s", in[0].DType.Is)
	}
	_, _, err := o.edges()
	return []op.Meta{op.NewTensor(dtype.Int64, in[0].Dims...)}, err
}

// Exec searches the bins.
func (o *digitize) Exec(x *op.Exec) error {
	e, fell, err := o.edges()
	if err != nil {
		return err
	}
	v, err := cast(x, x.Array(0), dtype.Float64)
	if err != nil {
		return err
	}
	out, err := sort.Search(x.Mem(), nd.Of(e, len(e)), v, !o.Right, x.Parallel)
	if err == nil && fell {
		out, err = one(x, []*nd.Array{out}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
			return b.Call("subtract", b.Const(len(e), dtype.Int64), in[0])
		})
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
