package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type convolve struct {
	op.Recipe
	Mode string
	name string
}

func (o *convolve) Row() string { return o.name }

func init() {
	const text = "Of mode full it has an element for every overlap, of same as many as the longer vector, of valid those where the vectors overlap entirely."
	const notes = "The shorter vector has at most 1000 elements: each is a step of the graph."
	op.Register[convolve](op.Doc{
		Name: "tensor.convolve", Like: "numpy.convolve", Sig: "convolve(a, v, mode='full')", Summary: "Discrete convolution of two vectors", Text: text, Notes: notes,
		Go: "Convolve(a, v, mode...)",
	}, convolve{name: "convolve"})
	op.Register[convolve](op.Doc{
		Name: "tensor.correlate", Like: "numpy.correlate", Sig: "correlate(a, v, mode='valid')", Summary: "Cross-correlation of two vectors, the second conjugated", Text: text,
		Notes: notes, Go: "Correlate(a, v, mode...)",
	}, convolve{name: "correlate"})
}

// Build sums moved copies of the longer vector, one for each element of the shorter.
func (o *convolve) Build(a, v *Tensor) (*Tensor, error) {
	a, v = atLeast(a, 1), atLeast(v, 1)
	if o.name == "correlate" {
		v = conjugateOf(Flip(v))
	}
	n, m := a.Shape()[0], v.Shape()[0]
	turned := n < m
	if turned {
		a, v, n, m = v, a, m, n
	}
	half := (m - 1) / 2
	if o.name == "correlate" && turned {
		half = m / 2
	}
	part, known := map[string][2]int{"full": {0, n + m - 1}, "same": {half, half + n}, "valid": {m - 1, n}}[o.Mode]
	switch {
	case a.Rank() > 1 || v.Rank() > 1:
		return nil, errs.New(errs.Invalid, "object too deep for desired array")
	case n < 0 || m < 0:
		return nil, errs.New(errs.Invalid, "%s of vectors of unknown lengths: execute them first", o.name)
	case m == 0:
		return nil, errs.New(errs.Invalid, "%s cannot be empty", map[bool]string{true: "a", false: "v"}[turned])
	case m > 1000:
		return nil, errs.New(errs.Invalid, "%s with a vector of %d elements; at most 1000 in the shorter one are there yet", o.name, m)
	case !known:
		return nil, errs.New(errs.Invalid, "mode must be one of 'valid', 'same', or 'full' (got '%s')", o.Mode)
	}
	wide := Pad(a, m-1)
	moved := func(k int) *Tensor { return Multiply(wide.Get(Slice(part[0]+m-1-k, part[1]+m-1-k)), v.Get(At(k))) }
	sum := moved(0)
	for k := 1; k < m; k++ {
		sum = Add(sum, moved(k))
	}
	return sum, nil
}
