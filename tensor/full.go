package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Create is the options of tensors made out of nothing.
type Create struct {
	DType dtype.DType // zero for the function's default
	Chunk []int       // chunk lengths: one number for all axes, or one for each; nil for the default of the dtype
}

// Shape is lengths, for calls like Zeros(Shape(3, 4)).
func Shape(n ...int) []int { return n }

// Zeros is a tensor of zeros, of float64 unless o says otherwise.
func Zeros(shape []int, o ...Create) *Tensor { return filled("zeros", shape, nil, o) }

// Ones is a tensor of ones, of float64 unless o says otherwise.
func Ones(shape []int, o ...Create) *Tensor { return filled("ones", shape, nil, o) }

// Empty is a tensor whose contents nobody should rely on; they are zeros, so that running it twice gives the
// same bytes.
func Empty(shape []int, o ...Create) *Tensor { return filled("empty", shape, nil, o) }

// filledWith is a tensor repeated to a shape, in dtype d unless o says otherwise.
func filledWith(v *Tensor, shape []int, d dtype.DType, o []Create) *Tensor {
	if len(o) > 0 && !o[0].DType.IsZero() {
		d = o[0].DType
	}
	if v.Err() == nil && d != v.DType() {
		v = AsType(v, d)
	}
	v = BroadcastTo(v, shape...)
	if len(o) > 0 && o[0].Chunk != nil {
		v = Rechunk(v, o[0].Chunk...)
	}
	return v
}

// ZerosLike is zeros of the shape of a and, unless o says otherwise, its dtype. The elements of a are not
// computed.
func ZerosLike(a any, o ...Create) *Tensor { return filledLike("zeros_like", a, nil, o) }

// OnesLike is ones of the shape of a and, unless o says otherwise, its dtype.
func OnesLike(a any, o ...Create) *Tensor { return filledLike("ones_like", a, nil, o) }

// EmptyLike is Empty of the shape of a and, unless o says otherwise, its dtype.
func EmptyLike(a any, o ...Create) *Tensor { return filledLike("empty_like", a, nil, o) }

func filled(name string, shape []int, v any, o []Create) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor."+name, err)
	}
	f := op.Lookup("tensor." + name).New().(*fill)
	f.Shape = append([]int{}, shape...)
	if f.FillValue = v; len(o) > 0 {
		f.Dtype, f.ChunkSize = o[0].DType, o[0].Chunk
	}
	return apply(f)
}

func filledLike(name string, a, v any, o []Create) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	f := op.Lookup("tensor." + name).New().(*fill)
	if f.FillValue = number(v); len(o) > 0 {
		f.Dtype, f.ChunkSize = o[0].DType, o[0].Chunk
	}
	return apply(f, t)
}

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

type fill struct {
	Shape     []int       `sig:"-"` // of a where there is an input and none is given
	FillValue any         `sig:"-"` // full alone has it
	Dtype     dtype.DType `sig:"-"`
	ChunkSize []int       `sig:"-"`
	row       *fillRow
}

func (f *fill) Row() string { return f.row.name }

func init() {
	for i := range fills {
		r := &fills[i]
		d := op.Doc{Name: "tensor." + r.name, Like: "numpy." + r.name, Sig: r.sig, Summary: r.summary}
		if r.value == nil { // the recipes full and full_like choose it for numbers
			d.Like, d.Face = "", "inner"
		}
		op.Register[fill](d, fill{row: r})
	}
}

// Normalize settles the dtype, and takes the shape of the input where it is known: then no chunk of it is
// computed.
func (f *fill) Normalize(in []op.Meta) error {
	if f.row.value == nil && number(f.FillValue) == nil {
		return errs.New(errs.Type, "fill_value is a %T, not a number", f.FillValue)
	}
	if f.Dtype.IsZero() {
		switch {
		case f.row.like:
			f.Dtype = in[0].DType.Is
		case f.row.value == nil:
			f.Dtype, _ = dtypeOf(f.FillValue)
		default:
			f.Dtype = dtype.Float64
		}
	}
	if err := fixed(f.Dtype); err != nil {
		return err
	}
	return checkShape(f.Shape)
}

func (f *fill) Infer(in []op.Meta) ([]op.Meta, error) {
	dims := op.Dims(f.Shape...)
	if f.row.like && f.Shape == nil {
		dims = slices.Clone(in[0].Dims)
	}
	return []op.Meta{op.NewTensor(f.Dtype, dims...)}, checkChunk(f.ChunkSize, len(dims))
}

// Tile makes chunks from nothing; those of a _like function are cut as the input is and read it only where
// its lengths are not known.
func (f *fill) Tile(t *op.Tiler) error {
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
func (f *fill) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	if x.Len() > 0 {
		shape = x.Array(0).Shape
	}
	v := f.row.value
	if v == nil {
		v = number(f.FillValue)
	}
	if v == false || v == int64(0) {
		a, err := nd.Zeros(x.Mem(), f.Dtype, shape...)
		if err != nil {
			return err
		}
		return x.Put(0, a)
	}
	a := x.Alloc(f.Dtype, shape...)
	if err := fillWith(x, a, v); err != nil {
		return err
	}
	return x.Put(0, a)
}

// checkShape refuses negative lengths.
func checkShape(shape []int) error {
	if slices.ContainsFunc(shape, func(n int) bool { return n < 0 }) {
		return errs.New(errs.Invalid, "negative dimensions are not allowed")
	}
	return nil
}
