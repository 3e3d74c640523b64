package fourier

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/fft"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// A fourierKind is how a transform differs from the others.
type fourierKind struct {
	name    string
	real    bool // takes real lanes
	half    bool // gives the first half
	whole   bool // gives real lanes of a first half
	inverse bool
	conj    bool // of the input, or of the output where half
	summary string
}

var fourierKinds = []fourierKind{
	{name: "fft", summary: "Discrete Fourier transform along an axis"},
	{name: "ifft", inverse: true, summary: "Inverse discrete Fourier transform along an axis"},
	{name: "rfft", real: true, half: true, summary: "Discrete Fourier transform of real lanes, without the conjugate half"},
	{name: "irfft", whole: true, inverse: true, summary: "Inverse of rfft: real lanes of half a transform"},
	{name: "hfft", whole: true, conj: true, summary: "Real transform of lanes that are conjugate to their reverse"},
	{name: "ihfft", real: true, half: true, conj: true, inverse: true, summary: "Inverse of hfft, without the conjugate half"},
}

// Fourier is the operand of ?.
type Fourier struct {
	N    *int
	Axis *int
	Norm string
	kind fourierKind
}

func (o *Fourier) Row() string { return o.kind.name }

func init() {
	for _, k := range fourierKinds {
		op.Register[Fourier](op.Doc{
			Name: "tensor.fft." + k.name, Like: "numpy.fft." + k.name, Sig: k.name + "(a, n=None, axis=-1, norm=None, out=None)", Summary: k.summary,
			Notes: "The axis is brought into one chunk. The error is a few units in the last place times the logarithm of the length, relative to the " +
				"root mean square of the result.",
		}, Fourier{kind: k})
	}
}

// Normalize counts the axis from 0 and checks the norm.
func (o *Fourier) Normalize(in []op.Meta) error {
	a, err := chunk.NormAxis(*o.Axis, len(in[0].Dims))
	if err != nil {
		return errs.New(errs.NotFound, "%s", err)
	}
	o.Axis = &a
	_, err = fft.ParseNorm(o.Norm)
	return err
}

// types are the dtypes of the transform's input and of the result.
func (o *Fourier) types(d dtype.DType) (in, out dtype.DType, err error) {
	switch {
	case d.IsComplex() && o.kind.real:
		return d, d, errs.New(errs.Type, "%s takes real input, not %s: transform .real and .imag apart, or call fft", o.kind.name, d)
	case !d.IsComplex() && !d.IsFloat() && !d.IsBool() && !d.IsInteger():
		return d, d, errs.New(errs.Type, "%s of dtype %s: a transform takes numbers", o.kind.name, d)
	}
	re, im := dtype.Float64, dtype.Complex128
	if d == dtype.Float16 || d == dtype.Float32 || d == dtype.Complex64 {
		re, im = dtype.Float32, dtype.Complex64
	}
	switch {
	case o.kind.real:
		return re, im, nil
	case o.kind.whole && d == dtype.Float16:
		return im, d, nil
	case o.kind.whole:
		return im, re, nil
	}
	return im, im, nil
}

// lengths are those of the lanes that are transformed and of the result, for lanes of m elements.
func (o *Fourier) lengths(m int) (n, out int) {
	switch {
	case o.N != nil:
		n = *o.N
	case o.kind.whole:
		n = 2 * (m - 1)
	default:
		n = m
	}
	if o.kind.half {
		return n, n/2 + 1
	}
	return n, n
}

func (o *Fourier) Infer(in []op.Meta) ([]op.Meta, error) {
	_, d, err := o.types(in[0].DType.Is)
	if err != nil {
		return nil, err
	}
	dims := slices.Clone(in[0].Dims)
	axis := &dims[*o.Axis]
	switch {
	case axis.Known() || o.N != nil:
		n, out := o.lengths(axis.N)
		if n < 1 {
			return nil, errs.New(errs.Invalid, "Invalid number of FFT data points (%d) specified.", n)
		}
		*axis = op.Dim{N: out}
	case o.kind.half || o.kind.whole:
		*axis = op.Sym("length of "+o.kind.name, in[0].WithDims(*axis))
	}
	return []op.Meta{op.NewTensor(d, dims...)}, nil
}

func (o *Fourier) Tile(t *op.Tiler) error { return t.Out(t.Map(t.WholeAxes(t.In(0), *o.Axis))) }

func (o *Fourier) Exec(x *op.Exec) error {
	d, _, err := o.types(x.Array(0).DType)
	if err != nil {
		return err
	}
	a, err := chunk.Cast(x, x.Array(0), d)
	if err != nil {
		return err
	}
	norm, err := fft.ParseNorm(o.Norm)
	if err != nil {
		return err
	}
	if o.kind.conj { // hfft is irfft of the conjugate whose norm goes the other way, ihfft the same with rfft
		norm = map[fft.Norm]fft.Norm{fft.Back: fft.Forward, fft.Ortho: fft.Ortho, fft.Forward: fft.Back}[norm]
	}
	n, _ := o.lengths(a.Shape[*o.Axis])
	opt := fft.Options{Inverse: o.kind.inverse, Norm: norm, Parallel: x.Parallel}
	switch {
	case o.kind.half:
		a, err = fft.Real(x.Mem(), a, n, *o.Axis, opt)
	case o.kind.whole:
		if o.kind.conj {
			if a, err = conjugated(x, a); err != nil {
				return err
			}
		}
		a, err = fft.FromReal(x.Mem(), a, n, *o.Axis, opt)
	default:
		a, err = fft.Complex(x.Mem(), a, n, *o.Axis, opt)
	}
	if err == nil && o.kind.half && o.kind.conj {
		a, err = conjugated(x, a)
	}
	if err == nil {
		a, err = chunk.Cast(x, a, x.Out(0).DType.Is)
	}
	if err != nil {
		return err
	}
	return x.Put(0, a)
}

func conjugated(x *op.Exec, a *nd.Array) (*nd.Array, error) {
	return chunk.One(x, []*nd.Array{a}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Call("conjugate", in...) })
}
