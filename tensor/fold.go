package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/op"
)

// Reduce is the options of reductions. The zero value reduces all axes.
type Reduce struct {
	Axis     []int       // negative ones count from the end; nil means all
	Keepdims bool        // reduced axes stay, with length 1
	DType    dtype.DType // of the result, where the function lets it be chosen; zero for NumPy's default
}

// Axes are axes for Reduce.
func Axes(a ...int) []int { return a }

// foldRow is a reduction whose partial results combine by a universal function.
type foldRow struct {
	name, combine, summary, sig string
}

var folds = []foldRow{
	{"sum", "add", "Sum of elements along axes", "sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None)"},
	{"prod", "multiply", "Product of elements along axes", "prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None)"},
	{"min", "minimum", "Smallest element along axes; NaN wins", "min(a, axis=None, out=None, keepdims=False, initial=None, where=None)"},
	{"max", "maximum", "Largest element along axes; NaN wins", "max(a, axis=None, out=None, keepdims=False, initial=None, where=None)"},
	{"any", "logical_or", "Whether any element along axes is true", "any(a, axis=None, out=None, keepdims=False, *, where=None)"},
	{"all", "logical_and", "Whether all elements along axes are true", "all(a, axis=None, out=None, keepdims=False, *, where=None)"},
	{"count_nonzero", "add", "Count of elements along axes that are not zero", "count_nonzero(a, axis=None, *, keepdims=False)"},
}

type fold struct {
	Axis     []int
	Keepdims bool
	Dtype    dtype.DType `sig:"-"` // sum and prod alone have it
	row      *foldRow
}

func (f *fold) Row() string { return f.row.name }

func init() {
	for i := range folds {
		r := &folds[i]
		op.Register[fold](op.Doc{
			Name: "tensor." + r.name, Like: "numpy." + r.name, Methods: "Tensor." + r.name, Sig: r.sig,
			Summary: r.summary,
		}, fold{row: r})
	}
}

// Sum adds the elements of a along axes. Narrow integers and bools add up to 64-bit integers, as in NumPy; floats are added
// pairwise.
func Sum(a any, o ...Reduce) *Tensor { return foldBy("sum", a, o) }

// Prod multiplies the elements of a along axes.
func Prod(a any, o ...Reduce) *Tensor { return foldBy("prod", a, o) }

// Min is the smallest element along axes; NaN wins.
func Min(a any, o ...Reduce) *Tensor { return foldBy("min", a, o) }

// Max is the largest element along axes; NaN wins.
func Max(a any, o ...Reduce) *Tensor { return foldBy("max", a, o) }

// Any reports whether any element along axes is true.
func Any(a any, o ...Reduce) *Tensor { return foldBy("any", a, o) }

// All reports whether all elements along axes are true.
func All(a any, o ...Reduce) *Tensor { return foldBy("all", a, o) }

// CountNonzero counts the elements along axes that are not zero.
func CountNonzero(a any, o ...Reduce) *Tensor { return foldBy("count_nonzero", a, o) }

func foldBy(name string, a any, o []Reduce) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	f := op.Lookup("tensor." + name).New().(*fold)
	if len(o) > 0 {
		f.Axis, f.Keepdims, f.Dtype = o[0].Axis, o[0].Keepdims, o[0].DType
	}
	return apply(f, t)
}

// Normalize counts axes from 0.
func (f *fold) Normalize(in []op.Meta) (err error) {
	f.Axis, err = normAxes(f.Axis, len(in[0].Dims))
	return err
}

func (f *fold) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := f.result(in[0].DType.Is)
	return []op.Meta{op.NewTensor(d, reduced(in[0].Dims, f.Axis, f.Keepdims)...)}, err
}

func (f *fold) result(d dtype.DType) (dtype.DType, error) {
	k, err := reduce.Lookup(f.row.name, d, f.Dtype)
	return k.Out, err
}

// StageMeta describes the partials: results of blocks, without the reduced axes.
func (f *fold) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Map:
		d, err := f.result(in[0].DType.Is)
		return []op.Meta{op.NewTensor(d, reduced(in[0].Dims, f.Axis, false)...)}, err
	case op.Combine:
		return []op.Meta{in[0].WithDims(in[0].Dims...)}, nil
	}
	return nil, nil
}

func (f *fold) Tile(t *op.Tiler) error {
	return t.Out(t.TreeReduce(t.In(0), f.axes(len(t.In(0).Shape))...))
}

func (f *fold) axes(rank int) []int { return allAxes(f.Axis, rank) }

// Lower is the Map stage.
func (f *fold) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	return b.Fold(f.row.name, f.Dtype, in[0], f.Axis...)
}

// Exec combines partials.
func (f *fold) Exec(x *op.Exec) error {
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
	if x.Stage == op.Final && f.Keepdims {
		for _, a := range allAxes(f.Axis, len(x.Out(0).Dims)) {
			out = out.NewAxis(a)
		}
	}
	return x.Put(0, out)
}
