package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Rechunk cuts a into chunks of other lengths: one number for all axes, or one for each; the values stay.
func Rechunk(a any, size ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.rechunk", err)
	}
	return apply(&rechunk{ChunkSize: size}, t)
}

type rechunk struct {
	ChunkSize []int
}

func init() {
	op.Register[rechunk](op.Doc{
		Name: "tensor.rechunk", Sig: "rechunk(tensor, chunk_size)", Methods: "Tensor.rechunk",
		Summary: "Tensor cut into other chunks",
	})
}

func (o *rechunk) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(o.ChunkSize) == 0 {
		return nil, errs.New(errs.Invalid, "chunk_size is missing")
	}
	return in[:1], checkChunk(o.ChunkSize, len(in[0].Dims))
}

func (o *rechunk) Tile(t *op.Tiler) error {
	if err := t.Need(op.Rows, t.In(0)); err != nil {
		return err
	}
	m := t.Meta(0)
	for a := range m.Dims {
		m.Dims[a] = op.Sum(t.Splits(t.In(0), a))
	}
	return t.Out(t.Rechunk(t.In(0), t.Even(m, o.ChunkSize)...))
}

func (*rechunk) Exec(*op.Exec) error { return errs.New(errs.Internal, "rechunk runs as gathers") }
