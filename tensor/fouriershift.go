package tensor

import (
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// FFTFreq is the frequencies of the elements of FFT of n samples that lie d apart, in cycles per unit of d: the second half is negative.
func FFTFreq(n int, d ...float64) *Tensor { return frequencies("fftfreq", n, d) }

// RFFTFreq is those of RFFT.
func RFFTFreq(n int, d ...float64) *Tensor { return frequencies("rfftfreq", n, d) }

func frequencies(name string, n int, d []float64) *Tensor {
	f := op.Lookup("tensor.fft." + name).New().(*fourierFreq)
	if f.N = n; len(d) > 0 {
		f.D = &d[0]
	}
	return apply(f)
}

// FFTShift moves frequency 0 to the middle of axes, of all of them where none is named.
func FFTShift(x any, axes ...int) *Tensor { return shifted("fftshift", x, axes) }

// IFFTShift is the inverse of FFTShift.
func IFFTShift(x any, axes ...int) *Tensor { return shifted("ifftshift", x, axes) }

func shifted(name string, x any, axes []int) *Tensor {
	t, err := As(x)
	if err != nil {
		return bad("tensor.fft."+name, err)
	}
	s := op.Lookup("tensor.fft." + name).New().(*fourierShift)
	s.Axes = axes
	return apply(s, t)
}

type fourierFreq struct {
	op.Recipe
	N         int
	D         *float64
	ChunkSize []int
	name      string
}

type fourierShift struct {
	op.Recipe
	Axes []int
	name string
}

func (o *fourierFreq) Row() string  { return o.name }
func (o *fourierShift) Row() string { return o.name }

func init() {
	for _, r := range [][2]string{{"fftfreq", "Frequencies of a discrete Fourier transform"}, {"rfftfreq", "Frequencies of a transform of real lanes"}} {
		op.Register[fourierFreq](op.Doc{
			Name: "tensor.fft." + r[0], Like: "numpy.fft." + r[0], Sig: r[0] + "(n, d=1.0, device=None, chunk_size=None)", Summary: r[1],
		}, fourierFreq{name: r[0]})
	}
	for _, r := range [][2]string{{"fftshift", "Frequency 0 moved to the middle"}, {"ifftshift", "Frequency 0 moved back to the start: the inverse of fftshift"}} {
		op.Register[fourierShift](op.Doc{
			Name: "tensor.fft." + r[0], Like: "numpy.fft." + r[0], Sig: r[0] + "(x, axes=None)", Summary: r[1],
		}, fourierShift{name: r[0]})
	}
}

func (o *fourierFreq) Build() (*Tensor, error) {
	switch unit := 1 / (float64(o.N) * *o.D); {
	case o.N == 0 || *o.D == 0:
		return nil, errs.New(errs.Invalid, "n and d must not be 0: the frequencies are multiples of 1 / (n * d)")
	case o.N < 0:
		return nil, errs.New(errs.Invalid, "negative dimensions are not allowed")
	case math.IsInf(unit, 0) || math.IsNaN(unit):
		return nil, errs.New(errs.Invalid, "1 / (n * d) is not finite")
	case o.name == "rfftfreq":
		return Multiply(Arange(0, o.N/2+1, 1, Create{Chunk: o.ChunkSize}), unit), nil
	default: // places from the middle on count from the end
		k := Arange(0, o.N, 1, Create{Chunk: o.ChunkSize})
		return Multiply(Subtract(k, Multiply(GreaterEqual(k, (o.N-1)/2+1), o.N)), unit), nil
	}
}

// Normalize counts axes from 0.
func (o *fourierShift) Normalize(in []op.Meta) (err error) {
	o.Axes, err = normAxes(o.Axes, len(in[0].Dims))
	o.Axes = allAxes(o.Axes, len(in[0].Dims))
	return err
}

func (o *fourierShift) Build(x *Tensor) (*Tensor, error) {
	if len(o.Axes) == 0 {
		return x, nil
	}
	var by []int
	for _, a := range o.Axes {
		d := x.size(a)
		if !d.Known() {
			return nil, errs.New(errs.Invalid, "%s of an axis of unknown length: execute the tensor first", o.name)
		}
		n := d.N / 2
		if o.name == "ifftshift" {
			n = -n
		}
		by = append(by, n)
	}
	return Roll(x, by, o.Axes...), nil
}
