package tensor

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/fourier"
)

// FourierN is the options of transforms along several axes.
type FourierN struct {
	S    []int  // lengths that lanes are cut or filled up to, one for each axis; -1 is their own. The default is their own.
	Axes []int  // The default is all axes, of the two-dimensional ones the last two.
	Norm string // as in Fourier
}

// FFTN is the discrete Fourier transform along several axes.
func FFTN(a any, o ...FourierN) *Tensor { return fourierNOf("fftn", a, o) }

// IFFTN is the inverse of FFTN.
func IFFTN(a any, o ...FourierN) *Tensor { return fourierNOf("ifftn", a, o) }

// RFFTN is RFFT along the last of the axes and FFT along the others.
func RFFTN(a any, o ...FourierN) *Tensor { return fourierNOf("rfftn", a, o) }

// IRFFTN is the inverse of RFFTN; the last of the axes has 2*(m-1) elements where S does not say.
func IRFFTN(a any, o ...FourierN) *Tensor { return fourierNOf("irfftn", a, o) }

// FFT2 is FFTN along two axes.
func FFT2(a any, o ...FourierN) *Tensor { return fourierNOf("fft2", a, o) }

// IFFT2 is the inverse of FFT2.
func IFFT2(a any, o ...FourierN) *Tensor { return fourierNOf("ifft2", a, o) }

// RFFT2 is RFFTN along two axes.
func RFFT2(a any, o ...FourierN) *Tensor { return fourierNOf("rfft2", a, o) }

// IRFFT2 is the inverse of RFFT2.
func IRFFT2(a any, o ...FourierN) *Tensor { return fourierNOf("irfft2", a, o) }

func fourierNOf(name string, a any, o []FourierN) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor.fft."+name, err)
	}
	f := op.Lookup("tensor.fft." + name).New().(*fourierN)
	if len(o) > 0 {
		f.S, f.Axes, f.Norm = o[0].S, o[0].Axes, o[0].Norm
	}
	return apply(f, t)
}

type fourierN struct {
	op.Recipe
	S    []int
	Axes []int
	Norm string
	name string
}

func (o *fourierN) Row() string { return o.name }

func init() {
	for _, r := range []struct{ name, summary string }{
		{"fft", "Discrete Fourier transform along %"},
		{"ifft", "Inverse discrete Fourier transform along %"},
		{"rfft", "Discrete Fourier transform of real elements along %, without the conjugate half of the last one"},
		{"irfft", "Inverse of rfft% along several axes: real elements"},
	} {
		for _, n := range []string{"2", "n"} {
			name, axes, along := r.name+n, "None", "several axes"
			if n == "2" {
				axes, along = "(-2, -1)", "two axes"
			}
			if r.name == "irfft" {
				along = n
			}
			forms := map[string]string{"n": "axes=beside:s"}[n]
			op.Register[fourierN](op.Doc{
				Forms: forms,
				Name:  "tensor.fft." + name, Like: "numpy.fft." + name, Sig: name + "(a, s=None, axes=" + axes + ", norm=None, out=None)",
				Summary: strings.Replace(r.summary, "%", along, 1), Notes: "Each axis in its turn is brought into one chunk, the last one first.",
			}, fourierN{name: name})
		}
	}
}

// Normalize names the axes, counted from 0, and their lengths.
func (o *fourierN) Normalize(in []op.Meta) error {
	rank := len(in[0].Dims)
	axes := o.Axes
	switch {
	case axes == nil && strings.HasSuffix(o.name, "2"):
		axes = []int{-2, -1}
	case axes == nil:
		k := rank
		if o.S != nil {
			k = len(o.S)
		}
		for i := range k {
			axes = append(axes, i-k)
		}
	}
	if o.S != nil && len(o.S) != len(axes) {
		return errs.New(errs.Invalid, "Shape and axes have different lengths.")
	}
	if len(axes) == 0 && strings.Contains(o.name, "r") {
		return errs.New(errs.Invalid, "%s needs an axis, and there is none", o.name)
	}
	o.Axes = slices.Clone(axes)
	for i, a := range axes {
		k, err := chunk.NormAxis(a, rank)
		if err != nil {
			return errs.New(errs.NotFound, "%s", err)
		}
		o.Axes[i] = k
	}
	return nil
}

func (o *fourierN) Build(a *Tensor) *Tensor {
	v, base := a, o.name[:len(o.name)-1]
	step := func(name string, i int) {
		f := op.Lookup("tensor.fft." + name).New().(*fourier.Fourier)
		f.Axis, f.Norm = &o.Axes[i], o.Norm
		if o.S != nil && o.S[i] != -1 {
			f.N = &o.S[i]
		} else if o.S != nil && name == "irfft" {
			if n := v.size(o.Axes[i]); n.Known() {
				f.N = &n.N
			}
		}
		v = apply(f, v)
	}
	last := len(o.Axes) - 1
	switch base {
	case "rfft":
		step("rfft", last)
		for i := last - 1; i >= 0; i-- {
			step("fft", i)
		}
	case "irfft":
		for i := range last {
			step("ifft", i)
		}
		step("irfft", last)
	default:
		for i := last; i >= 0; i-- {
			step(base, i)
		}
	}
	return v
}
