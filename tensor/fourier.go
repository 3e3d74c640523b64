package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/fourier"
)

// Fourier is the options of transforms along one axis.
type Fourier struct {
	N    int    // lanes are cut or filled up with zeros to so many elements. The default is their own length.
	Axis *int   // The default is the last one.
	Norm string // which direction is divided by the length: "backward", "ortho" (both, by its root) or "forward". The default is "backward".
}

// FFT is the discrete Fourier transform along an axis. Single precision stays single.
func FFT(a any, o ...Fourier) *Tensor { return fourierOf("fft", a, o) }

// IFFT is the inverse of FFT.
func IFFT(a any, o ...Fourier) *Tensor { return fourierOf("ifft", a, o) }

// RFFT is the first n/2+1 elements of FFT of real lanes; the others are their conjugates.
func RFFT(a any, o ...Fourier) *Tensor { return fourierOf("rfft", a, o) }

// IRFFT is the inverse of RFFT: N real elements, 2*(m-1) for lanes of m.
func IRFFT(a any, o ...Fourier) *Tensor { return fourierOf("irfft", a, o) }

// HFFT is FFT of lanes that are conjugate to their own reverse, of which the first half is given: N real
// elements, 2*(m-1) for lanes of m.
func HFFT(a any, o ...Fourier) *Tensor { return fourierOf("hfft", a, o) }

// IHFFT is the inverse of HFFT: the first n/2+1 elements.
func IHFFT(a any, o ...Fourier) *Tensor { return fourierOf("ihfft", a, o) }

func fourierOf(name string, a any, o []Fourier) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor.fft."+name, err)
	}
	f := op.Lookup("tensor.fft." + name).New().(*fourier.Fourier)
	if len(o) > 0 {
		f.Axis, f.Norm = o[0].Axis, o[0].Norm
		if o[0].N != 0 {
			f.N = &o[0].N
		}
	}
	return apply(f, t)
}
