package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

// integers is randint whose upper bound may belong to it.
type integers struct {
	op.Recipe
	op.Seeded
	Low      int64
	High     *int64
	Size     []int
	Dtype    dtype.DType
	Endpoint bool
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
		Summary: "Uniform integers from low to high, which endpoint adds", Text: "Without high they are from 0 to low.", Notes: drawnNotes,
	})
	op.Register[randomIntegers](op.Doc{
		Name: "tensor.random.random_integers", Like: "numpy.random.random_integers", Sig: "random_integers(low, high=None, size=None)",
		Summary: "Uniform integers from low to high", Text: "Without high they are from 1 to low.", Notes: drawnNotes,
	})
}

func (o *integers) Build() *Tensor {
	low, high := int64(0), o.Low
	if o.High != nil {
		low, high = o.Low, *o.High
	}
	if o.Endpoint {
		high++
	}
	return NewRandom(*o.Seed).Randint(low, high, Sample{Size: o.Size, DType: o.Dtype})
}

func (o *randomIntegers) Build() *Tensor {
	low, high := int64(1), o.Low
	if o.High != nil {
		low, high = o.Low, *o.High
	}
	return NewRandom(*o.Seed).Randint(low, high+1, Sample{Size: o.Size})
}
