package tensor

import (
	"math"

	"github.com/mars-project/mars-go/kernel/special"
	"github.com/mars-project/mars-go/op"
)

type window struct {
	op.Recipe
	M    int
	Beta float64 `sig:"-"` // of kaiser
	name string
}

func (o *window) Row() string { return o.name }

func init() {
	op.Register[window](op.Doc{
		Name: "tensor.bartlett", Like: "numpy.bartlett", Sig: "bartlett(m)", Forms: "m=as:M", Summary: "Triangular window", Text: "It is 0 at its ends.", Go: "Bartlett",
	}, window{name: "bartlett"})
	op.Register[window](op.Doc{
		Name: "tensor.blackman", Like: "numpy.blackman", Sig: "blackman(m)", Forms: "m=as:M", Summary: "Blackman's window", Text: "It is a sum of three cosines.", Go: "Blackman",
	}, window{name: "blackman"})
	op.Register[window](op.Doc{
		Name: "tensor.hamming", Like: "numpy.hamming", Sig: "hamming(m)", Forms: "m=as:M", Summary: "Hamming's window", Text: "It is a raised cosine.", Go: "Hamming",
	}, window{name: "hamming"})
	op.Register[window](op.Doc{
		Name: "tensor.hanning", Like: "numpy.hanning", Sig: "hanning(m)", Forms: "m=as:M", Summary: "Hann's window", Text: "It is a raised cosine that is 0 at its ends.", Go: "Hanning",
	}, window{name: "hanning"})
	op.Register[window](op.Doc{
		Name: "tensor.kaiser", Like: "numpy.kaiser", Sig: "kaiser(m, beta)", Forms: "m=as:M", Summary: "Kaiser's window", Text: "beta trades the width of the main lobe for the height of the others.", Go: "Kaiser",
	}, window{name: "kaiser"})
}

// Build counts n = 1-m, 3-m, ..., m-1, twice the distances from the middle.
func (o *window) Build() *Tensor {
	if o.M < 1 {
		return Zeros(Shape(0))
	}
	if o.M == 1 {
		return Ones(Shape(1))
	}
	m := float64(o.M)
	n := Arange(1-m, m, 2.0)
	cos := func(k float64) *Tensor { return Cos(Divide(Multiply(n, k*math.Pi), m-1)) }
	switch o.name {
	case "bartlett":
		return Subtract(1, Divide(Absolute(n), m-1))
	case "blackman":
		return Add(Add(Multiply(cos(1), 0.5), Multiply(cos(2), 0.08)), 0.42)
	case "hamming":
		return Add(Multiply(cos(1), 0.46), 0.54)
	case "hanning":
		return Add(Multiply(cos(1), 0.5), 0.5)
	}
	r := Divide(n, m-1)
	return Divide(I0(Multiply(Sqrt(Subtract(1, Multiply(r, r))), o.Beta)), special.I0(o.Beta))
}
