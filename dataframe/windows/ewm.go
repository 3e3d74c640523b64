package windows

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/window"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// EwmOptions are the options of Ewm. One of Com, Span, Halflife and Alpha says how fast weights fall.
type EwmOptions struct {
	Com         *float64 // center of mass: alpha is 1 / (1 + com)
	Span        *float64 // alpha is 2 / (span + 1)
	Halflife    *float64 // in rows: alpha is 1 - exp(-ln 2 / halflife)
	Alpha       *float64 // of a new value, in (0, 1]
	MinPeriods  int      // values that a result needs
	Adjust      *bool    // divide by the sum of all weights, the default; else a value counts alpha against all before it
	IgnoreNA    bool     // missing values do not age the others
	NumericOnly bool     // leave out columns that are neither numbers nor bools
}

// EwmMean is the operand of the exponentially weighted mean.
func EwmMean(o EwmOptions) op.Operand {
	return &ewmMean{
		Com: o.Com, Span: o.Span, Halflife: o.Halflife, Alpha: o.Alpha, MinPeriods: o.MinPeriods, Adjust: o.Adjust,
		IgnoreNA: o.IgnoreNA, NumericOnly: o.NumericOnly,
	}
}

type ewmMean struct {
	Com, Span, Halflife, Alpha *float64
	MinPeriods                 int
	Adjust                     *bool
	IgnoreNA                   bool
	NumericOnly                bool
}

func init() {
	op.Register[ewmMean](op.Doc{
		Name: "dataframe.ewm_mean", Like: "pandas.DataFrame.ewm", Methods: "DataFrame.ewm Series.ewm",
		Sig: "ewm(df, com=None, span=None, halflife=None, alpha=None, min_periods=0, adjust=True, ignore_na=False, times=None, method='single')." +
			"mean(numeric_only=False, engine=None, engine_kwargs=None)",
		Summary: "Exponentially weighted mean",
		Notes:   "A chunk hands on how it ages and adds to the mean before it, so that chunks are computed at the same time.",
	})
}

// decay checks the options.
func (o *ewmMean) decay() (window.Decay, error) {
	d := window.Decay{Adjust: *o.Adjust, IgnoreNA: o.IgnoreNA, Least: o.MinPeriods}
	given, com := 0, 0.0
	say := ""
	for _, p := range []struct {
		v    *float64
		ok   func(v float64) bool
		com  func(v float64) float64
		text string
	}{
		{o.Com, func(v float64) bool { return v >= 0 }, func(v float64) float64 { return v }, "comass must satisfy: comass >= 0"},
		{o.Span, func(v float64) bool { return v >= 1 }, func(v float64) float64 { return (v - 1) / 2 }, "span must satisfy: span >= 1"},
		{o.Halflife, func(v float64) bool { return v > 0 }, func(v float64) float64 { return 1/(1-math.Exp(math.Log(0.5)/v)) - 1 }, "halflife must satisfy: halflife > 0"},
		{o.Alpha, func(v float64) bool { return v > 0 && v <= 1 }, func(v float64) float64 { return (1 - v) / v }, "alpha must satisfy: 0 < alpha <= 1"},
	} {
		if p.v == nil {
			continue
		}
		given++
		if com = p.com(*p.v); !p.ok(*p.v) {
			say = p.text
		}
	}
	switch {
	case given > 1:
		say = "comass, span, halflife, and alpha are mutually exclusive"
	case given == 0:
		say = "Must pass one of comass, span, halflife, or alpha"
	}
	if say != "" {
		return d, errs.New(errs.Invalid, "%s", say)
	}
	d.Alpha = 1 / (1 + com)
	return d, nil
}

func (o *ewmMean) Infer(in []op.Meta) ([]op.Meta, error) {
	if _, err := o.decay(); err != nil {
		return nil, err
	}
	m := in[0]
	at, err := windowed(m, "mean", o.NumericOnly)
	if err != nil {
		return nil, err
	}
	m.Cols = make([]op.Col, len(at))
	for i, k := range at {
		m.Cols[i] = op.Col{Name: in[0].Cols[k].Name, Type: op.T(dtype.Float64)}
	}
	return []op.Meta{m}, nil
}

// StageMeta: a partial is a row of numbers for every column.
func (o *ewmMean) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Map:
		m, err := o.Infer(in[:1])
		if err != nil {
			return nil, err
		}
		return []op.Meta{op.NewTensor(dtype.Float64, op.Dims(len(m[0].Cols), window.PartSize)...)}, nil
	case op.Combine:
		return in[:1], nil
	}
	return nil, nil
}

func (*ewmMean) Labels(int) op.Look       { return op.Passes }
func (o *ewmMean) Tile(t *op.Tiler) error { return t.Out(t.Scan(t.In(0), 0)) }

func (o *ewmMean) Exec(x *op.Exec) error {
	d, err := o.decay()
	if err != nil {
		return err
	}
	if x.Stage == op.Combine {
		return x.Put(0, o.combine(x, d))
	}
	f := x.Frame(0)
	m := x.InMeta(0)
	if x.Stage == op.Final {
		m.Kind = x.Out(0).Kind
	}
	at, err := windowed(m, "mean", o.NumericOnly)
	if err != nil {
		return err
	}
	parts := x.Alloc(dtype.Float64, len(at), window.PartSize)
	part := nd.Data[float64](parts)
	out := &frame.Frame{Index: f.Index, Names: make([]frame.Label, len(at)), Axis: f.Axis, Cols: make([]*frame.Column, len(at)), NRows: f.NRows, Ord: f.Ord}
	err = x.Parallel(len(at), func(k int) error {
		b, err := x.Mem().Alloc(16 * f.NRows)
		if err != nil {
			return err
		}
		v, res := mem.View[float64](b, 0, f.NRows), mem.View[float64](b, f.NRows, f.NRows)
		if _, err := floatsOf(x, v, f.Cols[at[k]]); err != nil {
			return err
		}
		if x.Stage == op.Map {
			fields := d.Sum(v).Fields()
			copy(part[k*window.PartSize:], fields[:])
			return nil
		}
		before := window.None
		if x.Len() > 1 {
			before = partAt(x.Array(1), k)
		}
		d.Mean(res, v, before)
		out.Names[k], out.Cols[k] = f.Names[at[k]], frame.NewPlain(dtype.Float64, b, f.NRows, f.NRows, frame.Bitmap{})
		return nil
	})
	if err != nil {
		return err
	}
	if x.Stage == op.Map {
		return x.Put(0, parts)
	}
	return x.Put(0, out)
}

func (o *ewmMean) combine(x *op.Exec, d window.Decay) *nd.Array {
	p, q := x.Array(0), x.Array(1)
	out := x.Alloc(dtype.Float64, p.Shape...)
	for k := range p.Shape[0] {
		fields := d.Then(partAt(p, k), partAt(q, k)).Fields()
		copy(nd.Data[float64](out)[k*window.PartSize:], fields[:])
	}
	return out
}

func partAt(a *nd.Array, k int) window.Part {
	return window.PartOf(nd.Data[float64](a)[k*window.PartSize : (k+1)*window.PartSize])
}
