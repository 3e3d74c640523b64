package dataframe

import (
	"math"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// SampleOptions are the options of Sample. Exactly one of N and Frac says how many rows; the default is one.
type SampleOptions struct {
	N           *int
	Frac        *float64
	Replace     bool    // a row may come more than once
	Weights     *Series // how likely each row is; missing ones are 0
	Seed        uint64
	IgnoreIndex bool // the result is labeled 0, 1, ...
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
	o := &sample{N: p.N, Frac: p.Frac, Replace: p.Replace, RandomState: p.Seed, IgnoreIndex: p.IgnoreIndex}
	if p.Weights == nil {
		return apply(o, h)
	}
	o.Weights = op.WrittenOf(op.In(1))
	return apply(o, h, p.Weights)
}

type sample struct {
	op.Deferred
	N           *int
	Frac        *float64
	Replace     bool
	Weights     op.Written // how likely each row is, or the column that says it
	RandomState uint64
	IgnoreIndex bool
}

func init() {
	op.Register[sample](op.Doc{
		Name: "dataframe.sample", Like: "pandas.DataFrame.sample", Methods: "DataFrame.sample Series.sample Index.sample", Labels: "index", Forms: "random_state=seed", Summary: "Rows drawn at random",
		Sig:   "sample(df, n=None, frac=None, replace=False, weights=None, random_state=None, axis=None, ignore_index=False)",
		Notes: "Draws are of the counter-based generator of package tensor: not pandas' rows. Without replacement the rows with the least of random keys are taken, weighted as Efraimidis and Spirakis do (2006).",
	})
}

// randomKey labels the column of random keys.
var randomKey = frame.Tup("random", "key")

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
		k = int(math.RoundToEven(*o.Frac * float64(n)))
	}
	switch {
	case k < 0:
		return 0, errs.New(errs.Invalid, "A negative number of rows requested. Please provide `n` >= 0.")
	case n >= 0 && k > n && (!o.Replace || n == 0):
		return 0, errs.New(errs.Invalid, "Cannot take a larger sample than population when 'replace=False'")
	}
	return k, nil
}

func (o *sample) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
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
		if o.Replace {
			return o.again(d, n, k, weights)
		}
		u := tensor.NewRandom(o.RandomState).Rand(n)
		key := u
		if weights != nil { // the greatest u^(1/w), as exponential times -log(u)/w, least first
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
		return v.FillNA(0.0).ToTensor(dtype.Float64), nil
	case *tensor.Tensor:
		return tensor.NanToNum(tensor.AsType(v, dtype.Float64)), nil
	}
	l, err := labelWritten(v)
	d, ok := h.(*DataFrame)
	if err != nil || !ok {
		return nil, errs.New(errs.Invalid, "Strings can only be passed to weights when sampling from rows on a DataFrame")
	}
	return weightsOf(h, d.Col(l))
}

// again draws places with replacement, and brings the rows to them.
func (o *sample) again(d *DataFrame, n, k int, weights *tensor.Tensor) (*DataFrame, error) {
	var at *tensor.Tensor
	if r := tensor.NewRandom(o.RandomState); weights == nil {
		at = r.Randint(0, int64(n), tensor.Sample{Size: []int{k}})
	} else {
		sums := tensor.Cumsum(weights)
		total := tensor.Max(sums)
		at = tensor.Minimum(tensor.SearchSorted(sums, tensor.Multiply(r.Rand(k), total), tensor.Right), n-1)
	}
	return d.takeAt(at), nil
}
