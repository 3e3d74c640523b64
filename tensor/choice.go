package tensor

import (
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/random"
)

// ChoiceOptions are the options of Choice.
type ChoiceOptions struct {
	Size   []int     // shape; nil for one element without axes
	Unique bool      // draw no element twice: replace=False
	P      []float64 // probabilities of the elements; nil for equal ones
	Chunk  []int
}

// Choice draws elements of a vector, or numbers below an int. Errors: Invalid, in NumPy's words.
func (r *Random) Choice(a any, o ...ChoiceOptions) *Tensor {
	a = only(a, o)
	c := &random.Choice{Seeded: r.next()}
	if len(o) > 0 {
		again := !o[0].Unique
		c.Size, c.Replace, c.P, c.ChunkSize = o[0].Size, &again, o[0].P, o[0].Chunk
	}
	if n, ok := chunk.Number(a).(int64); ok {
		c.Args = []any{n}
		return apply(c)
	}
	t, err := As(a)
	if err != nil {
		return bad("tensor.random.choice", err)
	}
	return apply(c, t)
}
