package reduce

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// foldRow is a reduction whose partial results combine by a universal function.
type foldRow struct {
	name, kernel, combine, summary, sig string
	typed                               bool // the user may choose the dtype
	empty                               bool // has no result for no elements
	skip                                any  // takes the place of NaN; nil where NaN counts
}

const (
	typedSig = "(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None)"
	plainSig = "(a, axis=None, out=None, keepdims=False, initial=None, where=None)"
	truthSig = "(a, axis=None, out=None, keepdims=False, *, where=None)"
)

var folds = []foldRow{
	{name: "sum", combine: "add", summary: "Sum of elements along axes", sig: typedSig, typed: true},
	{name: "prod", combine: "multiply", summary: "Product of elements along axes", sig: typedSig, typed: true},
	{name: "min", combine: "minimum", summary: "Smallest element along axes; NaN wins", sig: plainSig, empty: true},
	{name: "max", combine: "maximum", summary: "Largest element along axes; NaN wins", sig: plainSig, empty: true},
	{name: "any", combine: "logical_or", summary: "Whether any element along axes is true", sig: truthSig},
	{name: "all", combine: "logical_and", summary: "Whether all elements along axes are true", sig: truthSig},
	{name: "count_nonzero", combine: "add", summary: "Count of elements along axes that are not zero", sig: "(a, axis=None, *, keepdims=False)"},
	{name: "nansum", kernel: "sum", combine: "add", summary: "Sum of elements along axes; NaN counts as 0", sig: typedSig, typed: true, skip: 0},
	{name: "nanprod", kernel: "prod", combine: "multiply", summary: "Product of elements along axes; NaN counts as 1", sig: typedSig, typed: true, skip: 1},
	{name: "nanmin", kernel: "fmin", combine: "fmin", summary: "Smallest element along axes that is not NaN", sig: plainSig, empty: true},
	{name: "nanmax", kernel: "fmax", combine: "fmax", summary: "Largest element along axes that is not NaN", sig: plainSig, empty: true},
}

// Fold is the operand of ?.
type Fold struct {
	Axis     []int
	Keepdims bool
	Dtype    dtype.DType `sig:"-"` // of rows that are typed
	row      *foldRow
}

func (f *Fold) Row() string { return f.row.name }

func init() {
	for i := range folds {
		r := &folds[i]
		if r.kernel == "" {
			r.kernel = r.name
		}
		doc := op.Doc{Name: "tensor." + r.name, Like: "numpy." + r.name, Sig: r.name + r.sig, Summary: r.summary}
		if strings.Contains(r.sig, "where") {
			doc.Forms = "where=masked"
		}
		if strings.Contains(r.sig, "initial") {
			doc.Forms += " initial=masked"
		}
		if r.name == r.kernel && r.name != "count_nonzero" {
			doc.Methods = "Tensor." + r.name
		}
		doc.Aliases = foldAliases[r.name]
		op.Register[Fold](doc, Fold{row: r})
	}
}

var foldAliases = map[string]string{"min": "amin", "max": "amax"}

// TakesType reports that the reduction may be asked for a dtype.
func (f *Fold) TakesType() bool { return f.row.typed }

// Normalize counts axes from 0.
func (f *Fold) Normalize(in []op.Meta) (err error) {
	f.Axis, err = chunk.NormAxes(f.Axis, len(in[0].Dims))
	return err
}

func (f *Fold) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := f.result(in[0].DType.Is)
	if err == nil && f.row.empty {
		err = chunk.SomeElements(in[0].Dims, f.Axis, f.row.kernel)
	}
	return []op.Meta{op.NewTensor(d, chunk.Reduced(in[0].Dims, f.Axis, f.Keepdims)...)}, err
}

func (f *Fold) result(d dtype.DType) (dtype.DType, error) {
	if f.row.typed && d.IsTemporal() {
		if _, err := basic.Resolve(f.row.combine, d, d); err != nil {
			return d, err
		}
	}
	k, err := reduce.Lookup(f.row.kernel, d, f.Dtype)
	return k.Out, err
}

// partial is the dtype of partials, and of the sums and products themselves: float16 is added in float32.
func (f *Fold) partial(d dtype.DType) dtype.DType {
	if f.row.typed && d == dtype.Float16 {
		return dtype.Float32
	}
	return d
}

// parts is the folds that make the partials of results of dtype d, where those are reduce.Sums or
// reduce.Products; nil where they are arrays.
func (f *Fold) parts(d dtype.DType) []string {
	switch {
	case !d.IsFloat() && !d.IsComplex():
	case f.row.kernel == "sum":
		return sumParts
	case f.row.kernel == "prod":
		return reduce.ProductParts(d)
	}
	return nil
}

var sumParts = []string{"sum:s", "sum:e", "sum:far"}

// StageMeta describes the partials: results of blocks, without the reduced axes.
func (f *Fold) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Map:
		d, err := f.result(in[0].DType.Is)
		if f.parts(d) != nil {
			return []op.Meta{op.NewObject()}, err
		}
		return []op.Meta{op.NewTensor(f.partial(d), chunk.Reduced(in[0].Dims, f.Axis, false)...)}, err
	case op.Combine:
		if in[0].Kind == op.Object {
			return []op.Meta{op.NewObject()}, nil
		}
		return []op.Meta{in[0].WithDims(in[0].Dims...)}, nil
	}
	return nil, nil
}

// Tile leaves out chunks without elements where no elements have no result.
func (f *Fold) Tile(t *op.Tiler) error {
	g := t.In(0)
	if f.row.empty {
		var err error
		if g, err = chunk.NonEmpty(t, g, f.Axis); err != nil {
			return err
		}
	}
	return t.Out(t.TreeReduce(g, f.axes(len(g.Shape))...))
}

func (f *Fold) axes(rank int) []int { return chunk.AllAxes(f.Axis, rank) }

// Lower is the Map stage.
func (f *Fold) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	r := in[0]
	d, err := f.result(b.Type(r))
	if err != nil {
		return 0
	}
	if f.row.skip != nil {
		r = withoutNaN(b, r, f.row.skip)
	}
	if parts := f.parts(d); parts != nil {
		return b.Tuple(foldsOf(b, parts, d, r, f.Axis)...)
	}
	to := f.Dtype
	if f.row.typed {
		to = f.partial(d)
	}
	return b.Fold(f.row.kernel, to, r, f.Axis...)
}

// withoutNaN is r with a number in place of NaN.
func withoutNaN(b *kernel.Builder, r kernel.Reg, v any) kernel.Reg {
	if d := b.Type(r); d.IsFloat() || d.IsComplex() {
		return b.Call("where", b.Call("isnan", r), b.Const(v, d), r)
	}
	return r
}

// foldsOf is folds of r as elements of dtype d.
func foldsOf(b *kernel.Builder, parts []string, d dtype.DType, r kernel.Reg, axes []int) []kernel.Reg {
	var o []kernel.Reg
	for _, part := range parts {
		o = append(o, b.Fold(part, d, r, axes...))
	}
	return o
}

// sumsIn is the sums that a partial begins with.
func sumsIn(t op.Tuple) reduce.Sums {
	return reduce.Sums{S: t[0].(*nd.Array), E: t[1].(*nd.Array), Far: t[2].(*nd.Array)}
}

// joinedSums is the sums that the partials begin with.
func joinedSums(x *op.Exec) (reduce.Sums, error) {
	var of []reduce.Sums
	for _, t := range x.Tuples() {
		of = append(of, sumsIn(t))
	}
	if len(of) == 1 {
		return of[0], nil
	}
	return reduce.JoinSums(x.Mem(), of)
}

// product multiplies partials.
func (f *Fold) product(x *op.Exec) error {
	var of []reduce.Products
	for _, t := range x.Tuples() {
		var p reduce.Products
		for _, a := range t {
			p = append(p, a.(*nd.Array))
		}
		of = append(of, p)
	}
	if x.Stage != op.Final {
		p, err := reduce.JoinProducts(x.Mem(), of)
		if err != nil {
			return err
		}
		var t op.Tuple
		for _, a := range p {
			t = append(t, a)
		}
		return x.Put(0, t)
	}
	out, err := reduce.RoundProducts(x.Mem(), of, x.Out(0).DType.Is)
	if err != nil {
		return err
	}
	return x.Put(0, chunk.Kept(x, out, f.Axis, f.Keepdims))
}

// Exec combines partials.
func (f *Fold) Exec(x *op.Exec) error {
	if _, ok := x.In(0).(op.Tuple); ok && f.row.kernel == "prod" {
		return f.product(x)
	} else if ok {
		s, err := joinedSums(x)
		if err != nil {
			return err
		}
		if x.Stage != op.Final {
			return x.Put(0, op.Tuple{s.S, s.E, s.Far})
		}
		out, err := s.Round(x.Mem(), x.Out(0).DType.Is)
		if err != nil {
			return err
		}
		return x.Put(0, chunk.Kept(x, out, f.Axis, f.Keepdims))
	}
	out := x.Array(0)
	if x.Len() > 1 {
		as, err := x.Program(func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
			r := in[0]
			for _, i := range in[1:] {
				r = b.Call(f.row.combine, r, i)
			}
			return r
		})
		if err != nil {
			return err
		}
		out = as[0]
	}
	if x.Stage == op.Final {
		var err error
		if out, err = chunk.Cast(x, out, x.Out(0).DType.Is); err != nil {
			return err
		}
		out = chunk.Kept(x, out, f.Axis, f.Keepdims)
	}
	return x.Put(0, out)
}
