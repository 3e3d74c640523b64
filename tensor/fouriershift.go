package tensor

import (
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

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
	op.Register[fourierFreq](op.Doc{
		Name: "tensor.fft.fftfreq", Like: "numpy.fft.fftfreq", Sig: "fftfreq(n, d=1.0, device=None, chunk_size=None)", Summary: "Frequencies of a discrete Fourier transform",
		Text: "They are those of n samples that lie d apart, in cycles per unit of d: the second half is negative.", Go: "FFTFreq(n, d...)",
	}, fourierFreq{name: "fftfreq"})
	op.Register[fourierFreq](op.Doc{
		Name: "tensor.fft.rfftfreq", Like: "numpy.fft.rfftfreq", Sig: "rfftfreq(n, d=1.0, device=None, chunk_size=None)", Summary: "Frequencies of a transform of real lanes",
		Text: "They are those of n samples that lie d apart, in cycles per unit of d.", Go: "RFFTFreq(n, d...)",
	}, fourierFreq{name: "rfftfreq"})
	op.Register[fourierShift](op.Doc{
		Name: "tensor.fft.fftshift", Like: "numpy.fft.fftshift", Sig: "fftshift(x, axes=None)", Summary: "Frequency 0 moved to the middle",
		Text: "All axes are moved where none is named.", Go: "FFTShift(x, axes...)",
	}, fourierShift{name: "fftshift"})
	op.Register[fourierShift](op.Doc{
		Name: "tensor.fft.ifftshift", Like: "numpy.fft.ifftshift", Sig: "ifftshift(x, axes=None)", Summary: "Frequency 0 moved back to the start: the inverse of fftshift",
		Go: "IFFTShift(x, axes...)",
	}, fourierShift{name: "ifftshift"})
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
	o.Axes, err = chunk.NormAxes(o.Axes, len(in[0].Dims))
	o.Axes = chunk.AllAxes(o.Axes, len(in[0].Dims))
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
