package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/random"
)

// integers is randint whose upper bound may belong to it, and whose bounds may be arrays.
type integers struct {
	op.Recipe
	op.Seeded
	Low, High op.Written
	Size      []int
	Dtype     dtype.DType
	Endpoint  bool
}

// randomIntegers is the older name of what has its upper bound.
type randomIntegers struct {
	op.Recipe
	op.Seeded
	Low  int64
	High *int64
	Size []int
}

func init() {
	op.Register[integers](op.Doc{
		Name: "tensor.random.integers", Like: "numpy.random.Generator.integers", Sig: "integers(low, high=None, size=None, dtype=int, endpoint=False)",
		Summary: "Uniform integers from low to high, which endpoint adds", Text: "Without high they are from 0 to low. Bounds may be arrays, which broadcast with size.", Notes: drawnNotes,
		Forms: "low=short high=short",
	})
	op.Register[randomIntegers](op.Doc{
		Name: "tensor.random.random_integers", Like: "numpy.random.random_integers", Sig: "random_integers(low, high=None, size=None)",
		Summary: "Uniform integers from low to high", Text: "Without high they are from 1 to low.", Notes: drawnNotes,
	})
}

// Between is integers from low up to high, without it, each with bounds of its own: both broadcast with the
// size. Errors, when it runs: Invalid where there are none, or where they do not fit the dtype.
func (r *Random) Between(low, high any, o ...Sample) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.random.between", err)
	}
	s := sampleOf(o)
	return made(&random.Between{Seeded: r.next(), Size: s.Size, Dtype: s.DType}, low, high)
}

func (o *integers) Build(more []*Tensor) (*Tensor, error) {
	low, high := any(int64(0)), written(o.Low, 0, more)
	if o.High.V != nil {
		low, high = high, written(o.High, 0, more)
	}
	l, one := chunk.Number(low).(int64)
	h, other := chunk.Number(high).(int64)
	if one && other {
		if o.Endpoint {
			h++
		}
		return NewRandom(*o.Seed).Randint(l, h, Sample{Size: o.Size, DType: o.Dtype}), nil
	}
	return made(&random.Between{Seeded: NewRandom(*o.Seed).next(), Size: o.Size, Dtype: o.Dtype, Endpoint: o.Endpoint}, low, high), nil
}

func (o *randomIntegers) Build() *Tensor {
	low, high := int64(1), o.Low
	if o.High != nil {
		low, high = o.Low, *o.High
	}
	return NewRandom(*o.Seed).Randint(low, high+1, Sample{Size: o.Size})
}
