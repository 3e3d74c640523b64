package tensor

import (
	"math"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/reduce"
)

// reduction is a reduction of some elements, or one that begins with a number or is told the mean: what sum,
// prod, min, max, any, all, mean, var, std and those that leave out NaN are with where, initial and mean.
type reduction struct {
	op.Recipe
	Reduce   string
	Axis     []int
	Keepdims bool
	Dtype    dtype.DType
	Ddof     float64
	Initial  any
	Where    op.Ref
	Mean     op.Ref
}

func init() {
	op.Register[reduction](op.Doc{
		Face: "inner", Name: "tensor.reduction", Summary: "Reduction of the elements where a condition is true",
		Sig: "reduction(a, reduce, axis=None, keepdims=False, dtype=None, ddof=0, initial=None, where=None, mean=None)",
	})
}

// chosen reports that a reduction asks for more than its own operator knows.
func (r Reduce) chosen() bool { return r.Where != nil || r.Initial != nil || r.Mean != nil }

// reduceWhere is the reduction of that name with all its options.
func reduceWhere(name string, t *Tensor, r Reduce) *Tensor {
	o := &reduction{Reduce: name, Axis: r.Axis, Keepdims: r.Keepdims, Dtype: r.DType, Ddof: r.Ddof, Initial: chunk.Number(r.Initial)}
	in := []*Tensor{t}
	for _, e := range []struct {
		v   any
		ref *op.Ref
	}{{r.Where, &o.Where}, {r.Mean, &o.Mean}} {
		if e.v == nil {
			continue
		}
		u, err := As(e.v)
		if err != nil {
			return bad("tensor."+name, err)
		}
		*e.ref, in = op.In(len(in)), append(in, u)
	}
	return apply(o, in...)
}

// Build replaces the elements that do not count by what changes nothing.
func (o *reduction) Build(a, where, mean *Tensor) (*Tensor, error) {
	name := strings.TrimPrefix(o.Reduce, "nan")
	if where != nil && !where.DType().IsBool() {
		return nil, errs.New(errs.Type, "Cannot cast array data from %s to dtype('bool') according to the rule 'safe'", chunk.Quote(where.DType()))
	}
	switch name {
	case "min", "max":
		return o.extremum(a, where)
	case "any", "all":
		if where != nil && name == "any" {
			a = LogicalAnd(a, where)
		} else if where != nil {
			a = LogicalOr(a, LogicalNot(where))
		}
		return foldBy(name, a, []Reduce{o.along()}), nil
	}
	if name != o.Reduce && (a.DType().IsFloat() || a.DType().IsComplex()) { // NaN does not count
		if present := LogicalNot(Isnan(a)); where == nil {
			where = present
		} else {
			where = LogicalAnd(where, present)
		}
	}
	switch name {
	case "sum", "prod":
		return o.total(name, a, where), nil
	case "mean":
		return o.mean(a, where, o.along())
	case "var", "std":
		return o.variance(name, a, where, mean)
	}
	return nil, errs.New(errs.Invalid, "%s has no condition", o.Reduce)
}

// along is the options that the plain reduction has too.
func (o *reduction) along() Reduce { return Reduce{Axis: o.Axis, Keepdims: o.Keepdims} }

// total is a sum or a product, and the initial number once.
func (o *reduction) total(name string, a, where *Tensor) *Tensor {
	neutral, combine := 0, "add"
	if name == "prod" {
		neutral, combine = 1, "multiply"
	}
	if where != nil {
		a = Where(where, a, neutral)
	}
	r := o.along()
	r.DType = o.Dtype
	t := foldBy(name, a, []Reduce{r})
	if o.Initial == nil || t.Err() != nil {
		return t
	}
	return Ufunc(combine, t, AsType(scalarOf(o.Initial), t.DType()))
}

// extremum is the smallest or largest element, or the initial number. Invalid: a condition without it.
func (o *reduction) extremum(a, where *Tensor) (*Tensor, error) {
	ufunc := map[string]string{"min": "minimum", "max": "maximum", "nanmin": "fmin", "nanmax": "fmax"}[o.Reduce]
	if o.Initial == nil {
		if where != nil {
			return nil, errs.New(errs.Invalid, "reduction operation '%s' does not have an identity, so to use a where mask one has to specify 'initial'", ufunc)
		}
		return foldBy(o.Reduce, a, []Reduce{o.along()}), nil
	}
	first := AsType(scalarOf(o.Initial), a.DType())
	if shape, ok := a.Value().Meta().Shape(); !ok || nd.Size(shape) == 0 { // there may be nothing else
		r, in := o.along(), []*Tensor{a}
		f := &ufuncFold{Ufunc: ufunc, Axis: chunk.Plain(chunk.AllAxes(r.Axis, a.Rank())), Keepdims: r.Keepdims, Dtype: r.DType, Initial: op.WrittenOf(o.Initial), Bare: true} // of no other name
		if where != nil {
			in, f.Where = append(in, where), op.In(1)
		}
		return apply(f, in...), nil
	}
	if where != nil {
		a = Where(where, a, first)
	}
	return Ufunc(ufunc, foldBy(o.Reduce, a, []Reduce{o.along()}), first), nil
}

// mean is the sum of what counts over its count.
func (o *reduction) mean(a, where *Tensor, r Reduce) (*Tensor, error) {
	d, err := reduce.MeanType(a.DType(), o.Dtype)
	if err != nil {
		return nil, err
	}
	n := o.count(a, where, r)
	if where != nil {
		a = Where(where, a, AsType(scalarOf(int64(0)), a.DType()))
	}
	r.DType = d
	return AsType(Divide(Sum(a, r), n), d), nil
}

// count is how many elements count.
func (o *reduction) count(a, where *Tensor, r Reduce) *Tensor {
	if where == nil {
		where = OnesLike(a, Create{DType: dtype.Bool})
	}
	return Sum(BroadcastArrays(where, a)[0], r)
}

// variance is the mean of squared distances from the mean, over the count less Ddof.
func (o *reduction) variance(name string, a, where, mean *Tensor) (*Tensor, error) {
	d, err := reduce.MeanType(a.DType(), o.Dtype)
	if err != nil {
		return nil, err
	}
	if mean == nil {
		if mean, err = o.mean(a, where, Reduce{Axis: o.Axis, Keepdims: true}); err != nil {
			return nil, err
		}
	}
	x := Subtract(AsType(a, d), mean)
	if d.IsComplex() {
		x = Real(Multiply(x, Conj(x)))
	} else {
		x = Square(x)
	}
	if where != nil {
		x = Where(where, x, AsType(scalarOf(int64(0)), chunk.RealOf(d)))
	}
	r := o.along()
	n := Subtract(o.count(a, where, r), o.Ddof)
	v := Divide(Sum(x, r), Maximum(n, 0))
	if strings.HasPrefix(o.Reduce, "nan") {
		v = Where(Greater(n, 0), v, AsType(scalarOf(math.NaN()), dtype.Float64))
	}
	if name == "std" {
		v = Sqrt(v)
	}
	return AsType(v, chunk.RealOf(d)), nil
}

// scalarOf is a number as a tensor without axes.
func scalarOf(v any) *Tensor {
	t, err := As(v)
	if err != nil {
		return bad("tensor.reduction", err)
	}
	return t
}
