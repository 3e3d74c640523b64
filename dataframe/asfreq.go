package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// asFreq asks for the first and the last time.
type asFreq struct {
	op.Deferred
	Freq      string
	Normalize bool
	FillValue any
}

func init() {
	op.Register[asFreq](op.Doc{
		Name: "dataframe.asfreq", Like: "pandas.DataFrame.asfreq", Methods: "DataFrame.asfreq Series.asfreq",
		Sig: "asfreq(df, freq, method=None, how=None, normalize=False, fill_value=None)", Forms: "freq=frequency how=any", Summary: "The rows at the times of a frequency",
		Text: "From the first row label to the last; what has no row is missing, or fill_value. Row labels that are no times are an error.",
		Go:   "DataFrame.AsFreq(freq, AsFreqOptions) Series.AsFreq(freq, AsFreqOptions)",
	})
}

// Infer knows all but the number of rows.
func (o *asFreq) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	rows := op.NewSeries(op.Sym("asfreq "+o.Freq, m), m.Index.Derive("asfreq", m), m.Index.Levels[0])
	out, err := (&axes.Reindex{FillValue: o.FillValue}).Infer([]op.Meta{rows, m})
	if err == nil {
		out[0].Open = m.Open
	}
	return out, err
}

func (o *asFreq) Build(a *op.Asker, h Handle) (Handle, error) {
	freq, err := dt.ParseOffset(o.Freq)
	if err != nil {
		return nil, err
	}
	levels := h.Value().Meta().Index.Levels
	is := levels[0].Is
	if len(levels) > 1 || !is.IsDatetime() {
		return nil, errs.New(errs.Type, "Only valid with DatetimeIndex, TimedeltaIndex or PeriodIndex, but got an instance of 'Index'")
	}
	times := levelSeries(h, 0)
	first, last := times.Min(), times.Max()
	if err := a.Need(op.Values, first, last); err != nil {
		return nil, err
	}
	lo, ok := tickOf(a.Value(first))
	if !ok {
		return h, nil
	}
	hi, _ := tickOf(a.Value(last))
	var zone *dt.Zone
	if is.TZ != "" {
		if zone, err = dt.LoadZone(is.TZ); err != nil {
			return nil, err
		}
	}
	ticks, err := freq.Range(lo, hi, is.Unit, zone)
	if err != nil {
		return nil, err
	}
	out := valued(apply(&axes.Reindex{FillValue: o.FillValue}, timesIndex(ticks, is), h))
	if o.Normalize {
		x := indexIn(out).ToSeries().Dt().Normalize()
		out = valued(apply(&setLabels{Names: []frame.Label{levels[0].Name}}, out, x))
	}
	return valued(apply(&axes.WithFreq{Freq: o.Freq}, out)), nil
}

// timesIndex is an index of ticks of a dtype.
func timesIndex(ticks []int64, is dtype.DType) *Index {
	labels := make([]frame.Label, len(ticks))
	for i, t := range ticks {
		labels[i] = frame.L(frame.Timestamp{Ticks: t, Unit: is.Unit, TZ: is.TZ})
	}
	return NewIndex(frame.LabelColumn(labels), Options{DType: is})
}
