package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/creation"
)

// spanned is NumPy's linspace: between numbers, or between tensors, element by element along a new axis.
type spanned struct {
	op.Recipe
	Start, Stop op.Written
	Num         *int
	Endpoint    *bool
	Dtype       dtype.DType // zero for floats; integers are rounded down
	Axis        int         // where the samples are, of bounds that are tensors
	ChunkSize   []int
}

func init() {
	op.Register[spanned](op.Doc{
		Name: "tensor.linspace", Like: "numpy.linspace", Summary: "Evenly spaced numbers over an interval", Forms: "start=mixed stop=mixed retstep=own", Gives: "2 if retstep",
		Sig: "linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None, chunk_size=None)",
		Go:  "Spread(start, stop, SpreadOptions)",
	})
}

// Build gives the samples, and the distance of two.
func (o *spanned) Build(more []*Tensor) (samples, step *Tensor, err error) {
	a, b := written(o.Start, 0, more), written(o.Stop, 0, more)
	gaps := *o.Num
	if *o.Endpoint {
		gaps--
	}
	if x, ok := chunk.NumberIn(a); ok {
		if y, ok := chunk.NumberIn(b); ok {
			apart := math.NaN()
			if gaps > 0 {
				apart = (y - x) / float64(gaps)
			}
			return apply(&creation.Linspace{Start: x, Stop: y, Num: o.Num, Endpoint: o.Endpoint, Dtype: o.Dtype, ChunkSize: o.ChunkSize}), scalarOf(apart), nil
		}
	}
	if chunk.Number(a) != nil && chunk.Number(b) != nil { // complex
		a = scalarOf(chunk.Number(a))
	}
	from, err := boundOf(a)
	if err != nil {
		return nil, nil, err
	}
	to, err := boundOf(b)
	if err != nil {
		return nil, nil, err
	}
	if *o.Num < 0 {
		return nil, nil, errs.New(errs.Invalid, "Number of samples, %d, must be non-negative.", *o.Num)
	}
	samples, step = o.between(from, to, gaps)
	if axis, err := chunk.NormAxis(o.Axis, samples.Rank()); err != nil {
		return nil, nil, err
	} else if axis != 0 {
		samples = Moveaxis(samples, []int{0}, []int{axis})
	}
	if o.ChunkSize != nil {
		samples = Rechunk(samples, o.ChunkSize...)
	}
	return samples, step, nil
}

// boundOf is a number, which is weak, or a tensor of floats.
func boundOf(v any) (any, error) {
	if n := chunk.Number(v); n != nil {
		return n, nil
	}
	t, err := valueIn(v)
	if err != nil {
		return nil, err
	}
	return Multiply(t, 1.0), nil
}

// between are samples along a new first axis, in NumPy's order of operations; the last one is exact.
func (o *spanned) between(from, to any, gaps int) (samples, step *Tensor) {
	delta := Subtract(to, from)
	i := Arange(0.0, *o.Num, 1)
	if d := chunk.RealOf(delta.DType()); d != i.DType() {
		i = AsType(i, d)
	}
	for range delta.Rank() {
		i = ExpandDims(i, -1)
	}
	if gaps > 0 {
		step = Divide(delta, float64(gaps))
		samples = Add(Where(Any(Equal(step, 0)), Multiply(Divide(i, float64(gaps)), delta), Multiply(i, step)), from)
	} else {
		step = Full(Shape(), math.NaN())
		samples = Add(Multiply(i, delta), from)
	}
	if *o.Endpoint && *o.Num > 1 {
		last := Equal(i, *o.Num-1)
		samples = Where(last, to, samples)
	}
	if o.Dtype.IsInteger() {
		samples = Floor(samples)
	}
	return castTo(samples, o.Dtype), step
}
