package dataframe

import (
	"time"

	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// binsOfTime is the bin of time of every row, as resample and Grouper make them: a category under the rows'
// labels, whose categories are all bins from the first time to the last.
type binsOfTime struct {
	op.Deferred
	Rule          string
	Closed, Label string
	On            frame.Label // the column of times
	Level         frame.Label // of the index
	Origin        any         // a name, or a time
	Offset        any         // a length of time
}

func init() {
	op.Register[binsOfTime](op.Doc{
		Name: "dataframe.bins_of_time", Face: "inner", Like: "pandas.Grouper", Gives: "series", Summary: "The bin of time of every row",
		Sig:   "bins_of_time(df, rule, closed=None, label=None, on=None, level=None, origin='start_day', offset=None)",
		Notes: "first and last of a bin follow the order of rows, where pandas sorts them by time. Frequencies are D, h, min, s and their likes, W, SME, SMS, those of months, quarters, years and business days.",
	})
}

// Normalize refuses what does not depend on data.
func (o *binsOfTime) Normalize([]op.Meta) error {
	if !o.On.IsNil() && !o.Level.IsNil() {
		return errs.New(errs.Invalid, "The Grouper cannot specify both a key and a level!")
	}
	_, err := dt.ParseOffset(o.Rule)
	return err
}

func (o *binsOfTime) Infer(in []op.Meta) ([]op.Meta, error) {
	name := o.On
	if name.IsNil() {
		k, err := o.level(in[0])
		if err != nil {
			return nil, err
		}
		name = in[0].Index.Levels[k].Name
	}
	return []op.Meta{op.NewSeries(in[0].Dims[0], in[0].Index, op.Col{Name: name, Type: op.T(cells.BinType)})}, nil
}

// level is the place of the level of row labels that holds the times.
func (o *binsOfTime) level(m op.Meta) (int, error) {
	switch {
	case !o.Level.IsNil():
		return schema.LevelOf(m.Index.Levels, o.Level)
	case len(m.Index.Levels) > 1:
		return 0, errs.New(errs.Type, "Only valid with DatetimeIndex, TimedeltaIndex or PeriodIndex, but got an instance of 'MultiIndex'")
	}
	return 0, nil
}

// times are those of the rows.
func (o *binsOfTime) times(h Handle) *Series {
	if d, ok := h.(*DataFrame); ok && !o.On.IsNil() {
		return d.Col(o.On)
	}
	k, err := o.level(h.Value().Meta())
	if err != nil {
		return SeriesOf(bad("dataframe.bins_of_time", err))
	}
	return levelSeries(h, k)
}

func (o *binsOfTime) Build(a *op.Asker, h Handle) (*Series, error) {
	times := o.times(h)
	if times.Err() != nil {
		return times, nil
	}
	is := times.Value().Meta().Cols[0].Is
	if !is.IsDatetime() {
		return nil, errs.New(errs.Type, "Only valid with DatetimeIndex, TimedeltaIndex or PeriodIndex, but got an instance of 'Index'")
	}
	first, last := times.Min(), times.Max()
	if err := a.Need(op.Values, first, last); err != nil {
		return nil, err
	}
	bins := dt.Bins{Edges: []int64{}}
	if lo, ok := tickOf(a.Value(first)); ok {
		hi, _ := tickOf(a.Value(last))
		how, err := o.binning(is)
		if err != nil {
			return nil, err
		}
		var zone *dt.Zone
		if is.TZ != "" {
			if zone, err = dt.LoadZone(is.TZ); err != nil {
				return nil, err
			}
		}
		if bins, err = how.Cut(lo, hi, is.Unit, zone); err != nil {
			return nil, err
		}
	}
	names := make([]frame.Label, len(bins.Labels))
	for i, t := range bins.Labels {
		names[i] = frame.L(frame.Timestamp{Ticks: t, Unit: is.Unit, TZ: is.TZ})
	}
	return SeriesOf(apply(&cells.TimeBinned{Edges: bins.Edges, Names: names, Right: bins.Right}, times)), nil
}

// binning reads the parameters for times of a dtype.
func (o *binsOfTime) binning(is dtype.DType) (b dt.Binning, err error) {
	b.Closed, b.Label = o.Closed, o.Label
	if b.Freq, err = dt.ParseOffset(o.Rule); err != nil {
		return b, err
	}
	switch v := o.Origin.(type) {
	case string:
		b.Origin = v
	case frame.Timestamp:
		if (v.TZ == "") != (is.TZ == "") && b.Freq.Fixed > 0 && (b.Freq.Name != "D" || is.TZ == "") {
			return b, errs.New(errs.Invalid, "The origin must have the same timezone as the index.")
		}
		b.Origin, b.At = "at", dt.In(v.Ticks, v.Unit, is.Unit)
	default:
		return b, errs.New(errs.Type, "origin is a name or a time, not a %T", v)
	}
	switch v := o.Offset.(type) {
	case nil:
	case frame.Timedelta:
		b.Offset = dt.In(v.Ticks, v.Unit, is.Unit)
	case string:
		var ns int64
		ns, err = dt.ParseFreq(v)
		b.Offset = dt.In(ns, dtype.Nano, is.Unit)
	default:
		return b, errs.New(errs.Type, "offset is a length of time, not a %T", v)
	}
	return b, err
}

// tickOf is the tick of a fetched time, false where it is missing.
func tickOf(v any) (int64, bool) {
	if a, ok := v.(*nd.Array); ok {
		v, _ = chunk.GoValue(a)
	}
	t, ok := v.(frame.Timestamp)
	return t.Ticks, ok && t.Ticks != frame.NaT
}

// Resampling is the options of Resample. The zero value is pandas' defaults.
type Resampling struct {
	Closed string // the end that belongs to a bin, "left" or "right". The default is "left", "right" of frequencies that end weeks, months, quarters and years.
	Label  string // the end that names a bin, as Closed
	On     any    // the column of times; nil for the row labels
	Level  any    // the level of the row labels
	Origin any    // from where bins of one length are counted: "start_day", the default, "start", "epoch", "end", "end_day" or a time
	Offset any    // a time.Duration, or a text as "2h", behind the origin
}

// A Resampled is a frame cut into bins of time, to be aggregated.
type Resampled struct {
	groups *GroupBy
	to     dtype.DType
}

// Resample cuts the rows into bins of time, which a frequency of pandas says: "2h", "D", "ME", "W-SUN", "QS".
// Bins without rows are there as well. It is an error where the row labels, or the column On, are no times.
func (d *DataFrame) Resample(rule string, o ...Resampling) *Resampled {
	d = only(d, o)
	g, to := resampled(d, rule, o)
	return &Resampled{&g, to}
}

// Agg aggregates the bins, as GroupBy.Agg does groups, one row for each of them.
func (r *Resampled) Agg(f any) *DataFrame { return FrameOf(apply(&byTime{To: r.to}, r.groups.Agg(f))) }

// Select keeps some columns for the aggregates.
func (r *Resampled) Select(cols ...any) *Resampled { return &Resampled{r.groups.Select(cols...), r.to} }

// A SeriesResampled is a series cut into bins of time, to be aggregated.
type SeriesResampled struct {
	groups *SeriesGroupBy
	to     dtype.DType
}

// Resample cuts the rows into bins of time; see DataFrame.Resample.
func (s *Series) Resample(rule string, o ...Resampling) *SeriesResampled {
	s = only(s, o)
	g, to := resampled(s, rule, o)
	return &SeriesResampled{&SeriesGroupBy{g}, to}
}

// Agg aggregates the bins: a *Series for one name, a *DataFrame for several.
func (r *SeriesResampled) Agg(f any) op.Handle {
	v := apply(&byTime{To: r.to}, valued(r.groups.Agg(f).Value()))
	return valued(v)
}

// resampled are the groups of bins, and the dtype of the times.
func resampled(h Handle, rule string, o []Resampling) (g GroupBy, to dtype.DType) {
	r := &binsOfTime{Rule: rule}
	no := false
	g = GroupBy{in: []Handle{h}, by: groupby.Grouping{By: []groupby.Key{{In: op.In(1)}}, Observed: &no}, one: true}
	if len(o) > 0 {
		p := o[0]
		r.Closed, r.Label, r.Origin, r.Offset = p.Closed, p.Label, p.Origin, p.Offset
		if d, ok := p.Offset.(time.Duration); ok {
			r.Offset = frame.Timedelta{Ticks: int64(d), Unit: dtype.Nano}
		}
		for _, l := range []struct {
			from any
			to   *frame.Label
		}{{p.On, &r.On}, {p.Level, &r.Level}} {
			var err error
			if *l.to, err = schema.LabelOf(l.from); err != nil && l.from != nil {
				g.fail(err)
			}
		}
	}
	bins := SeriesOf(apply(r, h))
	g.in = append(g.in, bins)
	if times := r.times(h); bins.Err() == nil && times.Err() == nil {
		to = times.Value().Meta().Cols[0].Is
	}
	if d, ok := h.(*DataFrame); ok && !r.On.IsNil() {
		g.in[0] = d.Drop(r.On)
	}
	return g, to
}

// byTime names rows by the times that their labels, bins, are.
type byTime struct {
	op.Recipe
	To dtype.DType
}

func init() {
	op.Register[byTime](op.Doc{
		Name: "dataframe.by_time", Face: "inner", Like: "pandas.DataFrame.resample", Sig: "by_time(df, to)", Summary: "Rows whose labels are bins, under the times of these",
	})
}

func (o *byTime) Build(h Handle) (Handle, error) {
	times := IndexOf(apply(&axes.GetIndex{}, h)).ToSeries().AsType(o.To)
	return valued(apply(&setLabels{}, h, times)), nil
}
