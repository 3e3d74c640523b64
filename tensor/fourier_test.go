package tensor_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// lanes is that of testdata/fourier.py.
func lanes(shape ...int) *tensor.Tensor {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return tensor.Reshape(matrix(1, n), shape...)
}

func TestFourier(t *testing.T) {
	g := marstest.Load(t, "testdata/fourier.json")
	real := lanes(2, 3, 6)
	whole := tensor.Remainder(tensor.Reshape(tensor.Arange(0, 21, 1), 3, 7), 5)
	z := tensor.Add(real, tensor.Multiply(1i, lanes(2, 3, 6).Get(tensor.Whole.Every(-1))))
	kinds := map[string]*tensor.Tensor{
		"float64": real, "float32": tensor.AsType(real, dtype.Float32), "int64": whole, "bool": tensor.Greater(whole, 2), "complex128": z,
		"float16": tensor.AsType(tensor.Divide(real.Get(tensor.At(0)), 4), dtype.Float16), "complex64": tensor.AsType(z, dtype.Complex64),
		"timedelta64[s]": tensor.AsType(whole, dtype.Timedelta(dtype.Second)),
	}
	tol, cut := marstest.Tol(1e-10, 1e-12), marstest.ChunkBytes(64, 400)
	axis := func(k int) *int { return &k }
	for name, f := range map[string]func(a any, o ...tensor.Fourier) *tensor.Tensor{
		"fft": tensor.FFT, "ifft": tensor.IFFT, "rfft": tensor.RFFT, "irfft": tensor.IRFFT, "hfft": tensor.HFFT, "ihfft": tensor.IHFFT,
	} {
		a := z
		if name == "rfft" || name == "ihfft" {
			a = real
		}
		for k, v := range kinds {
			d, want := tol, any(g.Get(t, name+" "+k))
			if k == "float32" || k == "complex64" || k == "float16" {
				d = marstest.Tol(1e-3, 2e-4)
			}
			if w := want.(marstest.Golden); w.Kind == "error" {
				want = errs.Type
			}
			marstest.Check(t, name+" "+k, f(v), want, d, cut)
		}
		for what, o := range map[string]tensor.Fourier{
			"ortho": {Norm: "ortho"}, "forward": {Norm: "forward"}, "backward": {Norm: "backward"}, "crops": {N: 4}, "pads": {N: 9},
			"odd": {N: 7, Axis: axis(1)}, "first axis": {Axis: axis(0)}, "n": {N: -1},
		} {
			marstest.Check(t, name+" "+what, f(a, o), g.Get(t, name+" "+what), tol, cut)
		}
		marstest.Check(t, name+" one", f(a.Get(tensor.At(0), tensor.At(0)), tensor.Fourier{N: 1}), g.Get(t, name+" one"), tol, cut)
		marstest.Check(t, name+" norm", f(a, tensor.Fourier{Norm: "x"}), errs.Invalid)
		marstest.Check(t, name+" none", f(tensor.Zeros(tensor.Shape(3, 0))), g.Get(t, name+" none"))
		marstest.Check(t, name+" of no lanes", f(tensor.Zeros(tensor.Shape(0, 4))), g.Get(t, name+" of no lanes"))
		marstest.Check(t, name+" of nothing", f(nil), errs.Type)
		marstest.Check(t, name+" axis", f(a, tensor.Fourier{Axis: axis(3)}), errs.NotFound)
	}
	big := real.Get(tensor.At(0), tensor.At(0)) // of unknown length before it runs
	some := tensor.Compress(tensor.Greater(big, -99), big)
	for name, v := range map[string]*tensor.Tensor{"fft": tensor.FFT(some), "rfft": tensor.RFFT(some), "irfft": tensor.IRFFT(some)} {
		marstest.Check(t, name+" of unknown length", v, g.Get(t, name+" of a lane"), tol)
	}
}

func TestFourierN(t *testing.T) {
	g := marstest.Load(t, "testdata/fourier.json")
	real := lanes(2, 3, 6)
	z := tensor.Add(real, tensor.Multiply(1i, lanes(2, 3, 6).Get(tensor.Whole.Every(-1))))
	tol, cut := marstest.Tol(1e-10, 1e-12), marstest.ChunkBytes(64, 400)
	for name, f := range map[string]func(a any, o ...tensor.FourierN) *tensor.Tensor{
		"fftn": tensor.FFTN, "ifftn": tensor.IFFTN, "rfftn": tensor.RFFTN, "irfftn": tensor.IRFFTN,
		"fft2": tensor.FFT2, "ifft2": tensor.IFFT2, "rfft2": tensor.RFFT2, "irfft2": tensor.IRFFT2,
	} {
		a := z
		if strings.HasPrefix(name, "r") {
			a = real
		}
		marstest.Check(t, name, f(a), g.Get(t, name), tol, cut)
		marstest.Check(t, name+" s", f(a, tensor.FourierN{S: []int{5, 3}, Axes: []int{0, 2}}), g.Get(t, name+" s"), tol, cut)
		marstest.Check(t, name+" whole s", f(a, tensor.FourierN{S: []int{-1, 6}, Axes: []int{2, 1}}), g.Get(t, name+" whole s"), tol, cut)
		marstest.Check(t, name+" ortho", f(a, tensor.FourierN{Axes: []int{1, 0}, Norm: "ortho"}), g.Get(t, name+" ortho"), tol, cut)
		marstest.Check(t, name+" float32", f(tensor.AsType(real, dtype.Float32)), g.Get(t, name+" float32"), marstest.Tol(1e-3, 2e-4), cut)
		marstest.Check(t, name+" lengths", f(a, tensor.FourierN{S: []int{2}, Axes: []int{0, 1}}), g.Get(t, name+" lengths"))
		marstest.Check(t, name+" axis", f(a, tensor.FourierN{Axes: []int{0, 3}}), errs.NotFound)
		marstest.Check(t, name+" of nothing", f(nil), errs.Type)
	}
}

func TestFourierFrequencies(t *testing.T) {
	g := marstest.Load(t, "testdata/fourier.json")
	for _, n := range []int{1, 8, 9} {
		name := map[int]string{1: "1", 8: "8", 9: "9"}[n]
		marstest.Check(t, "fftfreq "+name, tensor.FFTFreq(n, 0.3), g.Get(t, "fftfreq "+name))
		marstest.Check(t, "rfftfreq "+name, tensor.RFFTFreq(n, 0.3), g.Get(t, "rfftfreq "+name))
	}
	marstest.Check(t, "fftfreq", tensor.FFTFreq(50), g.Get(t, "fftfreq"))
	marstest.Check(t, "rfftfreq", tensor.RFFTFreq(50), g.Get(t, "rfftfreq"))
	marstest.Check(t, "fftfreq of 0", tensor.FFTFreq(0), errs.Invalid)
	marstest.Check(t, "rfftfreq of -2", tensor.RFFTFreq(-2), errs.Invalid)
	real := lanes(2, 3, 6)
	whole := tensor.Remainder(tensor.Reshape(tensor.Arange(0, 21, 1), 3, 7), 5)
	for name, f := range map[string]func(x any, axes ...int) *tensor.Tensor{"fftshift": tensor.FFTShift, "ifftshift": tensor.IFFTShift} {
		marstest.Check(t, name, f(real), g.Get(t, name))
		marstest.Check(t, name+" axes", f(whole, 0, 1), g.Get(t, name+" axes"))
		marstest.Check(t, name+" last", f(real, -1), g.Get(t, name+" last"))
		marstest.Check(t, name+" axis", f(real, 3), errs.Invalid)
	}
}
