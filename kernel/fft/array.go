package fft

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Norm says which direction is divided by the length: numpy.fft's norm.
type Norm uint8

const (
	Back    Norm = iota // the inverse transform ("backward")
	Ortho               // both, by the square root
	Forward             // the forward transform
)

// ParseNorm reads NumPy's name of a Norm; the empty one is that of Back.
func ParseNorm(s string) (Norm, error) {
	if i := slices.Index([]string{"backward", "ortho", "forward"}, s); i >= 0 {
		return Norm(i), nil
	}
	if s == "" {
		return Back, nil
	}
	return 0, errs.New(errs.Invalid, "Invalid norm value %s; should be \"backward\", \"ortho\" or \"forward\".", s)
}

// factor is what a result of a transform of n elements is multiplied by.
func (m Norm) factor(n int, inverse bool) float64 {
	switch {
	case m == Ortho:
		return 1 / math.Sqrt(float64(n))
	case (m == Back) == inverse:
		return 1 / float64(n)
	}
	return 1
}

// Options are how arrays are transformed; the zero value is a forward transform as numpy.fft.fft does it.
type Options struct {
	Inverse  bool
	Norm     Norm
	Parallel parallel.Func
}

// A Transform is all that lanes of one dtype and length need: made once, it serves any number of arrays, at
// the same time too.
type Transform struct {
	from dtype.DType
	run  func(al mem.Allocator, a *nd.Array, axis int) (*nd.Array, error)
}

// Along transforms a, of the dtype that the Transform was made for, along an axis. Lanes are cut or filled up
// with zeros.
func (t *Transform) Along(al mem.Allocator, a *nd.Array, axis int) (*nd.Array, error) {
	if a.DType != t.from {
		return nil, errs.New(errs.Type, "a transform of %v got %v", t.from, a.DType)
	}
	return t.run(al, a, axis)
}

func newTransform[F float](from, to dtype.DType, n, out int, o Options, open func(n int, o Options) job[F]) (*Transform, error) {
	if n < 1 {
		return nil, errs.New(errs.Invalid, "Invalid number of FFT data points (%d) specified.", n)
	}
	j := open(n, o)
	return &Transform{from, func(al mem.Allocator, a *nd.Array, axis int) (*nd.Array, error) {
		return transform(al, a, to, n, out, axis, o.Parallel, j)
	}}, nil
}

// NewComplex is the transform of n elements of complex64 or complex128: numpy.fft.fft, and ifft with Inverse.
// Invalid: n is not positive;
// Type: another dtype.
func NewComplex(d dtype.DType, n int, o Options) (*Transform, error) {
	switch d {
	case dtype.Complex128:
		return newTransform(d, d, n, n, o, complexJob[float64])
	case dtype.Complex64:
		return newTransform(d, d, n, n, o, complexJob[float32])
	}
	return nil, errs.New(errs.Type, "no complex transform of %v", d)
}

// NewReal is the first n/2+1 elements of the forward transform of n of float32 or float64; the others are
// their conjugates: numpy.fft.rfft. Errors are those of NewComplex.
func NewReal(d dtype.DType, n int, o Options) (*Transform, error) {
	o.Inverse = false
	switch d {
	case dtype.Float64:
		return newTransform(d, dtype.Complex128, n, n/2+1, o, realJob[float64])
	case dtype.Float32:
		return newTransform(d, dtype.Complex64, n, n/2+1, o, realJob[float32])
	}
	return nil, errs.New(errs.Type, "no real transform of %v", d)
}

// NewFromReal is the inverse of NewReal, for the dtype of its results: n real elements of the first n/2+1 of
// their transform: numpy.fft.irfft. Imaginary parts of the first element, and of the last one where n is
// even, are not looked at.
func NewFromReal(d dtype.DType, n int, o Options) (*Transform, error) {
	o.Inverse = true
	switch d {
	case dtype.Complex128:
		return newTransform(d, dtype.Float64, n, n, o, fromRealJob[float64])
	case dtype.Complex64:
		return newTransform(d, dtype.Float32, n, n, o, fromRealJob[float32])
	}
	return nil, errs.New(errs.Type, "no inverse real transform of %v", d)
}

// Complex is NewComplex for one array.
func Complex(al mem.Allocator, a *nd.Array, n, axis int, o Options) (*nd.Array, error) {
	return once(al, a, axis)(NewComplex(a.DType, n, o))
}

// Real is NewReal for one array.
func Real(al mem.Allocator, a *nd.Array, n, axis int, o Options) (*nd.Array, error) {
	return once(al, a, axis)(NewReal(a.DType, n, o))
}

// FromReal is NewFromReal for one array.
func FromReal(al mem.Allocator, a *nd.Array, n, axis int, o Options) (*nd.Array, error) {
	return once(al, a, axis)(NewFromReal(a.DType, n, o))
}

func once(al mem.Allocator, a *nd.Array, axis int) func(*Transform, error) (*nd.Array, error) {
	return func(t *Transform, err error) (*nd.Array, error) {
		if err != nil {
			return nil, err
		}
		return t.Along(al, a, axis)
	}
}

// ComplexN is Complex along several axes, each at its own length, the last one first: numpy.fft.fftn.
func ComplexN(al mem.Allocator, a *nd.Array, axes []int, o Options) (*nd.Array, error) {
	for _, axis := range slices.Backward(axes) {
		var err error
		if a, err = Complex(al, a, a.Shape[axis], axis, o); err != nil {
			return nil, err
		}
	}
	return a, nil
}
