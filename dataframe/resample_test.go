package dataframe_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	room "github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// TestResample checks every answer of pandas to dataframe.bins_of_time, of which dataframe.time_binned does
// the rows and dataframe.by_time the labels. A name is that of the frame, the frequency, closed, label,
// origin and offset.
func TestResample(t *testing.T) {
	g := marstest.Load(t, "testdata/resample.json")
	n := 0
	for _, key := range slices.Sorted(maps.Keys(g)) {
		p := strings.Split(key, "|")
		if len(p) != 6 {
			continue
		}
		n++
		f := g.Get(t, p[0]).Value(t).(*frame.Frame)
		var origin any = p[4]
		if is := f.Col(frame.L("t")).DType; p[4][0] == '2' {
			at, _ := frame.ParseTimestamp(p[4], is.Unit)
			if is.TZ != "" {
				z, err := dt.LoadZone(is.TZ)
				if err != nil {
					t.Fatal(err)
				}
				ts := []int64{at.Ticks}
				if err := z.Instants(is.Unit, ts, ts, dt.Raise, dt.Raise); err != nil {
					t.Fatal(err)
				}
				at.Ticks, at.TZ = ts[0], is.TZ
			}
			origin = at
		}
		o := dataframe.Resampling{Closed: p[2], Label: p[3], On: "t", Origin: origin}
		if p[5] != "" {
			o.Offset = p[5]
		}
		marstest.Check(t, key, dataframe.FromFrame(f).Resample(p[1], o).Agg([]string{"sum", "count"}), g.Get(t, key))
	}
	if n < 200 {
		t.Errorf("%d cases", n)
	}
}

func TestResampleOfMore(t *testing.T) {
	g := marstest.Load(t, "testdata/resample.json")
	d := dataframe.FromFrame(g.Get(t, "year").Value(t).(*frame.Frame))
	on := dataframe.Resampling{On: "t"}
	several := []dataframe.OfColumn{{Column: "i", Func: "sum"}, {Column: "f", Func: []string{"max", "count"}}}
	marstest.Check(t, "dict", d.Resample("W", on).Agg(several), g.Get(t, "dict"))
	marstest.Check(t, "empty", d.Head(0).Resample("D", on).Agg([]string{"sum", "count"}), g.Get(t, "empty"))
	marstest.Check(t, "column", d.SetIndex("t").Col("i").Resample("QS").Agg("sum"), g.Get(t, "column"))
	levels := d.SetIndex("i", "t").Col("f")
	marstest.Check(t, "level", levels.Resample("MS", dataframe.Resampling{Level: "t"}).Agg([]string{"min", "max"}), g.Get(t, "level"))
	marstest.Check(t, "select", d.Resample("W", on).Select("i").Agg("sum"), g.Get(t, "select"))
	same := dataframe.Resampling{On: "t", Offset: 2 * time.Hour}
	marstest.Check(t, "offset", d.Resample("7h", same).Agg("count"), g.Get(t, "offset"))
	for name, v := range map[string]*dataframe.DataFrame{
		"frequency": d.Resample("zz", on).Agg("sum"),
		"business":  d.Resample("cbh", on).Agg("sum"),
		"weekday":   d.Resample("W-JAN", on).Agg("sum"),
		"backwards": d.Resample("0D", on).Agg("sum"),
		"closed":    d.Resample("D", dataframe.Resampling{On: "t", Closed: "up"}).Agg("sum"),
		"origin":    d.Resample("D", dataframe.Resampling{On: "t", Origin: "zz"}).Agg("sum"),
		"both":      d.Resample("D", dataframe.Resampling{On: "t", Level: 0}).Agg("sum"),
		"finer":     d.Resample("ns", on).Agg("sum"),
		"many":      d.Resample("us", on).Agg("sum"),
	} {
		marstest.Check(t, name, v, errs.Invalid)
	}
	spans := dataframe.FromFrame(frame.Must(frame.New(nil, frame.Labels("t"), frame.OfType(dtype.Timedelta(dtype.Second), []int64{1, 3}))))
	marstest.Check(t, "lengths of time", spans.Resample("D", on).Agg("count"), errs.Type)
	marstest.Check(t, "a column of a series", spans.Col("t").Resample("D", on).Agg("count"), errs.NotFound)
	marstest.Check(t, "ends of no times", spans.Resample("D", dataframe.Resampling{Closed: "both"}).Agg("count"), errs.Invalid)
	marstest.Check(t, "no times", d.Resample("D").Agg("sum"), errs.Type)
	marstest.Check(t, "no column", d.Resample("D", dataframe.Resampling{On: "zz"}).Agg("sum"), errs.NotFound)
}

// TestTimesInBins puts times into bins that are given: a missing one, and one outside, lie in none.
func TestTimesInBins(t *testing.T) {
	us := dtype.Datetime(dtype.Micro)
	names := []frame.Label{frame.L(frame.Timestamp{Ticks: 10, Unit: dtype.Micro}), frame.L(frame.Timestamp{Ticks: 20, Unit: dtype.Micro})}
	d := dataframe.FromFrame(frame.Must(frame.New(nil, frame.Labels("t"), frame.OfType(us, []int64{9, 10, 15, 20, 30, 31, frame.NaT}))))
	for right, want := range map[bool][]int64{false: {frame.NaT, 10, 10, 20, frame.NaT, frame.NaT, frame.NaT}, true: {frame.NaT, 10, 10, 10, 20, frame.NaT, frame.NaT}} {
		in := op.Apply(&room.TimeBinned{Edges: []int64{10, 20, 30}, Names: names, Right: right}, d.Col("t").Value())
		out := dataframe.SeriesOf(op.Value{N: in}).AsType(us).ToFrame("t")
		marstest.Check(t, "time_binned", out, frame.Must(frame.New(nil, frame.Labels("t"), frame.OfType(us, want))))
	}
}

// TestBinsHaveAFrequency: labels of bins (dataframe.with_freq) and of the rows of a frequency say it, in one
// chunk and in several.
func TestBinsHaveAFrequency(t *testing.T) {
	var times []time.Time
	var values []int64
	for i := range 20 {
		times = append(times, time.Date(2024, 1, 1, 7*i, 0, 0, 0, time.UTC))
		values = append(values, int64(i))
	}
	d := dataframe.New(dataframe.C{Name: "t", Data: times}, dataframe.C{Name: "v", Data: values}).SetIndex("t")
	for _, bytes := range []int{32, 1 << 30} {
		l := marstest.Loop{ChunkBytes: bytes}
		for freq, h := range map[string]op.Handle{"D": d.Resample("D").Agg("sum"), "12h": d.Col("v").Resample("12h").Agg("max"), "14h": d.AsFreq("14h")} {
			v, err := l.Run(h.Value())
			if err != nil {
				t.Fatal(err)
			}
			if got := v[0].(*frame.Frame).Index.Freq; got != freq {
				t.Errorf("dataframe.with_freq in chunks of %d bytes: %q, not %q", bytes, got, freq)
			}
		}
	}
}
