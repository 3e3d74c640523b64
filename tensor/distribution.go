package tensor

import (
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/random"
)

// Draw is numbers of the distribution that numpy.random calls name, with its parameters in order: Go numbers
// or tensors, which broadcast. Trailing parameters that have a default may be left out.
func (r *Random) Draw(name string, o Sample, params ...any) *Tensor {
	return r.draw(name, o, params...)
}

func (r *Random) draw(name string, s Sample, params ...any) *Tensor {
	full := "tensor.random." + name
	def := op.Lookup(full)
	if def == nil {
		return bad(full, errs.New(errs.NotFound, "there is no distribution %q", name))
	}
	o, ok := def.New().(*random.Distribution)
	if !ok {
		return bad(full, errs.New(errs.NotFound, "%s is not a distribution of one number per element", name))
	}
	for i := len(params); i < o.Places() && !math.IsNaN(o.Standard(i)); i++ {
		params = append(params, o.Standard(i))
	}
	if len(params) != o.Places() {
		return bad(full, errs.New(errs.Type, "%s() takes %d parameters but %d were given", errs.Name(name), o.Places(), len(params)))
	}
	var in []*Tensor
	for _, p := range params {
		n := chunk.Number(p)
		if n == nil {
			t, err := As(p)
			if err != nil {
				return bad(full, err)
			}
			in = append(in, t)
		}
		o.Args = append(o.Args, n)
	}
	o.Seeded, o.Size, o.Dtype, o.ChunkSize = r.next(), s.Size, s.DType, s.Chunk
	return apply(o, in...)
}
