package counts

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Digitize searches the whole of the bins for every chunk.
type Digitize struct {
	Right bool // bins hold their right edge, not their left
}

func init() {
	op.Register[Digitize](op.Doc{
		Name: "tensor.digitize", Like: "numpy.digitize", Sig: "digitize(x, bins, right=False)", Summary: "Number of the bin of each element", Go: "Digitize(x, bins, DigitizeOptions)",
		Text: "It is i where bins[i-1] <= x < bins[i], or bins[i-1] < x <= bins[i] with right. Bins rise or fall, which is checked when it runs. NaN lies above all.",
	})
}

// falling reports bins that fall. Invalid for bins that do neither; they are compared as float64 for that.
func falling(x *op.Exec, b *nd.Array) (bool, error) {
	e, err := float64s(x, b)
	if err != nil {
		return false, err
	}
	fell := len(e) > 1 && e[0] > e[len(e)-1]
	for i := 1; i < len(e); i++ {
		if fell && e[i] > e[i-1] || !fell && e[i] < e[i-1] {
			return false, errs.New(errs.Invalid, "bins must be monotonically increasing or decreasing")
		}
	}
	return fell, nil
}

func (o *Digitize) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].DType.Is.IsComplex() {
		return nil, errs.New(errs.Type, "x may not be complex")
	}
	if in[0].DType.Is.IsTemporal() {
		return nil, errs.New(errs.Type, "digitize of %s", in[0].DType.Is)
	}
	if len(in[1].Dims) != 1 {
		return nil, errs.New(errs.Invalid, "object of too small depth for desired array")
	}
	if d := in[1].DType.Is; d.IsComplex() || d.IsTemporal() {
		return nil, errs.New(errs.Type, "bins of %s", d)
	}
	return []op.Meta{op.NewTensor(dtype.Int64, in[0].Dims...)}, nil
}

// Tile gives all bins to every chunk.
func (o *Digitize) Tile(t *op.Tiler) error { return t.Out(t.Map(t.In(0), op.Whole(t.In(1)))) }

// Exec searches the bins, in the dtype that they have together with the elements.
func (o *Digitize) Exec(x *op.Exec) error {
	fell, err := falling(x, x.Array(1))
	if err != nil {
		return err
	}
	d, err := dtype.Promote(x.Array(1).DType, x.Array(0).DType)
	if err != nil {
		return err
	}
	e := x.Array(1)
	if fell {
		e = e.Slice(0, e.Shape[0]-1, -1, -1)
	}
	if e, err = chunk.Cast(x, e, d); err != nil {
		return err
	}
	v, err := chunk.Cast(x, x.Array(0), d)
	if err != nil {
		return err
	}
	out, err := sort.Search(x.Mem(), e, v, !o.Right, x.Parallel)
	if err == nil && fell {
		out, err = chunk.One(x, []*nd.Array{out}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
			return b.Call("subtract", b.Const(x.Array(1).Shape[0], dtype.Int64), in[0])
		})
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
