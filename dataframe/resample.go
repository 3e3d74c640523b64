package dataframe

import (
	"time"

	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

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
	times  *Series
	freq   string
}

// Resample cuts the rows into bins of time, which a frequency of pandas says: "2h", "D", "ME", "W-SUN", "QS".
// Bins without rows are there as well. It is an error where the row labels, or the column On, are no times.
func (d *DataFrame) Resample(rule string, o ...Resampling) *Resampled {
	d = only(d, o)
	g, times := resampled(d, rule, o)
	return &Resampled{&g, times, rule}
}

// Agg aggregates the bins, as GroupBy.Agg does groups, one row for each of them.
func (r *Resampled) Agg(f any) *DataFrame {
	return FrameOf(apply(&byTime{Freq: r.freq}, r.groups.Agg(f), r.times))
}

// Select keeps some columns for the aggregates.
func (r *Resampled) Select(cols ...any) *Resampled {
	return &Resampled{r.groups.Select(cols...), r.times, r.freq}
}

// A SeriesResampled is a series cut into bins of time, to be aggregated.
type SeriesResampled struct {
	groups *SeriesGroupBy
	times  *Series
	freq   string
}

// Resample cuts the rows into bins of time; see DataFrame.Resample.
func (s *Series) Resample(rule string, o ...Resampling) *SeriesResampled {
	s = only(s, o)
	g, times := resampled(s, rule, o)
	return &SeriesResampled{&SeriesGroupBy{g}, times, rule}
}

// Agg aggregates the bins: a *Series for one name, a *DataFrame for several.
func (r *SeriesResampled) Agg(f any) op.Handle {
	v := apply(&byTime{Freq: r.freq}, valued(r.groups.Agg(f).Value()), r.times)
	return valued(v)
}

// resampled are the groups of bins, and the times of the rows.
func resampled(h Handle, rule string, o []Resampling) (g GroupBy, times *Series) {
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
	times = r.times(h)
	if d, ok := h.(*DataFrame); ok && !r.On.IsNil() {
		g.in[0] = d.Drop(r.On)
	}
	return g, times
}

// byTime names rows by the times that their labels, bins, are.
type byTime struct {
	op.Recipe
	Freq string // how far the times stand from each other
}

func init() {
	op.Register[byTime](op.Doc{
		Name: "dataframe.by_time", Face: "inner", Like: "pandas.DataFrame.resample", Sig: "by_time(df, times, freq='')", Summary: "Rows whose labels are bins, under times as others are",
	})
}

func (o *byTime) Build(h Handle, times *Series) (Handle, error) {
	labels := IndexOf(apply(&axes.GetIndex{}, h)).ToSeries().AsType(times.Value().Meta().Cols[0].Is)
	return valued(apply(&axes.WithFreq{Freq: o.Freq}, valued(apply(&setLabels{}, h, labels)))), nil
}
