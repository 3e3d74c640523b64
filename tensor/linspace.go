package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Spaced is the options of Linspace.
type Spaced struct {
	Open  bool        // leave stop out: endpoint=False
	DType dtype.DType // zero for float64; integers are rounded down
	Chunk []int
}

// Linspace is num numbers from start to stop, evenly spaced. Bounds are numbers; see Spread.
func Linspace(start, stop float64, num int, o ...Spaced) *Tensor {
	s := &spanned{Start: op.WrittenOf(start), Stop: op.WrittenOf(stop), Num: &num}
	if err := op.Once(o); err != nil {
		return bad(op.NameOf(s), err)
	}
	if len(o) > 0 {
		s.Endpoint, s.Dtype, s.ChunkSize = new(!o[0].Open), o[0].DType, o[0].Chunk
	}
	return madeN(2, s)[0]
}

type linspace struct {
	Start, Stop float64
	Num         *int
	Endpoint    *bool
	Dtype       dtype.DType
	ChunkSize   []int
}

func init() {
	op.Register[linspace](op.Doc{
		Face: "inner", Name: "tensor.spaced", Summary: "Evenly spaced numbers between two numbers", Sig: "spaced(start, stop, num=50, endpoint=True, dtype=None, chunk_size=None)",
	})
}

// Normalize settles the dtype.
func (o *linspace) Normalize([]op.Meta) error {
	if o.Dtype.IsZero() {
		o.Dtype = dtype.Float64
	}
	if *o.Num < 0 {
		return errs.New(errs.Invalid, "Number of samples, %d, must be non-negative.", *o.Num)
	}
	return fixed(o.Dtype)
}

func (o *linspace) Infer([]op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(o.Dtype, op.Dim{N: *o.Num})}, checkChunk(o.ChunkSize, 1)
}

func (o *linspace) Tile(t *op.Tiler) error {
	return t.Out(t.SourceAt(t.Even(t.Meta(0), o.ChunkSize)))
}

// Exec computes i*step + start in NumPy's order of operations, and puts stop last.
func (o *linspace) Exec(x *op.Exec) error {
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
	a, err := one(x, []*nd.Array{out}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Cast(in[0], o.Dtype) })
	if err != nil {
		return err
	}
	return x.Put(0, a)
}
