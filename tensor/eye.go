package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// EyeOptions is the options of Eye.
type EyeOptions struct {
	Columns int // zero for as many as rows
	K       int // the diagonal: above the main one when positive
	DType   dtype.DType
	Chunk   []int
}

// Eye is ones on a diagonal of n rows and zeros elsewhere, of float64 unless o says otherwise.
func Eye(n int, o ...EyeOptions) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.eye", err)
	}
	e := op.Lookup("tensor.eye").New().(*eye)
	e.N = n
	if len(o) > 0 {
		e.K, e.Dtype, e.ChunkSize = o[0].K, o[0].DType, o[0].Chunk
		if o[0].Columns > 0 {
			e.M = &o[0].Columns
		}
	}
	return apply(e)
}

// Identity is the identity matrix of n rows.
func Identity(n int, o ...Create) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.identity", err)
	}
	e := op.Lookup("tensor.identity").New().(*eye)
	e.N = n
	if len(o) > 0 {
		e.Dtype, e.ChunkSize = o[0].DType, o[0].Chunk
	}
	return apply(e)
}

type eye struct {
	N         int
	M         *int `sig:"-"` // eye alone has M and K
	K         int  `sig:"-"`
	Dtype     dtype.DType
	ChunkSize []int
	row       string
}

func (o *eye) Row() string { return o.row }

func init() {
	op.Register[eye](op.Doc{
		Name: "tensor.eye", Forms: "n=as:N m=as:M", Like: "numpy.eye", Summary: "Ones on a diagonal and zeros elsewhere",
		Sig: "eye(n, m=None, k=0, dtype=float, order='C', *, device=None, like=None, chunk_size=None)",
	}, eye{row: "eye"})
	op.Register[eye](op.Doc{
		Name: "tensor.identity", Like: "numpy.identity", Summary: "Identity matrix",
		Sig: "identity(n, dtype=None, *, like=None, chunk_size=None)",
	}, eye{row: "identity"})
}

// Normalize settles dtype and columns.
func (o *eye) Normalize([]op.Meta) error {
	if o.Dtype.IsZero() {
		o.Dtype = dtype.Float64
	}
	if o.M == nil {
		o.M = &o.N
	}
	if err := checkShape([]int{o.N, *o.M}); err != nil {
		return err
	}
	return fixed(o.Dtype)
}

func (o *eye) Infer([]op.Meta) ([]op.Meta, error) {
	if o.M == nil {
		return nil, errs.New(errs.Internal, "eye was not normalized")
	}
	return []op.Meta{op.NewTensor(o.Dtype, op.Dims(o.N, *o.M)...)}, checkChunk(o.ChunkSize, 2)
}

func (o *eye) Tile(t *op.Tiler) error { return t.Out(t.SourceAt(t.Even(t.Meta(0), o.ChunkSize))) }

// Exec writes ones where the diagonal crosses the chunk: column - row = K.
func (o *eye) Exec(x *op.Exec) error {
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
		if err := fillWith(x, d, true); err != nil {
			return err
		}
	}
	return x.Put(0, a)
}
