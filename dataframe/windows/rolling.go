package windows

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/kernel/window"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// RollingOptions are the options of Rolling.
type RollingOptions struct {
	MinPeriods  *int   // values that a window needs, else its result is NaN. The default is the window
	Center      bool   // windows stand around their row; the default ends them there. Not with windows of time
	NumericOnly bool   // leave out columns that are neither numbers nor bools
	Closed      string // which ends belong to a window: "right", "left", "both" or "neither". The default is "right"
}

// Rolling is the operand that aggregates windows of rows, an int64, or of time, a frame.Timedelta, by "sum",
// "mean", "min", "max" or "count".
func Rolling(fn string, window any, o RollingOptions) op.Operand {
	return &rolling{Func: fn, Window: window, MinPeriods: o.MinPeriods, Center: o.Center, Closed: o.Closed, NumericOnly: o.NumericOnly}
}

// RollingSpread is Rolling by "std" or "var", whose divisor is the number of values less ddof; nil is 1.
func RollingSpread(fn string, window any, ddof *int, o RollingOptions) op.Operand {
	return &rollingSpread{
		Func: fn, Window: window, MinPeriods: o.MinPeriods, Center: o.Center, Closed: o.Closed, Ddof: ddof, NumericOnly: o.NumericOnly,
	}
}

type rolling struct {
	Func        string `sig:"-"`
	Window      any    // rows, an int64, or time, a frame.Timedelta
	MinPeriods  *int
	Center      bool
	Closed      string
	NumericOnly bool
}

type rollingSpread struct {
	Func        string `sig:"-"`
	Window      any    // rows, an int64, or time, a frame.Timedelta
	MinPeriods  *int
	Center      bool
	Closed      string
	Ddof        *int
	NumericOnly bool
}

func init() {
	const chain = "rolling(df, window, min_periods=None, center=False, win_type=None, on=None, closed=None, step=None, method='single')."
	for _, r := range []struct{ fn, args, summary string }{
		{"sum", "numeric_only=False, engine=None, engine_kwargs=None", "Sum of a moving window"},
		{"mean", "numeric_only=False, engine=None, engine_kwargs=None", "Mean of a moving window"},
		{"min", "numeric_only=False, *, engine=None, engine_kwargs=None", "Least value of a moving window"},
		{"max", "numeric_only=False, *, engine=None, engine_kwargs=None", "Greatest value of a moving window"},
		{"count", "numeric_only=False", "Number of values in a moving window"},
	} {
		op.Register(rollingDoc(r.fn, chain+r.fn+"("+r.args+")", r.summary), rolling{Func: r.fn})
	}
	for _, r := range []struct{ fn, summary string }{{"std", "Standard deviation of a moving window"}, {"var", "Variance of a moving window"}} {
		op.Register(rollingDoc(r.fn, chain+r.fn+"(ddof=1, numeric_only=False, engine=None, engine_kwargs=None)", r.summary), rollingSpread{Func: r.fn})
	}
}

func rollingDoc(fn, sig, summary string) op.Doc {
	return op.Doc{
		Name: "dataframe.rolling_" + fn, Like: "pandas.DataFrame.rolling", Methods: "DataFrame.rolling Series.rolling", Sig: sig, Summary: summary,
		Notes: "Windows are rows, or time of labels that are times; sums and variances are Kahan-compensated as pandas computes them.",
	}
}

func (o *rolling) Row() string { return o.Func }

func (o *rollingSpread) Row() string { return o.Func }

func (o *rolling) moving() moving {
	return movingOf(o.Func, o.Window, o.Closed, window.Spec{Center: o.Center}, o.MinPeriods, o.NumericOnly)
}

func (o *rollingSpread) moving() moving {
	return movingOf(o.Func, o.Window, o.Closed, window.Spec{Center: o.Center, Ddof: *o.Ddof}, o.MinPeriods, o.NumericOnly)
}

func (o *rolling) Infer(in []op.Meta) ([]op.Meta, error)       { return o.moving().infer(in[0]) }
func (o *rollingSpread) Infer(in []op.Meta) ([]op.Meta, error) { return o.moving().infer(in[0]) }
func (o *rolling) Tile(t *op.Tiler) error                      { return t.Out(o.moving().tile(t)) }
func (o *rollingSpread) Tile(t *op.Tiler) error                { return t.Out(o.moving().tile(t)) }
func (o *rolling) Exec(x *op.Exec) error                       { return o.moving().exec(x) }
func (o *rollingSpread) Exec(x *op.Exec) error                 { return o.moving().exec(x) }
func (o *rolling) Labels(int) op.Look                          { return o.moving().labels() }
func (o *rollingSpread) Labels(int) op.Look                    { return o.moving().labels() }

// StageMeta describes the rows before a chunk that its windows of time reach.
func (*rolling) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) { return borderMeta(s, in) }

// StageMeta describes the rows before a chunk that its windows of time reach.
func (*rollingSpread) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return borderMeta(s, in)
}

// moving is what rolling aggregates have in common.
type moving struct {
	fn      string
	spec    window.Spec
	width   *frame.Timedelta // of windows of time
	closed  window.Closed
	least   *int
	numbers bool
	err     error
}

func movingOf(fn string, size any, closed string, s window.Spec, least *int, numbers bool) moving {
	w := moving{fn: fn, spec: s, least: least, numbers: numbers}
	w.closed, w.err = window.ParseClosed(closed)
	switch v := size.(type) {
	case int64:
		w.spec.Window = int(v)
	case frame.Timedelta:
		w.width = &v
	case string:
		ns, err := dt.ParseFreq(v)
		if err != nil {
			w.err = errs.New(errs.Invalid, "passed window %s is not compatible with a datetimelike index", v)
		}
		w.width = &frame.Timedelta{Ticks: ns, Unit: dtype.Nano}
	default:
		w.spec.Window = -1
	}
	return w
}

func (w moving) infer(m op.Meta) ([]op.Meta, error) {
	timed := w.width != nil && len(m.Index.Levels) == 1 && m.Index.Levels[0].Is.IsTemporal()
	switch {
	case w.err != nil:
		return nil, w.err
	case w.spec.Window < 0, w.width != nil && !timed:
		return nil, errs.New(errs.Invalid, "window must be an integer 0 or greater")
	case w.least != nil && *w.least < 0:
		return nil, errs.New(errs.Invalid, "min_periods must be >= 0")
	case w.least != nil && *w.least > w.spec.Window && !timed:
		return nil, errs.New(errs.Invalid, "min_periods %d must be <= window %d", *w.least, w.spec.Window)
	case timed && w.spec.Center:
		return nil, errs.New(errs.Invalid, "windows of time are not centered: leave out center")
	}
	at, err := windowed(m, w.fn, w.numbers)
	if err != nil {
		return nil, err
	}
	cols := make([]op.Col, len(at))
	for i, k := range at {
		cols[i] = op.Col{Name: m.Cols[k].Name, Type: op.T(dtype.Float64)}
	}
	m.Cols = cols
	return []op.Meta{m}, nil
}

// windowed are the columns of m that windows aggregate.
func windowed(m op.Meta, fn string, numbers bool) (at []int, err error) {
	if numbers && m.Kind == op.Series && !m.Cols[0].Is.IsNumeric() {
		return nil, errs.New(errs.Invalid, "Rolling.%s does not implement numeric_only", fn)
	}
	for i, c := range m.Cols {
		switch d := c.Is; {
		case numbers && !d.IsNumeric():
		case fn == "count", d.IsReal(), d.IsBool(), d.IsObject(): // objects that are numbers
			at = append(at, i)
		case m.Kind == op.Series:
			return nil, errs.New(errs.Invalid, "No numeric types to aggregate")
		default:
			return nil, errs.New(errs.Invalid, "Cannot aggregate non-numeric type: %s", d)
		}
	}
	return at, nil
}

func (w moving) tile(t *op.Tiler) op.Grid {
	if w.width != nil {
		return w.tileTimes(t)
	}
	before, after := w.spec.Around()
	if w.closed == window.Left || w.closed == window.Both {
		before++
	}
	return t.Halo(t.In(0), before, after)
}

func (w moving) exec(x *op.Exec) error {
	if x.Stage == op.Map {
		return w.border(x)
	}
	m := x.InMeta(0)
	m.Kind = x.Out(0).Kind
	at, err := windowed(m, w.fn, w.numbers)
	if err != nil {
		return err
	}
	fn := window.Sum
	if w.fn != "count" {
		if fn, err = window.Parse(w.fn); err != nil {
			return err
		}
	}
	spec, err := w.specOf(x)
	if err != nil {
		return err
	}
	f := x.Frame(0)
	out := &frame.Frame{Index: f.Index, Names: make([]frame.Label, len(at)), Axis: f.Axis, Cols: make([]*frame.Column, len(at)), NRows: f.NRows, Ord: f.Ord}
	err = x.Parallel(len(at), func(k int) error {
		v, from, whole, err := surrounded(x, at[k], w.fn == "count")
		if err != nil {
			return err
		}
		b, err := x.Mem().Alloc(8 * f.NRows)
		if err != nil {
			return err
		}
		spec := spec
		spec.Whole = whole
		window.Roll(mem.View[float64](b, 0, f.NRows), v, from, fn, spec)
		out.Names[k], out.Cols[k] = f.Names[at[k]], frame.NewPlain(dtype.Float64, b, 0, f.NRows, frame.Bitmap{})
		return nil
	})
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// surrounded is column i of the chunk of a Halo task between its neighbours' rows, where the chunk starts,
// and whether no value is missing: values, or with count whether there is one.
func surrounded(x *op.Exec, i int, count bool) (v []float64, from int, whole bool, err error) {
	before, after := x.Sides()
	n := 0
	var parts []*frame.Column
	for _, side := range []int{before, 0, after} {
		if side < 0 {
			continue
		}
		c := x.Frame(side).Cols[i]
		if side == before && before > 0 {
			from = c.Rows
		}
		parts, n = append(parts, c), n+c.Rows
	}
	b, err := x.Mem().Alloc(8 * n)
	if err != nil {
		return nil, 0, false, err
	}
	v, whole = mem.View[float64](b, 0, n), true
	at := 0
	for _, c := range parts {
		dst := v[at : at+c.Rows]
		at += c.Rows
		if count {
			window.Present(dst, c)
			continue
		}
		there, err := floatsOf(x, dst, c)
		if err != nil {
			return nil, 0, false, err
		}
		whole = whole && there
	}
	return v, from, whole, nil
}

// floatsOf writes c as windows see it: missing values and infinities are NaN. whole reports that none is
// missing.
func floatsOf(x *op.Exec, dst []float64, c *frame.Column) (whole bool, err error) {
	p, err := column.Env{Mem: x.Mem()}.Cast(c, dtype.Float64)
	if err != nil && c.DType.IsObject() {
		err = errs.New(errs.Invalid, "No numeric types to aggregate")
	}
	if err != nil {
		return false, err
	}
	if p, err = p.Decode(x.Mem()); err != nil {
		return false, err
	}
	return window.Values(dst, frame.Values[float64](p)), nil
}
