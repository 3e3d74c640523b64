package tensor

import (
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/random"
)

// Permutation is the rows of a tensor in random order, or the numbers below an int.
func (r *Random) Permutation(a any) *Tensor {
	p := &random.Permutation{Seeded: r.next()}
	if n, ok := chunk.Number(a).(int64); ok {
		p.Args = []any{n}
		return apply(p)
	}
	t, err := As(a)
	if err != nil {
		return bad("tensor.random.permutation", err)
	}
	return apply(p, t)
}

// Shuffle brings the rows of t into random order: the cell moves, and of a view its base.
func (r *Random) Shuffle(t *Tensor) { t.move(r.Permutation(t).Value()) }
