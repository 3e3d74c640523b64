package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Chunk is the options of what is made out of nothing.
type Chunk struct {
	Size []int // chunk lengths: one number for all axes, or one for each; nil for the default of the dtype
}

func chunkOf(o []Chunk) []int {
	if len(o) == 0 {
		return nil
	}
	return o[0].Size
}

// Array is a tensor of data in C order. The data is not copied and must not be changed. No shape means one
// dimension.
func Array[T dtype.Elem](data []T, shape ...int) *Tensor {
	if len(shape) == 0 {
		shape = []int{len(data)}
	}
	if nd.Size(shape) != len(data) {
		return bad("tensor.array", errs.New(errs.Invalid, "cannot reshape array of size %d into shape %s", len(data), nd.ShapeString(shape)))
	}
	return FromArray(nd.Of(data, shape...))
}

// FromArray is a tensor of an array in Go memory, which must not be changed.
func FromArray(a *nd.Array, o ...Chunk) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.array", err)
	}
	if a == nil {
		return bad("tensor.array", errs.New(errs.Type, "a is nil: give an array"))
	}
	return apply(&array{Object: a, ChunkSize: chunkOf(o)})
}

type array struct {
	Object    *nd.Array
	ChunkSize []int
}

func init() {
	op.Register[array](op.Doc{
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

func (o *array) Infer([]op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(o.Object.DType, op.Dims(o.Object.Shape...)...)}, checkChunk(o.ChunkSize, len(o.Object.Shape))
}

func (o *array) Tile(t *op.Tiler) error { return t.Out(t.SourceAt(t.Even(t.Meta(0), o.ChunkSize))) }

func (o *array) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	out := x.Alloc(o.Object.DType, shape...)
	if err := nd.Copy(out, o.Object.Box(x.Lo(), shape)); err != nil {
		return err
	}
	return x.Put(0, out)
}

// Given is the array.
func (o *array) Given() (any, []int) { return o.Object, o.ChunkSize }

// Elements counts the data.
func (o *array) Elements() int { return nd.Size(o.Object.Shape) }

// PartOf is the box of one chunk.
func (o *array) PartOf(lo, size []int) op.Operand {
	if o.Object.Bytes() <= op.SmallLiteral {
		return nil
	}
	return &array{Object: o.Object.Box(lo, size), ChunkSize: o.ChunkSize}
}

// checkChunk refuses chunk sizes that do not fit the rank.
func checkChunk(chunk []int, rank int) error {
	if len(chunk) > 1 && len(chunk) != rank {
		return errs.New(errs.Invalid, "chunk_size has %d lengths for %d dimensions", len(chunk), rank)
	}
	for _, n := range chunk {
		if n <= 0 {
			return errs.New(errs.Invalid, "chunk_size must be positive, not %d", n)
		}
	}
	return nil
}
