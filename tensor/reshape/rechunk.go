package reshape

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Rechunk is the operand of tensor.rechunk.
type Rechunk struct {
	ChunkSize []int
}

func init() {
	op.Register[Rechunk](op.Doc{
		Name: "tensor.rechunk", Sig: "rechunk(tensor, chunk_size)", Methods: "Tensor.rechunk",
		Summary: "Tensor cut into other chunks",
	})
}

func (o *Rechunk) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(o.ChunkSize) == 0 {
		return nil, errs.New(errs.Invalid, "chunk_size is missing")
	}
	return in[:1], chunk.CheckChunk(o.ChunkSize, len(in[0].Dims))
}

func (o *Rechunk) Tile(t *op.Tiler) error {
	if err := t.Need(op.Rows, t.In(0)); err != nil {
		return err
	}
	m := t.Meta(0)
	for a := range m.Dims {
		m.Dims[a] = op.Sum(t.Splits(t.In(0), a))
	}
	return t.Out(t.Rechunk(t.In(0), t.Even(m, o.ChunkSize)...))
}

func (*Rechunk) Exec(*op.Exec) error { return errs.New(errs.Internal, "rechunk runs as gathers") }
