package random

import (
	"fmt"
	"math"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/rng"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Distribution draws one number per element: the rows of rng.Dists, and their other names in numpy.random.
type Distribution struct {
	op.Seeded
	op.Scalars
	Size      []int // nil: that of the parameters together
	Dtype     dtype.DType
	ChunkSize []int
	row       *distRow
}

type distRow struct {
	rng.Dist
	name string
	dims string // how the signature names the shape
}

func (o *Distribution) Row() string { return o.row.name }

// Places is the number of parameters, which may be tensors.
func (o *Distribution) Places() int { return len(o.row.Params) }

// Standard is what parameter i is when nobody gives it; NaN when somebody must.
func (o *Distribution) Standard(i int) float64 { return o.row.Params[i].Default }

func init() {
	for _, d := range rng.Dists() {
		registerDist(d, d.Name, "size=None")
		switch d.Name {
		case "random_sample":
			registerDist(d, "rand", "*size")
			for _, alias := range []string{"random", "ranf", "sample"} {
				registerDist(d, alias, "size=None")
			}
		case "standard_normal":
			registerDist(d, "randn", "*size")
		}
	}
}

func registerDist(d rng.Dist, name, dims string) {
	r := &distRow{d, name, dims}
	op.Register[Distribution](op.Doc{
		Name: "tensor.random." + name, Like: "numpy.random." + name, Sig: r.sig(), Summary: d.Summary,
		Notes: "Numbers depend on the seed and the position of the element alone; they are not NumPy's.",
	}, Distribution{row: r})
}

func (r *distRow) sig() string {
	var b strings.Builder
	for _, p := range r.Params {
		b.WriteString(p.Name)
		if !math.IsNaN(p.Default) {
			fmt.Fprintf(&b, "=%.1f", p.Default)
		}
		b.WriteString(", ")
	}
	return r.name + "(" + b.String() + r.dims + ", dtype=None, chunk_size=None)"
}

// Normalize settles the dtype and checks the parameters that are numbers.
func (o *Distribution) Normalize(in []op.Meta) error {
	if o.Dtype.IsZero() {
		o.Dtype = dtype.Float64
		if o.row.Whole {
			o.Dtype = dtype.Int64
		}
	}
	if o.row.Whole && !o.Dtype.IsInteger() || !o.row.Whole && !o.Dtype.IsFloat() {
		return errs.New(errs.Type, "Unsupported dtype %s for %s", o.Dtype, errs.Name(o.row.name))
	}
	for _, m := range in {
		if d := m.DType.Is; !d.IsReal() && !d.IsBool() {
			return errs.New(errs.Type, "a parameter of %s is an array of %s, not of real numbers", o.row.name, d)
		}
	}
	p, all := make([][]float64, len(o.row.Params)), true
	var err error
	o.Each(len(in), func(i int, v any, _ int) {
		switch f, ok := real64(v); {
		case v == nil:
			all = false
		case !ok:
			err = errs.New(errs.Type, "a parameter of %s is a %T, not a real number", o.row.name, v)
		default:
			o.Args[i], p[i] = f, []float64{f}
		}
	})
	if err != nil {
		return err
	}
	if all {
		return o.row.Check(p...)
	}
	return chunk.CheckShape(o.Size)
}

// real64 is a bool, int64 or float64 as a float64.
func real64(v any) (float64, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

func (o *Distribution) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := drawnDims(o.Size, o.Dtype, in)
	if err != nil {
		return nil, err
	}
	return []op.Meta{op.NewTensor(o.Dtype, d...)}, chunk.CheckChunk(o.ChunkSize, len(d))
}

// drawnDims are the lengths of what is drawn with parameters: those of size, nil for those of the parameters
// together.
func drawnDims(size []int, d dtype.DType, in []op.Meta) ([]op.Dim, error) {
	dims, err := op.Broadcast(in...)
	if err != nil || size == nil {
		return dims, err
	}
	to := op.NewTensor(d, op.Dims(size...)...)
	if b, err := op.Broadcast(append(in[:len(in):len(in)], to)...); err != nil || !chunk.Fits(b, to.Dims) {
		return nil, errs.New(errs.Invalid, "Output size %s is not compatible with broadcast dimensions of inputs %s.", nd.ShapeString(size), op.ShapeString(dims))
	}
	return to.Dims, chunk.CheckShape(size)
}

// Tile cuts the result by the chunk limit and the parameters as the result.
func (o *Distribution) Tile(t *op.Tiler) error { return tileDrawn(t, o.Infer, o.ChunkSize) }

// tileDrawn cuts what is drawn, whose lengths infer tells of those of the parameters.
func tileDrawn(t *op.Tiler, infer func([]op.Meta) ([]op.Meta, error), chunkSize []int) error {
	if err := t.Need(op.Rows, t.Ins()...); err != nil {
		return err
	}
	metas := make([]op.Meta, len(t.Ins()))
	for i, g := range t.Ins() {
		metas[i] = g.Meta.WithDims()
		for a := range g.Shape {
			metas[i].Dims = append(metas[i].Dims, op.Sum(t.Splits(g, a)))
		}
	}
	out, err := infer(metas)
	if err != nil {
		return err
	}
	return t.Out(t.SourceOf(t.Even(out[0], chunkSize), t.Ins()...))
}

func (o *Distribution) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	p := make([][]float64, len(o.row.Params))
	var err error
	o.Each(x.Len(), func(i int, v any, k int) {
		if err == nil {
			if p[i] = []float64{0}; v != nil {
				p[i][0] = v.(float64)
			} else {
				p[i], err = floats(x, x.Array(k), shape)
			}
		}
	})
	if err == nil && x.Len() > 0 && nd.Size(shape) > 0 {
		err = o.row.Check(p...)
	}
	if err != nil {
		return err
	}
	key, box := rng.Key{Seed: *o.Seed}, rng.Box{Shape: x.Full(), Lo: x.Lo(), Size: shape}
	var a *nd.Array
	if o.row.Whole {
		a = x.Alloc(dtype.Int64, shape...)
		o.row.Ints(nd.Data[int64](a), key, box, p...)
	} else {
		a = x.Alloc(dtype.Float64, shape...)
		o.row.Floats(nd.Data[float64](a), key, box, p...)
	}
	if a, err = chunk.Cast(x, a, o.Dtype); err != nil {
		return err
	}
	return x.Put(0, a)
}

// floats is a parameter as float64: one number, or one for each element of the shape.
func floats(x *op.Exec, a *nd.Array, shape []int) ([]float64, error) {
	a, err := chunk.Cast(x, a, dtype.Float64)
	if err != nil {
		return nil, err
	}
	if a.Size() != 1 {
		if a, err = a.BroadcastTo(shape...); err != nil {
			return nil, err
		}
	}
	if a, err = a.Contig(x.Mem()); err != nil {
		return nil, err
	}
	return nd.Data[float64](a), nil
}
