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
		Face: "hand",
		Name: "tensor.digitize", Like: "numpy.digitize", Sig: "digitize(x, bins, right=False)", Summary: "Number of the bin of each element",
	})
}

// falls reports bins that fall. Invalid for bins that do neither; they are compared as float64 for that.
func (o *digitize) falls() (fell bool, err error) {
	var e []float64
	b := o.Bins
	if b.Rank() != 1 {
		return false, errs.New(errs.Invalid, "bins must be 1-dimensional")
	}
	for i := range b.Shape[0] {
		v := b.Item(i)
		if u, ok := v.(uint64); ok {
			e = append(e, float64(u))
			continue
		}
		switch v := number(v).(type) {
		case float64:
			e = append(e, v)
		case int64:
			e = append(e, float64(v))
		default:
			return false, errs.New(errs.Type, "bins of %s", b.DType)
		}
	}
	if len(e) > 1 && e[0] > e[len(e)-1] {
		fell = true
		slices.Reverse(e)
	}
	if !slices.IsSorted(e) {
		return false, errs.New(errs.Invalid, "bins must be monotonically increasing or decreasing")
	}
	return fell, nil
}

func (o *digitize) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].DType.Is.IsComplex() {
		return nil, errs.New(errs.Type, "x may not be complex")
	}
	if in[0].DType.Is.IsTemporal() {
		return nil, errs.New(errs.Type, "digitize of %s", in[0].DType.Is)
	}
	_, err := o.falls()
	return []op.Meta{op.NewTensor(dtype.Int64, in[0].Dims...)}, err
}

// Exec searches the bins, in the dtype that they have together with the elements.
func (o *digitize) Exec(x *op.Exec) error {
	fell, err := o.falls()
	if err != nil {
		return err
	}
	d, err := dtype.Promote(o.Bins.DType, x.Array(0).DType)
	if err != nil {
		return err
	}
	e := o.Bins
	if fell {
		e = e.Slice(0, e.Shape[0]-1, -1, -1)
	}
	if e, err = cast(x, e, d); err != nil {
		return err
	}
	v, err := cast(x, x.Array(0), d)
	if err != nil {
		return err
	}
	out, err := sort.Search(x.Mem(), e, v, !o.Right, x.Parallel)
	if err == nil && fell {
		out, err = one(x, []*nd.Array{out}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
			return b.Call("subtract", b.Const(o.Bins.Shape[0], dtype.Int64), in[0])
		})
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
