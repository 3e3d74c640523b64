package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// QuantileOptions are the options of Quantile and its kin.
type QuantileOptions struct {
	Axis     []int  // nil means all elements together
	Method   string // one of NumPy's thirteen. The default is "linear".
	Keepdims bool
	Weights  any // how much elements count: of a's shape, or a vector along the one axis. The method is "inverted_cdf" then; nil for all alike
}

// Quantile is the q-th quantiles of a, q in [0, 1], along axes. One q, a float64, gives the reduced shape; a
// []float64 gives a first axis for the quantiles. NaN in the data gives NaN, and so does no data.
func Quantile(a, q any, o ...QuantileOptions) *Tensor { return quantileBy("quantile", a, q, o) }

// Percentile is Quantile of q in [0, 100].
func Percentile(a, q any, o ...QuantileOptions) *Tensor { return quantileBy("percentile", a, q, o) }

// Median is the quantile 0.5.
func Median(a any, o ...QuantileOptions) *Tensor { return quantileBy("median", a, nil, o) }

// NanQuantile is Quantile of what is not NaN.
func NanQuantile(a, q any, o ...QuantileOptions) *Tensor { return quantileBy("nanquantile", a, q, o) }

// NanPercentile is NanQuantile of q in [0, 100].
func NanPercentile(a, q any, o ...QuantileOptions) *Tensor {
	return quantileBy("nanpercentile", a, q, o)
}

// NanMedian is the NanQuantile 0.5.
func NanMedian(a any, o ...QuantileOptions) *Tensor { return quantileBy("nanmedian", a, nil, o) }

func quantileBy(name string, a, q any, o []QuantileOptions) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	p := op.Lookup("tensor." + name).New().(*quantile)
	if q != nil {
		p.Q = q
	}
	if len(o) > 0 {
		p.Axis, p.Keepdims = o[0].Axis, o[0].Keepdims
		if o[0].Method != "" {
			p.Method = o[0].Method
		}
	}
	if len(o) > 0 && o[0].Weights != nil {
		return made(&quantileWeighed{Q: p.Q, Axis: p.Axis, Method: p.Method, Keepdims: p.Keepdims, Of: name}, t, o[0].Weights)
	}
	return apply(p, t)
}

// quantile reads quantiles off sorted data. A long vector is sorted by range partition and only the
// neighbours of each quantile are read; along axes each line is sorted in one chunk.
type quantile struct {
	Q        any `sig:"-"` // a float64, or a []float64; median has none
	Axis     []int
	Method   string `sig:"-"`
	Keepdims bool
	LeftOut  bool `sig:"-"` // NaN is left out of a already
	row      *quantileRow
}

type quantileRow struct {
	name, sig, summary string
	scale              float64 // of q; 0 for the median
	nan                bool    // NaN is left out
}

var quantiles = []quantileRow{
	{"quantile", "quantile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None)", "Quantiles along axes", 1, false},
	{"percentile", "percentile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None)", "Percentiles along axes", 100, false},
	{"median", "median(a, axis=None, out=None, overwrite_input=False, keepdims=False)", "Median along axes", 0, false},
	{"nanquantile", "nanquantile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=<no value>, *, weights=None)", "Quantiles along axes of what is not NaN", 1, true},
	{"nanpercentile", "nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=<no value>, *, weights=None)", "Percentiles along axes of what is not NaN", 100, true},
	{"nanmedian", "nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=<no value>)", "Median along axes of what is not NaN", 0, true},
}

func (o *quantile) Row() string { return o.row.name }

// leavesOut reports that NaN is left out.
func (o *quantile) leavesOut() bool { return o.row.nan }

func init() {
	for i := range quantiles {
		r := &quantiles[i]
		forms := "q=numbers"
		if r.scale > 0 {
			forms += " weights=other:tensor.quantile_weighed"
		}
		op.Register[quantile](op.Doc{Forms: forms, Name: "tensor." + r.name, Like: "numpy." + r.name, Sig: r.sig, Summary: r.summary}, quantile{row: r})
	}
	op.AddRule(op.Rule{Name: "quantile of a vector", Expands: true, Try: func(n *op.Node, _ op.Uses) (op.Value, bool) {
		o, ok := n.Op.(*quantile)
		if !ok {
			return op.Value{}, false
		}
		v, ok := o.simpler(buildAt(n.Site), n.In[0])
		return v, ok && v.N.Err == nil
	}})
}

// Normalize counts axes from 0 and checks what does not depend on data.
func (o *quantile) Normalize(in []op.Meta) (err error) {
	if o.Axis, err = normAxes(o.Axis, len(in[0].Dims)); err != nil {
		return err
	}
	if len(o.Axis) == len(in[0].Dims) {
		o.Axis = nil
	}
	if o.Method == "" {
		o.Method = "linear"
	}
	if _, err = sort.ParseMethod(o.Method); err != nil {
		return err
	}
	if o.row.scale == 0 {
		o.Q = 0.5
		return nil
	}
	switch q := o.Q.(type) {
	case int, int64:
		o.Q = float64(number(q).(int64))
	case float64, []float64:
	default:
		return errs.New(errs.Type, "quantiles are a float64 or a []float64, not %T", o.Q)
	}
	for _, q := range o.list() {
		if sort.CheckQuantile(q) != nil {
			if o.row.scale == 100 {
				return errs.New(errs.Invalid, "Percentiles must be in the range [0, 100]")
			}
			return sort.CheckQuantile(q)
		}
	}
	return nil
}

// list is the quantiles, in [0, 1].
func (o *quantile) list() []float64 {
	qs, ok := o.Q.([]float64)
	if !ok {
		qs = []float64{o.Q.(float64)}
	}
	if o.row.scale <= 1 {
		return qs
	}
	out := make([]float64, len(qs))
	for i, q := range qs {
		out[i] = q / o.row.scale
	}
	return out
}

// many reports that the result has an axis of quantiles.
func (o *quantile) many() bool { _, ok := o.Q.([]float64); return ok }

func (o *quantile) Infer(in []op.Meta) ([]op.Meta, error) {
	d := in[0].DType.Is
	if d.IsComplex() || d.IsTemporal() {
		return nil, errs.New(errs.Type, "a must be an array of real numbers")
	}
	if m, _ := sort.ParseMethod(o.Method); !m.Exact() {
		if !d.IsFloat() || o.many() {
			d = dtype.Float64
		}
	}
	dims := reduced(in[0].Dims, o.Axis, o.Keepdims)
	if o.many() {
		dims = append(op.Dims(len(o.list())), dims...)
	}
	return []op.Meta{op.NewTensor(d, dims...)}, nil
}

// simpler is the quantile of all axes as that of a vector, and NaN left out of a vector by a mask.
func (o *quantile) simpler(b builder, a op.Value) (op.Value, bool) {
	dims := a.Meta().Dims
	p := *o
	switch {
	case len(dims) > 1 && o.Axis == nil:
		p.Keepdims = false
		v := b.value(&p, b.value(&reshape{Shape: []int{-1}}, a))
		if !o.Keepdims {
			return v, true
		}
		shape := slices.Repeat([]int{1}, len(dims))
		if o.many() {
			shape = append([]int{len(o.list())}, shape...)
		}
		return b.value(&reshape{Shape: shape}, v), true
	case len(dims) == 1 && o.row.nan:
		p.LeftOut = true
		p.row = &quantiles[slices.IndexFunc(quantiles, func(r quantileRow) bool { return "nan"+r.name == o.row.name })]
		if !a.Meta().DType.Is.IsFloat() {
			return b.value(&p, a), true
		}
		return b.value(&p, b.value(&masked{}, a, b.call("equal", a, a))), true
	}
	return op.Value{}, false
}

// StageMeta: Final is a sorted piece of a vector, whose ranges come before it.
func (*quantile) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch {
	case s == op.Final:
		return in[:1], nil
	case s == op.Map || s == op.Combine && in[0].Kind == op.Frame:
		return rangeMeta(s, in, false), nil
	}
	return nil, nil
}

// Apart: Final joins the parts of a range itself.
func (*quantile) Apart(s op.Stage) bool { return s == op.Final }

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
		if o.many() {
			shape = append([]int{1}, shape...)
		}
		return shape
	}))
}

// vector sorts by range partition, picks the neighbours of each quantile and the last element, and finishes
// on those.
func (o *quantile) vector(t *op.Tiler, g op.Grid) op.Grid {
	var s op.Grid
	if t.Parts(g) > 1 {
		s = ranges(t, g, false)
	} else {
		s = op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(op.Final).Edge([]int{0}, t.One(g).Edges[0])}}
	}
	if t.Err() != nil || t.Need(op.Rows, s) != nil {
		return op.Grid{}
	}
	n := op.Sum(t.Splits(s, 0)).N
	s.Meta = t.In(0).Meta.WithRows(op.Dim{N: n})
	m, _ := sort.ParseMethod(o.Method)
	var at []int
	for _, q := range o.list() {
		if n > 0 {
			lo, hi, _ := m.At(n, q)
			at = append(at, lo, hi)
		}
	}
	if n > 0 {
		at = append(at, n-1)
	}
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
	_, bounds := x.In(0).(*frame.Frame)
	switch {
	case x.Stage == op.Combine && !bounds:
		return o.finish(x)
	case x.Stage != op.Chunk:
		return (&sorted{Axis: new(int)}).Exec(x)
	}
	a := x.Array(0)
	axes := allAxes(o.Axis, a.Rank())
	perm, n, rows := []int{}, 1, 1
	for i, k := range a.Shape {
		if slices.Contains(axes, i) {
			n *= k
		} else {
			perm, rows = append(perm, i), rows*k
		}
	}
	if a.Rank() > 0 {
		a = a.Transpose(append(perm, axes...)...)
	}
	a, err := a.Clone(x.Mem())
	if err != nil {
		return err
	}
	a, _ = a.Reshape(rows, n)
	if err := sort.Sort(x.Mem(), a, 1, x.Parallel); err != nil {
		return err
	}
	return o.read(x, a, n, o.list())
}

// read puts quantiles of sorted rows of n elements.
func (o *quantile) read(x *op.Exec, rows *nd.Array, n int, qs []float64) error {
	m, _ := sort.ParseMethod(o.Method)
	f, err := cast(x, rows, dtype.Float64)
	if err != nil {
		return err
	}
	data, shape := nd.Data[float64](f), shapeOf(x.Out(0))
	nothing := n == 0 && (o.row.nan || o.LeftOut) && x.Out(0).DType.Is.IsFloat() // is NaN
	if m.Exact() && nd.Size(shape) > 0 && !nothing {
		if n == 0 {
			return errs.New(errs.NotFound, "index -1 is out of bounds for axis 0 with size 0")
		}
		at := x.Alloc(dtype.Int64, shape...)
		sort.QuantilePlaces(nd.Data[int64](at), data, n, qs, m, o.row.nan)
		flat, _ := rows.Reshape(rows.Size())
		out, err := sort.Take(x.Mem(), flat, at, 0, sort.Raise)
		if err != nil {
			return err
		}
		return x.Put(0, out)
	}
	out := x.Alloc(dtype.Float64, shape...)
	sort.Quantiles(nd.Data[float64](out), data, n, qs, m, o.row.nan)
	if out, err = cast(x, out, x.Out(0).DType.Is); err != nil {
		return err
	}
	return x.Put(0, out)
}

// finish reads quantiles off picked elements: for each its two neighbours, and last the greatest of all.
func (o *quantile) finish(x *op.Exec) error {
	m, _ := sort.ParseMethod(o.Method)
	n, qs := x.Index[0], o.list()
	if n == 0 {
		return o.read(x, x.Array(0), 0, qs)
	}
	a, err := x.Array(0).Contig(x.Mem())
	if err != nil {
		return err
	}
	f, err := cast(x, a, dtype.Float64)
	if err != nil {
		return err
	}
	v, shape := nd.Data[float64](f), shapeOf(x.Out(0))
	last := len(v) - 1
	at, out := x.Alloc(dtype.Int64, shape...), x.Alloc(dtype.Float64, shape...)
	for k, q := range qs {
		_, _, t := m.At(n, q)
		nd.Data[int64](at)[k], nd.Data[float64](out)[k] = int64(2*k), sort.Lerp(v[2*k], v[2*k+1], t)
		if v[last] != v[last] {
			nd.Data[int64](at)[k], nd.Data[float64](out)[k] = int64(last), v[last]
		}
	}
	if m.Exact() {
		out, err = sort.Take(x.Mem(), a, at, 0, sort.Raise)
	} else {
		out, err = cast(x, out, x.Out(0).DType.Is)
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

func shapeOf(m op.Meta) []int { s, _ := m.Shape(); return s }
