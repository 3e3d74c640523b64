package ordering

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
	"github.com/mars-project/mars-go/tensor/reshape"
)

// Quantile reads quantiles off sorted data. A long vector is sorted by range partition and only the
// neighbours of each quantile are read; along axes each line is sorted in one chunk.
type Quantile struct {
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

func (o *Quantile) Row() string { return o.row.name }

// LeavesOut reports that NaN is left out.
func (o *Quantile) LeavesOut() bool { return o.row.nan }

func init() {
	for i := range quantiles {
		r := &quantiles[i]
		forms := "q=numbers"
		if r.scale > 0 {
			forms += " weights=other:tensor.quantile_weighed"
		}
		op.Register[Quantile](op.Doc{Forms: forms, Name: "tensor." + r.name, Like: "numpy." + r.name, Sig: r.sig, Summary: r.summary}, Quantile{row: r})
	}
	op.AddRule(op.Rule{Name: "quantile of a vector", Expands: true, Try: func(n *op.Node, _ op.Uses) (op.Value, bool) {
		o, ok := n.Op.(*Quantile)
		if !ok {
			return op.Value{}, false
		}
		v, ok := o.simpler(chunk.BuildAt(n.Site), n.In[0])
		return v, ok && v.N.Err == nil
	}})
}

// Normalize counts axes from 0 and checks what does not depend on data.
func (o *Quantile) Normalize(in []op.Meta) (err error) {
	if o.Axis, err = chunk.NormAxes(o.Axis, len(in[0].Dims)); err != nil {
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
		o.Q = float64(chunk.Number(q).(int64))
	case float64, []float64:
	default:
		return errs.New(errs.Type, "quantiles are a float64 or a []float64, not %T", o.Q)
	}
	for _, q := range o.List() {
		if sort.CheckQuantile(q) != nil {
			if o.row.scale == 100 {
				return errs.New(errs.Invalid, "Percentiles must be in the range [0, 100]")
			}
			return sort.CheckQuantile(q)
		}
	}
	return nil
}

// List is the quantiles, in [0, 1].
func (o *Quantile) List() []float64 {
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

// Many reports that the result has an axis of quantiles.
func (o *Quantile) Many() bool { _, ok := o.Q.([]float64); return ok }

func (o *Quantile) Infer(in []op.Meta) ([]op.Meta, error) {
	d := in[0].DType.Is
	if d.IsComplex() || d.IsTemporal() {
		return nil, errs.New(errs.Type, "a must be an array of real numbers")
	}
	if m, _ := sort.ParseMethod(o.Method); !m.Exact() {
		if !d.IsFloat() || o.Many() {
			d = dtype.Float64
		}
	}
	dims := chunk.Reduced(in[0].Dims, o.Axis, o.Keepdims)
	if o.Many() {
		dims = append(op.Dims(len(o.List())), dims...)
	}
	return []op.Meta{op.NewTensor(d, dims...)}, nil
}

// simpler is the quantile of all axes as that of a vector, and NaN left out of a vector by a mask.
func (o *Quantile) simpler(b chunk.Builder, a op.Value) (op.Value, bool) {
	dims := a.Meta().Dims
	p := *o
	switch {
	case len(dims) > 1 && o.Axis == nil:
		p.Keepdims = false
		v := b.Value(&p, b.Value(&reshape.Reshape{Shape: []int{-1}}, a))
		if !o.Keepdims {
			return v, true
		}
		shape := slices.Repeat([]int{1}, len(dims))
		if o.Many() {
			shape = append([]int{len(o.List())}, shape...)
		}
		return b.Value(&reshape.Reshape{Shape: shape}, v), true
	case len(dims) == 1 && o.row.nan:
		p.LeftOut = true
		p.row = &quantiles[slices.IndexFunc(quantiles, func(r quantileRow) bool { return "nan"+r.name == o.row.name })]
		if !a.Meta().DType.Is.IsFloat() {
			return b.Value(&p, a), true
		}
		return b.Value(&p, b.Value(&pick.Masked{}, a, b.Call("equal", a, a))), true
	}
	return op.Value{}, false
}

// StageMeta: Final is a sorted piece of a vector, whose ranges come before it.
func (*Quantile) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch {
	case s == op.Final:
		return in[:1], nil
	case s == op.Map || s == op.Combine && in[0].Kind == op.Frame:
		return rangeMeta(s, in, false), nil
	}
	return nil, nil
}

// Apart: Final joins the parts of a range itself.
func (*Quantile) Apart(s op.Stage) bool { return s == op.Final }

func (o *Quantile) Tile(t *op.Tiler) error {
	g := t.In(0)
	if len(g.Shape) == 1 && g.Shape[0] > 1 {
		return t.Out(o.vector(t, g))
	}
	axes := chunk.AllAxes(o.Axis, len(g.Shape))
	g = t.WholeAxes(g, axes...)
	return t.Out(chunk.ReaxisOf(t, g, func(shape []int) []int {
		if o.Keepdims {
			shape = slices.Clone(shape)
		} else {
			shape = chunk.Without(shape, axes)
		}
		if o.Many() {
			shape = append([]int{1}, shape...)
		}
		return shape
	}))
}

// vector sorts by range partition, picks the neighbours of each quantile and the last element, and finishes
// on those.
func (o *Quantile) vector(t *op.Tiler, g op.Grid) op.Grid {
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
	m := o.method()
	var at []int
	for _, q := range o.List() {
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

func (o *Quantile) Exec(x *op.Exec) error {
	_, bounds := x.In(0).(*frame.Frame)
	switch {
	case x.Stage == op.Combine && !bounds:
		return o.finish(x)
	case x.Stage != op.Chunk:
		return (&Sorted{Axis: new(int)}).Exec(x)
	}
	a := x.Array(0)
	axes := chunk.AllAxes(o.Axis, a.Rank())
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
	return o.read(x, a, n, o.List())
}

// read puts quantiles of sorted rows of n elements.
func (o *Quantile) read(x *op.Exec, rows *nd.Array, n int, qs []float64) error {
	m := o.method()
	f, err := chunk.Cast(x, rows, dtype.Float64)
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
	if out, err = chunk.Cast(x, out, x.Out(0).DType.Is); err != nil {
		return err
	}
	return x.Put(0, out)
}

// method is how quantiles are read off sorted data.
func (o *Quantile) method() sort.Method {
	m, _ := sort.ParseMethod(o.Method) // Normalize has refused what is none
	if o.row.scale == 0 {
		return sort.Middle
	}
	return m
}

// finish reads quantiles off picked elements: for each its two neighbours, and last the greatest of all.
func (o *Quantile) finish(x *op.Exec) error {
	m := o.method()
	n, qs := x.Index[0], o.List()
	if n == 0 {
		return o.read(x, x.Array(0), 0, qs)
	}
	a, err := x.Array(0).Contig(x.Mem())
	if err != nil {
		return err
	}
	f, err := chunk.Cast(x, a, dtype.Float64)
	if err != nil {
		return err
	}
	v, shape := nd.Data[float64](f), shapeOf(x.Out(0))
	last := len(v) - 1
	at, out := x.Alloc(dtype.Int64, shape...), x.Alloc(dtype.Float64, shape...)
	for k, q := range qs {
		_, _, t := m.At(n, q)
		nd.Data[int64](at)[k], nd.Data[float64](out)[k] = int64(2*k), m.Between(v[2*k], v[2*k+1], t)
		if v[last] != v[last] {
			nd.Data[int64](at)[k], nd.Data[float64](out)[k] = int64(last), v[last]
		}
	}
	if m.Exact() {
		out, err = sort.Take(x.Mem(), a, at, 0, sort.Raise)
	} else {
		out, err = chunk.Cast(x, out, x.Out(0).DType.Is)
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

func shapeOf(m op.Meta) []int { s, _ := m.Shape(); return s }
