package creation

import (
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Array is the operand of tensor.array.
type Array struct {
	Object    *nd.Array
	ChunkSize []int
}

func init() {
	op.Register[Array](op.Doc{
		Face: "hand", Python: "array(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0, like=None, chunk_size=None)", Forms: "object=own dtype=own ndmin=own chunk_size=own order=own",
		Name: "tensor.array", Like: "numpy.array", Sig: "array(object, chunk_size=None)",
		Summary: "Tensor of given data",
		Also: []op.Name{
			{Sig: "asarray(a, dtype=None, order=None, *, device=None, copy=None, like=None, chunk_size=None)", Summary: "Tensor of given data; a tensor stays as it is"},
			{Sig: "ascontiguousarray(a, dtype=None, *, like=None, chunk_size=None)", Sets: "order='C', copy=None, ndmin=1", Summary: "Tensor of given data in C order"},
			{
				Sig: "asfortranarray(a, dtype=None, *, like=None, chunk_size=None)", Sets: "order='F', copy=None, ndmin=1",
				Summary: "Tensor of given data that NumPy would hold in Fortran's order, and is fetched so",
			},
			{Sig: "asanyarray(a, dtype=None, order=None, *, device=None, copy=None, like=None)", Summary: "Tensor of given data; a tensor stays as it is"},
			{Sig: "copy(a, order='K', subok=False)", Summary: "Copy of a tensor: assignment to it leaves the other as it is"},
			{Sig: "Tensor.copy(order='C')", Summary: "Copy: assignment to it leaves this tensor as it is"},
			{Sig: "tensor(data=None, dtype=None, order='K', chunk_size=None)", Summary: "Tensor of given data"},
			{Sig: "from_dataframe(in_df, dtype=None)", Summary: "Tensor of the values of a frame"},
		},
	})
}

func (o *Array) Infer([]op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(o.Object.DType, op.Dims(o.Object.Shape...)...)}, chunk.CheckChunk(o.ChunkSize, len(o.Object.Shape))
}

func (o *Array) Tile(t *op.Tiler) error { return t.Out(t.SourceAt(t.Even(t.Meta(0), o.ChunkSize))) }

func (o *Array) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	out := x.Alloc(o.Object.DType, shape...)
	if err := nd.Copy(out, o.Object.Box(x.Lo(), shape)); err != nil {
		return err
	}
	return x.Put(0, out)
}

// Given is the array.
func (o *Array) Given() (any, []int) { return o.Object, o.ChunkSize }

// Elements counts the data.
func (o *Array) Elements() int { return nd.Size(o.Object.Shape) }

// PartOf is the box of one chunk.
func (o *Array) PartOf(lo, size []int) op.Operand {
	if o.Object.Bytes() <= op.SmallLiteral {
		return nil
	}
	return &Array{Object: o.Object.Box(lo, size), ChunkSize: o.ChunkSize}
}
