package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/random"
)

// Randint is integers from low up to high, without it, each as likely as the others. Invalid: there are none,
// or they do not fit the dtype.
func (r *Random) Randint(low, high int64, o ...Sample) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.random.randint", err)
	}
	s := sampleOf(o)
	return apply(&random.Randint{Seeded: r.next(), Low: low, High: &high, Size: s.Size, Dtype: s.DType, ChunkSize: s.Chunk})
}
