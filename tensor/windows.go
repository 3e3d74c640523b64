package tensor

import (
	"math"

	"github.com/mars-project/mars-go/kernel/special"
	"github.com/mars-project/mars-go/op"
)

// Bartlett is the window of m points that is a triangle, 0 at its ends.
func Bartlett(m int) *Tensor { return windowOf("bartlett", m, 0) }

// Blackman is Blackman's window of m points, a sum of three cosines.
func Blackman(m int) *Tensor { return windowOf("blackman", m, 0) }

// Hamming is Hamming's window of m points, a raised cosine.
func Hamming(m int) *Tensor { return windowOf("hamming", m, 0) }

// Hanning is Hann's window of m points, a raised cosine that is 0 at its ends.
func Hanning(m int) *Tensor { return windowOf("hanning", m, 0) }

// Kaiser is Kaiser's window of m points: beta trades the width of the main lobe for the height of the others.
func Kaiser(m int, beta float64) *Tensor { return windowOf("kaiser", m, beta) }

func windowOf(name string, m int, beta float64) *Tensor {
	w := op.Lookup("tensor." + name).New().(*window)
	w.M, w.Beta = m, beta
	return apply(w)
}

type window struct {
	op.Recipe
	M    int
	Beta float64 `sig:"-"` // of kaiser
	name string
}

func (o *window) Row() string { return o.name }

func init() {
	for _, r := range [][3]string{
		{"bartlett", "bartlett(m)", "Triangular window"},
		{"blackman", "blackman(m)", "Blackman's window"},
		{"hamming", "hamming(m)", "Hamming's window"},
		{"hanning", "hanning(m)", "Hann's window"},
		{"kaiser", "kaiser(m, beta)", "Kaiser's window"},
	} {
		op.Register[window](op.Doc{Name: "tensor." + r[0], Like: "numpy." + r[0], Sig: r[1], Forms: "m=as:M", Summary: r[2]}, window{name: r[0]})
	}
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
