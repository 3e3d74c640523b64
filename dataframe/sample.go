package dataframe

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/rng"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// SampleOptions are the options of Sample. Exactly one of N and Frac says how many rows; the default is one.
type SampleOptions struct {
	N           *int
	Frac        *float64
	Replace     bool    // a row may come more than once
	Weights     *Series // how likely each row is, by label; missing ones are 0
	Seed        uint64  // below 1<<32 the rows are those that pandas draws, in one task; from there on they are drawn by chunks
	Columns     bool    // columns are drawn
	IgnoreIndex bool    // the result is labeled 0, 1, ...
}

// Sample is rows drawn at random; equal seeds draw equal rows, whatever the chunks.
func (d *DataFrame) Sample(o ...SampleOptions) *DataFrame {
	d = only(d, o)
	return FrameOf(sampled(d, one(o)))
}

// Sample is values drawn at random. See DataFrame.Sample.
func (s *Series) Sample(o ...SampleOptions) *Series {
	s = only(s, o)
	return SeriesOf(sampled(s, one(o)))
}

func sampled(h Handle, p SampleOptions) op.Value {
	o := &sample{N: p.N, Frac: p.Frac, Replace: p.Replace, RandomState: op.WrittenOf(written(p.Seed)), IgnoreIndex: p.IgnoreIndex}
	if p.Columns {
		o.Axis = new(1)
	}
	if p.Weights == nil {
		return apply(o, h)
	}
	o.Weights = op.WrittenOf(op.In(1))
	return apply(o, h, p.Weights)
}

// written is a seed as a graph that travelled has it.
func written(seed uint64) any {
	if seed <= math.MaxInt64 {
		return int64(seed)
	}
	return seed
}

type sample struct {
	op.Deferred
	N           *int
	Frac        *float64
	Replace     bool
	Weights     op.Written // how likely each row is, or the column that says it
	RandomState op.Written // a seed, or the places that a generator of the program has drawn
	Axis        *int
	IgnoreIndex bool
}

func init() {
	op.Register[sample](op.Doc{
		Name: "dataframe.sample", Like: "pandas.DataFrame.sample", Methods: "DataFrame.sample Series.sample Index.sample", Labels: "index", Summary: "Rows drawn at random",
		Sig:   "sample(df, n=None, frac=None, replace=False, weights=None, random_state=None, axis=None, ignore_index=False)",
		Forms: "random_state=drawn:n,frac,replace,weights,axis",
		Notes: "A seed or a generator draws the rows that it draws in pandas, in one task. Without one they are drawn by chunks, with the counter-based generator of package tensor; " +
			"by weight those with the least of random keys are taken, as Efraimidis and Spirakis do (2006).",
	})
}

// randomKey labels the column of random keys.
var randomKey = frame.Tup("random", "key")

// across reports that columns are drawn.
func (o *sample) across() bool { return o.Axis != nil && *o.Axis == 1 }

// rows is how many rows of n are drawn.
func (o *sample) rows(n int) (int, error) {
	k := 1
	switch {
	case o.N != nil && o.Frac != nil:
		return 0, errs.New(errs.Invalid, "Please enter a value for `frac` OR `n`, not both")
	case o.N != nil:
		k = *o.N
	case o.Frac != nil && *o.Frac > 1 && !o.Replace:
		return 0, errs.New(errs.Invalid, "Replace has to be set to `True` when upsampling the population `frac` > 1.")
	case o.Frac != nil:
		k = int(math.RoundToEven(*o.Frac * float64(max(n, 0))))
	}
	switch {
	case k < 0, o.Frac != nil && *o.Frac < 0 && n < 0:
		return 0, errs.New(errs.Invalid, "A negative number of rows requested. Please provide `n` >= 0.")
	case n >= 0 && k > n && (!o.Replace || n == 0):
		return 0, errs.New(errs.Invalid, "Cannot take a larger sample than population when 'replace=False'")
	}
	return k, nil
}

func (o *sample) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if o.across() {
		return nil, errs.New(errs.Invalid, "columns are drawn of those that are known: execute the frame first")
	}
	n := -1
	if d := m.Rows(); d.Known() {
		n = d.N
	}
	k, err := o.rows(n)
	if err != nil {
		return nil, err
	}
	q := "sample"
	w := m.WithRows(op.Sym(q, m))
	if o.N != nil || o.Frac == nil || n >= 0 {
		w = m.WithRows(op.Dim{N: k})
	}
	if w.Index = m.Index.Derive(q, m); o.IgnoreIndex {
		w.Index = op.FreshRange(w.Rows())
	}
	return []op.Meta{w}, nil
}

func (o *sample) Build(a *op.Asker, h Handle, more []Handle) (Handle, error) {
	if o.across() {
		return o.columns(h)
	}
	weights, err := weightsOf(h, meant(o.Weights, 1, more))
	if err != nil {
		return nil, err
	}
	if err := a.Need(op.Rows, h); err != nil {
		return nil, err
	}
	n := a.Rows(h)
	k, err := o.rows(n)
	if err != nil {
		return nil, err
	}
	out, err := overFrame(h, func(d *DataFrame) (*DataFrame, error) {
		if n == 0 {
			return d, nil
		}
		if at, byChunks := o.places(n, k, weights, meant(o.RandomState, 1, more)); !byChunks {
			return d.takeAt(at, n), nil
		}
		u := tensor.NewRandom(o.seed()).Rand(n)
		key := u
		if weights != nil {
			weights = tensor.NanToNum(weights)
			// The greatest u^(1/w), as exponential times -log(u)/w, least first.
			key = tensor.Where(tensor.Equal(weights, 0.0), math.Inf(1), tensor.Divide(tensor.Negative(tensor.Log(u)), weights))
		}
		return d.Assign(C{randomKey, key}).NSmallest(k, randomKey).Iloc(pick.AllPlaces, cells.All(len(colsOf(d)))), nil
	})
	if err != nil || !o.IgnoreIndex {
		return out, err
	}
	if s, ok := out.(*Series); ok {
		return s.DropIndex(), nil
	}
	return out.(*DataFrame).ResetIndex(ResetIndex{Drop: true}), nil
}

// seed is the seed that was given.
func (o *sample) seed() uint64 {
	switch v := o.RandomState.V.(type) {
	case int64:
		return uint64(v)
	case uint64:
		return v
	}
	return 0
}

// places are those of the rows that are drawn; byChunks says that random keys draw them without replacement.
func (o *sample) places(n, k int, weights *tensor.Tensor, state any) (at *tensor.Tensor, byChunks bool) {
	if at, ok := state.(*tensor.Tensor); ok {
		return at, false
	}
	seed := o.seed()
	switch r := tensor.NewRandom(seed); {
	case seed < 1<<32 && weights == nil:
		return tensor.PlacesDrawn(n, k, uint32(seed), o.Replace), false
	case seed < 1<<32:
		return tensor.PlacesWeighed(n, k, uint32(seed), o.Replace, weights), false
	case !o.Replace:
		return nil, true
	case weights == nil:
		return r.Randint(0, int64(n), tensor.Sample{Size: []int{k}}), false
	default:
		sums := tensor.Cumsum(weights)
		return tensor.Minimum(tensor.SearchSorted(sums, tensor.Multiply(r.Rand(k), tensor.Max(sums)), tensor.Right), n-1), false
	}
}

// columns draws columns of a frame, which are known.
func (o *sample) columns(h Handle) (Handle, error) {
	d, ok := h.(*DataFrame)
	if !ok {
		return nil, errs.New(errs.Invalid, "No axis named 1 for object type Series")
	}
	at := []int{}
	if l, ok := inList(o.RandomState.V); ok {
		for _, p := range l {
			at = append(at, int(p.(int64)))
		}
	} else {
		k, err := o.rows(len(colsOf(d)))
		if err != nil {
			return nil, err
		}
		drawn := make([]int64, k)
		if err := rng.NewMersenne(uint32(o.seed())).Places(mem.Heap, drawn, len(colsOf(d)), o.Replace, nil); err != nil {
			return nil, err
		}
		for _, p := range drawn {
			at = append(at, int(p))
		}
	}
	d = d.Iloc(pick.AllPlaces, at)
	if o.IgnoreIndex {
		d = d.ResetIndex(ResetIndex{Drop: true})
	}
	return d, nil
}

// weightsOf is how likely each row is, 0 where it is missing; nil without weights.
func weightsOf(h Handle, v any) (*tensor.Tensor, error) {
	if l, ok := inList(v); ok {
		t, err := arrayOf(l)
		if err != nil {
			return nil, err
		}
		v = t
	}
	switch v := v.(type) {
	case nil:
		return nil, nil
	case *Series:
		if !schema.SameIndex(v.Value().Meta(), h.Value().Meta()) {
			v = v.Reindex(indexIn(h))
		}
		return v.FillNA(0.0).ToTensor(dtype.Float64), nil
	case *tensor.Tensor:
		return tensor.AsType(v, dtype.Float64), nil
	}
	l, err := labelWritten(v)
	d, ok := h.(*DataFrame)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, errs.New(errs.Invalid, "Strings cannot be passed as weights when sampling from a Series.")
	case !slices.ContainsFunc(colsOf(d), func(c op.Col) bool { return c.Name.Same(l) }):
		return nil, errs.New(errs.NotFound, "String passed to weights not a valid column")
	}
	return weightsOf(h, d.Col(l))
}
