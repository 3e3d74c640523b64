package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// QuantileOptions are the options of Quantile, Percentile and Median.
type QuantileOptions struct {
	Axis     []int  // nil means all elements together
	Method   string // one of NumPy's thirteen. The default is "linear".
	Keepdims bool
}

// Quantile is the q-th quantiles of a, q in [0, 1], along axes. One q, a float64, gives the reduced shape; a []float64 gives
// a first axis for the quantiles.
func Quantile(a any, q any, o ...QuantileOptions) *Tensor {
	t, err := As(a)
	p := &quantile{}
	switch v := q.(type) {
	case float64:
		p.Q, p.Scalar = []float64{v}, true
	case []float64:
		p.Q = v
	default:
		err = errs.New(errs.Type, "quantiles are a float64 or a []float64, not %T", q)
	}
	if err != nil {
		return bad("tensor.quantile", err)
	}
	if len(o) > 0 {
		p.Axis, p.Method, p.Keepdims = o[0].Axis, o[0].Method, o[0].Keepdims
	}
	if p.Axis == nil && t.Rank() > 1 && !p.Keepdims {
		t = Ravel(t)
	}
	return apply(p, t)
}

// Percentile is Quantile of q in [0, 100].
func Percentile(a any, q any, o ...QuantileOptions) *Tensor {
	switch v := q.(type) {
	case float64:
		return Quantile(a, v/100, o...)
	case []float64:
		w := make([]float64, len(v))
		for i := range v {
			w[i] = v[i] / 100
		}
		return Quantile(a, w, o...)
	}
	return Quantile(a, q, o...)
}

// Median is the quantile 0.5.
func Median(a any, o ...QuantileOptions) *Tensor { return Quantile(a, 0.5, o...) }

type quantile struct {
	Q        []float64
	Axis     []int
	Method   string
	Keepdims bool
	Scalar   bool `sig:"-"` // no axis for the quantiles
}

func init() {
	op.Register[quantile](op.Doc{
		Name: "tensor.quantile", Like: "numpy.quantile",
		Sig:     "quantile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None)",
		Summary: "Quantiles along axes",
	})
}

// Normalize counts axes from 0 and checks what does not depend on data.
func (o *quantile) Normalize(in []op.Meta) (err error) {
	if o.Axis, err = normAxes(o.Axis, len(in[0].Dims)); err != nil {
		return err
	}
	for _, q := range o.Q {
		if err := sort.CheckQuantile(q); err != nil {
			return err
		}
	}
	_, err = sort.ParseMethod(o.Method)
	return err
}

func (o *quantile) Infer(in []op.Meta) ([]op.Meta, error) {
	d := in[0].DType.Is
	if d.IsComplex() || d.IsTemporal() {
		return nil, errs.New(errs.Type, "a must be an array of real numbers")
	}
	if m, _ := sort.ParseMethod(o.Method); !m.Exact() {
		if !d.IsFloat() || !o.Scalar {
			d = dtype.Float64
		}
	}
	dims := reduced(in[0].Dims, o.Axis, o.Keepdims)
	if !o.Scalar {
		dims = append(op.Dims(len(o.Q)), dims...)
	}
	return []op.Meta{op.NewTensor(d, dims...)}, nil
}

// StageMeta: Final of the shuffle is a sorted piece of a vector.
func (o *quantile) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Final {
		return nil, nil
	}
	return in[:1], nil
}

func (o *quantile) Tile(t *op.Tiler) error {
	g := t.In(0)
	if len(g.Shape) == 1 && g.Shape[0] > 1 {
		return t.Out(o.vector(t, g))
	}
	axes := allAxes(o.Axis, len(g.Shape))
	g = t.WholeAxes(g, axes...)
	return t.Out(reaxisOf(t, g, func(shape []int) []int {
		if o.Keepdims {
			shape = slices.Clone(shape)
		} else {
			shape = without(shape, axes)
		}
		if !o.Scalar {
			shape = append([]int{1}, shape...)
		}
		return shape
	}))
}

// vector sorts by range partition, picks the neighbours of each quantile and the last element, and finishes on those.
func (o *quantile) vector(t *op.Tiler, g op.Grid) op.Grid {
	s := t.Shuffle(op.ByKey, op.By(g))
	if t.Err() != nil || t.Need(op.Rows, s) != nil {
		return op.Grid{}
	}
	n := op.Sum(t.Splits(s, 0)).N
	s.Meta = t.In(0).Meta.WithRows(op.Dim{N: n})
	m, _ := sort.ParseMethod(o.Method)
	var at []int
	for _, q := range o.Q {
		lo, hi, _ := m.At(n, q)
		at = append(at, lo, hi)
	}
	at = append(at, n-1)
	few := s.Meta.WithRows(op.Dim{N: len(at)})
	p := t.Gather(few, [][]op.Dim{op.Dims(len(at))}, []op.Grid{s}, func(_, _ []int) []op.Box {
		var bs []op.Box
		for i, k := range at {
			bs = append(bs, op.Box{From: s, Lo: []int{k}, At: []int{i}, Size: []int{1}})
		}
		return bs
	})
	if t.Err() != nil {
		return op.Grid{}
	}
	out := op.Grid{Shape: slices.Repeat([]int{1}, len(t.Meta(0).Dims))}
	out.Edges = []op.Edge{{ID: t.At(op.Combine).Task([]int{n}, []op.Meta{s.Meta}, p.Edges...), Part: -1}}
	return out
}

func (o *quantile) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Final:
		return (&sorted{Axis: new(int)}).Exec(x)
	case op.Combine:
		return o.finish(x)
	}
	a, err := cast(x, x.Array(0), dtype.Float64)
	if err != nil {
		return err
	}
	axes := allAxes(o.Axis, a.Rank())
	perm, n := []int{}, 1
	for i := range a.Rank() {
		if !slices.Contains(axes, i) {
			perm = append(perm, i)
		}
	}
	for _, i := range axes {
		n *= a.Shape[i]
	}
	if a, err = a.Transpose(append(perm, axes...)...).Clone(x.Mem()); err != nil {
		return err
	}
	rows := 1
	for _, i := range perm {
		rows *= x.Array(0).Shape[i]
	}
	flat, _ := a.Reshape(rows, n)
	if err := sort.Sort(x.Mem(), flat, 1); err != nil {
		return err
	}
	m, _ := sort.ParseMethod(o.Method)
	out, data := x.Alloc(dtype.Float64, shapeOf(x.Out(0))...), nd.Data[float64](flat)
	dst := nd.Data[float64](out)
	for k, q := range o.Q {
		for r := range rows {
			dst[k*rows+r] = sort.Quantile(data[r*n:(r+1)*n], q, m)
		}
	}
	if out, err = cast(x, out, x.Out(0).DType.Is); err != nil {
		return err
	}
	return x.Put(0, out)
}

// finish interpolates between picked elements; the last one of them is the greatest of all, NaN when any is.
func (o *quantile) finish(x *op.Exec) error {
	a, err := cast(x, x.Array(0), dtype.Float64)
	if err != nil {
		return err
	}
	v, n := nd.Data[float64](a), x.Index[0]
	m, _ := sort.ParseMethod(o.Method)
	out := x.Alloc(dtype.Float64, shapeOf(x.Out(0))...)
	last := v[len(v)-1]
	for k, q := range o.Q {
		_, _, t := m.At(n, q)
		r := sort.Lerp(v[2*k], v[2*k+1], t)
		if last != last {
			r = last
		}
		nd.Data[float64](out)[k] = r
	}
	if out, err = cast(x, out, x.Out(0).DType.Is); err != nil {
		return err
	}
	return x.Put(0, out)
}

func shapeOf(m op.Meta) []int { s, _ := m.Shape(); return s }
