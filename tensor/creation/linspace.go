package creation

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Linspace is the operand of tensor.spaced.
type Linspace struct {
	Start, Stop float64
	Num         *int
	Endpoint    *bool
	Dtype       dtype.DType
	ChunkSize   []int
}

func init() {
	op.Register[Linspace](op.Doc{
		Face: "inner", Name: "tensor.spaced", Summary: "Evenly spaced numbers between two numbers", Sig: "spaced(start, stop, num=50, endpoint=True, dtype=None, chunk_size=None)",
	})
}

// Normalize settles the dtype.
func (o *Linspace) Normalize([]op.Meta) error {
	if o.Dtype.IsZero() {
		o.Dtype = dtype.Float64
	}
	if *o.Num < 0 {
		return errs.New(errs.Invalid, "Number of samples, %d, must be non-negative.", *o.Num)
	}
	return chunk.Fixed(o.Dtype)
}

func (o *Linspace) Infer([]op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(o.Dtype, op.Dim{N: *o.Num})}, chunk.CheckChunk(o.ChunkSize, 1)
}

func (o *Linspace) Tile(t *op.Tiler) error {
	return t.Out(t.SourceAt(t.Even(t.Meta(0), o.ChunkSize)))
}

// Exec computes i*step + start in NumPy's order of operations, and puts stop last.
func (o *Linspace) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	lo, n := x.Lo()[0], shape[0]
	out := x.Alloc(dtype.Float64, n)
	div := float64(*o.Num)
	if *o.Endpoint {
		div--
	}
	delta := o.Stop - o.Start
	step := delta / div
	v := nd.Data[float64](out)
	for i := range v {
		k := float64(lo + i)
		switch {
		case div == 0: // one sample, the start; NumPy multiplies by delta
			v[i] = k*delta + o.Start
		case step == 0:
			v[i] = k/div*delta + o.Start
		default:
			v[i] = float64(k*step) + o.Start // rounded twice: no fused multiply-add
		}
	}
	if *o.Endpoint && *o.Num > 1 && lo+n == *o.Num && n > 0 {
		v[n-1] = o.Stop
	}
	if o.Dtype.IsInteger() {
		for i := range v {
			v[i] = math.Floor(v[i])
		}
	}
	a, err := chunk.One(x, []*nd.Array{out}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Cast(in[0], o.Dtype) })
	if err != nil {
		return err
	}
	return x.Put(0, a)
}
