package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
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
	Times         bool        // the times that name the bins, in place of categories
}

func init() {
	op.Register[binsOfTime](op.Doc{
		Name: "dataframe.bins_of_time", Like: "pandas.DataFrame.resample", Gives: "series", Summary: "Bins of time of the rows, to be aggregated",
		Sig: "resample(df, rule, closed=None, label=None, convention='start', on=None, level=None, origin='start_day', offset=None, " +
			"group_keys=False).bins(times=False)",
		Forms: "rule=frequency convention=any group_keys=any", Methods: "DataFrame.resample Series.resample",
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
	c := op.Col{Name: o.On}
	if o.On.IsNil() {
		k, err := o.level(in[0])
		if err != nil {
			return nil, err
		}
		c = in[0].Index.Levels[k]
	} else if o.Times && !in[0].Open {
		var err error
		if c, err = in[0].Col(o.On); err != nil {
			return nil, err
		}
	}
	if !o.Times {
		c.Type = op.T(cells.BinType)
	}
	return []op.Meta{op.NewSeries(in[0].Dims[0], in[0].Index, c)}, nil
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
	} else if !o.On.IsNil() {
		return SeriesOf(bad("dataframe.bins_of_time", errs.New(errs.NotFound, "%s", o.On.Repr())))
	}
	k, err := o.level(h.Value().Meta())
	if err != nil {
		return SeriesOf(bad("dataframe.bins_of_time", err))
	}
	return levelSeries(h, k)
}

func (o *binsOfTime) Build(a *op.Asker, h Handle) (*Series, error) {
	if err := (&dt.Binning{Closed: o.Closed, Label: o.Label}).Settle(); err != nil {
		return nil, err
	}
	times := o.times(h)
	if times.Err() != nil {
		return times, nil
	}
	is := times.Value().Meta().Cols[0].Is
	if is.Kind == dtype.TimedeltaKind {
		return nil, errs.New(errs.Type, "bins of lengths of time are not there yet")
	}
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
	out := SeriesOf(apply(&cells.TimeBinned{Edges: bins.Edges, Names: names, Right: bins.Right}, times))
	if o.Times {
		return out.AsType(is), nil
	}
	return out, nil
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
		if at, ok := column.ParseTime(v, is); ok {
			b.Origin, b.At = "at", dt.In(at.(frame.Timestamp).Ticks, at.(frame.Timestamp).Unit, is.Unit)
		}
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
	case int64: // nanoseconds
		b.Offset = dt.In(v, dtype.Nano, is.Unit)
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
