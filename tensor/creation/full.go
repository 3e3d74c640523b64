package creation

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// fillRow is a function that fills.
type fillRow struct {
	name, sig, summary string
	value              any // nil: it is a parameter
	like               bool
}

var fills = []fillRow{
	{"zeros", "zeros(shape, dtype=None, order='C', *, device=None, like=None, chunk_size=None)", "New tensor filled with zeros", false, false},
	{"ones", "ones(shape, dtype=None, order='C', *, device=None, like=None, chunk_size=None)", "New tensor filled with ones", true, false},
	{"empty", "empty(shape, dtype=None, order='C', *, device=None, like=None, chunk_size=None)", "New tensor without meaningful contents", false, false},
	{"filled", "filled(shape, fill_value, dtype=None, chunk_size=None)", "New tensor filled with a number", nil, false},
	{"zeros_like", "zeros_like(a, dtype=None, order='K', subok=True, shape=None, *, device=None, chunk_size=None)", "Zeros in the shape of another tensor", false, true},
	{"ones_like", "ones_like(a, dtype=None, order='K', subok=True, shape=None, *, device=None, chunk_size=None)", "Ones in the shape of another tensor", true, true},
	{"empty_like", "empty_like(prototype, /, dtype=None, order='K', subok=True, shape=None, *, device=None, chunk_size=None)", "Tensor in the shape of another without meaningful contents", false, true},
	{"filled_like", "filled_like(a, fill_value, dtype=None, shape=None, chunk_size=None)", "A number in the shape of another tensor", nil, true},
}

// Fill is the operand of ?.
type Fill struct {
	Shape     []int       `sig:"-"` // of a where there is an input and none is given
	FillValue any         `sig:"-"` // full alone has it
	Dtype     dtype.DType `sig:"-"`
	ChunkSize []int       `sig:"-"`
	row       *fillRow
}

func (f *Fill) Row() string { return f.row.name }

func init() {
	for i := range fills {
		r := &fills[i]
		d := op.Doc{Name: "tensor." + r.name, Like: "numpy." + r.name, Sig: r.sig, Summary: r.summary}
		if r.value == nil { // the recipes full and full_like choose it for numbers
			d.Like, d.Face = "", "inner"
		}
		op.Register[Fill](d, Fill{row: r})
	}
}

// Normalize settles the dtype, and takes the shape of the input where it is known: then no chunk of it is
// computed.
func (f *Fill) Normalize(in []op.Meta) error {
	if f.row.value == nil && chunk.Number(f.FillValue) == nil {
		return errs.New(errs.Type, "fill_value is a %T, not a number", f.FillValue)
	}
	if f.Dtype.IsZero() {
		switch {
		case f.row.like:
			f.Dtype = in[0].DType.Is
		case f.row.value == nil:
			f.Dtype, _ = chunk.DTypeOf(f.FillValue)
		default:
			f.Dtype = dtype.Float64
		}
	}
	if err := chunk.Fixed(f.Dtype); err != nil {
		return err
	}
	return chunk.CheckShape(f.Shape)
}

func (f *Fill) Infer(in []op.Meta) ([]op.Meta, error) {
	dims := op.Dims(f.Shape...)
	if f.row.like && f.Shape == nil {
		dims = slices.Clone(in[0].Dims)
	}
	return []op.Meta{op.NewTensor(f.Dtype, dims...)}, chunk.CheckChunk(f.ChunkSize, len(dims))
}

// Tile makes chunks from nothing; those of a _like function are cut as the input is and read it only where
// its lengths are not known.
func (f *Fill) Tile(t *op.Tiler) error {
	m := t.Meta(0)
	_, known := m.Shape()
	switch {
	case known && (!f.row.like || f.Shape != nil || f.ChunkSize != nil):
		return t.Out(t.SourceAt(t.Even(m, f.ChunkSize)))
	case known:
		return t.Out(t.SourceAt(t.AllSplits(t.In(0))))
	}
	return t.Out(t.Map(t.In(0)))
}

// Exec fills a chunk.
func (f *Fill) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	if x.Len() > 0 {
		shape = x.Array(0).Shape
	}
	v := f.row.value
	if v == nil {
		v = chunk.Number(f.FillValue)
	}
	if v == false || v == int64(0) {
		a, err := nd.Zeros(x.Mem(), f.Dtype, shape...)
		if err != nil {
			return err
		}
		return x.Put(0, a)
	}
	a := x.Alloc(f.Dtype, shape...)
	if err := chunk.FillWith(x, a, v); err != nil {
		return err
	}
	return x.Put(0, a)
}
