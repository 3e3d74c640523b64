package creation

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Eye is the operand of tensor.eye and tensor.identity.
type Eye struct {
	N         int
	M         *int `sig:"-"` // eye alone has M and K
	K         int  `sig:"-"`
	Dtype     dtype.DType
	ChunkSize []int
	row       string
}

func (o *Eye) Row() string { return o.row }

func init() {
	op.Register[Eye](op.Doc{
		Name: "tensor.eye", Forms: "n=as:N m=as:M", Like: "numpy.eye", Summary: "Ones on a diagonal and zeros elsewhere",
		Sig: "eye(n, m=None, k=0, dtype=float, order='C', *, device=None, like=None, chunk_size=None)",
	}, Eye{row: "eye"})
	op.Register[Eye](op.Doc{
		Name: "tensor.identity", Like: "numpy.identity", Summary: "Identity matrix",
		Sig: "identity(n, dtype=None, *, like=None, chunk_size=None)",
	}, Eye{row: "identity"})
}

// Normalize settles dtype and columns.
func (o *Eye) Normalize([]op.Meta) error {
	if o.Dtype.IsZero() {
		o.Dtype = dtype.Float64
	}
	if o.M == nil {
		o.M = &o.N
	}
	if err := chunk.CheckShape([]int{o.N, *o.M}); err != nil {
		return err
	}
	return chunk.Fixed(o.Dtype)
}

func (o *Eye) Infer([]op.Meta) ([]op.Meta, error) {
	if o.M == nil {
		return nil, errs.New(errs.Internal, "eye was not normalized")
	}
	return []op.Meta{op.NewTensor(o.Dtype, op.Dims(o.N, *o.M)...)}, chunk.CheckChunk(o.ChunkSize, 2)
}

func (o *Eye) Tile(t *op.Tiler) error { return t.Out(t.SourceAt(t.Even(t.Meta(0), o.ChunkSize))) }

// Exec writes ones where the diagonal crosses the chunk: column - row = K.
func (o *Eye) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	a, err := nd.Zeros(x.Mem(), o.Dtype, shape...)
	if err != nil {
		return err
	}
	k := o.K + x.Lo()[0] - x.Lo()[1] // the diagonal counted in the chunk
	row, col := max(0, -k), max(0, k)
	if n := min(shape[0]-row, shape[1]-col); n > 0 {
		d := &nd.Array{
			DType: a.DType, Shape: []int{n}, Strides: []int{a.Strides[0] + a.Strides[1]}, Block: a.Block,
			Offset: a.Offset + row*a.Strides[0] + col*a.Strides[1],
		}
		if err := chunk.FillWith(x, d, true); err != nil {
			return err
		}
	}
	return x.Put(0, a)
}
