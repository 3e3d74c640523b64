package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// reducers are the reductions of a frame by name, scalars those of a series.
var reducers = map[string]func(d *dataframe.DataFrame, o ...dataframe.Reduce) *dataframe.Series{
	"sum": (*dataframe.DataFrame).Sum, "prod": (*dataframe.DataFrame).Prod, "min": (*dataframe.DataFrame).Min, "max": (*dataframe.DataFrame).Max,
	"mean": (*dataframe.DataFrame).Mean, "std": (*dataframe.DataFrame).Std, "var": (*dataframe.DataFrame).Var, "sem": (*dataframe.DataFrame).Sem,
	"any": (*dataframe.DataFrame).Any, "all": (*dataframe.DataFrame).All, "count": (*dataframe.DataFrame).Count,
}

var scalars = map[string]func(s *dataframe.Series, o ...dataframe.Reduce) *dataframe.Scalar{
	"sum": (*dataframe.Series).Sum, "prod": (*dataframe.Series).Prod, "min": (*dataframe.Series).Min, "max": (*dataframe.Series).Max,
	"mean": (*dataframe.Series).Mean, "std": (*dataframe.Series).Std, "var": (*dataframe.Series).Var, "sem": (*dataframe.Series).Sem,
	"any": (*dataframe.Series).Any, "all": (*dataframe.Series).All, "count": (*dataframe.Series).Count,
}

// part is some columns of a frame.
func part(f *frame.Frame, names ...any) *dataframe.DataFrame {
	var at []int
	for _, l := range frame.Labels(names...) {
		at = append(at, f.Find(l))
	}
	return dataframe.FromFrame(f.Select(at...))
}

func narrowFrame() *frame.Frame {
	return frame.Must(frame.New(nil, frame.Labels("i8", "u8", "f4"),
		cells(dtype.Int8, 40, func(i int) any { return int64(i * 7 % 50) }),
		cells(dtype.Uint8, 40, func(i int) any { return int64(i * 9 % 200) }),
		cells(dtype.Float32, 40, func(i int) any {
			if i == 3 {
				return nil
			}
			return float64(i%9) / 2
		})))
}

func spansFrame() *frame.Frame {
	abc := cells(dtype.Str, 3, func(i int) any { return string(rune('a' + i)) })
	dict, err := frame.NewDictionary(abc)
	if err != nil {
		panic(err)
	}
	codes := make([]int32, 12)
	for i := range codes {
		codes[i] = int32(i % 3)
	}
	codes[11] = -1
	cat := dtype.Categorical
	cat.Ordered = true
	return frame.Must(frame.New(nil, frame.Labels("d", "t", "o"),
		cells(dtype.Timedelta(dtype.Micro), 12, func(i int) any {
			if i == 5 {
				return nil
			}
			return frame.Timedelta{Ticks: int64(i) * 1000003, Unit: dtype.Micro}
		}),
		cells(dtype.Datetime(dtype.Micro), 12, func(i int) any { return frame.Timestamp{Ticks: int64(i) * 86400000007, Unit: dtype.Micro} }),
		frame.NewDict(cat, dict, frame.Of(codes).Data, 0, 12, 4)))
}

func matrixFrame() *frame.Frame {
	var cols []*frame.Column
	var names []frame.Label
	for k := range 4 {
		names = append(names, frame.L(k))
		cols = append(cols, cells(dtype.Float64, 6, func(i int) any { return float64((i*4 + k) * 7 % 11) }))
	}
	return frame.Must(frame.New(nil, names, cols...))
}

func TestReduce(t *testing.T) {
	g := marstest.Load(t, "testdata/reduce.json")
	d, m, n := mixedFrame(30), dataframe.FromFrame(matrixFrame()), dataframe.FromFrame(narrowFrame())
	none := d.Slice(0, 0)
	type r = dataframe.Reduce
	keep := r{KeepNull: true}
	cases := map[string]op.Handle{}
	for f, call := range reducers {
		cases["matrix "+f], cases["narrow "+f] = call(m), call(n)
		cases["numbers "+f], cases["with bools "+f] = call(part(d, "i", "f")), call(part(d, "i", "b", "f"))
		cases["nullable "+f], cases["nullable and int "+f] = call(part(d, "n")), call(part(d, "n", "i"))
		cases["rows "+f], cases["narrow rows "+f] = call(m, r{Axis: 1}), call(n, r{Axis: 1})
		for _, c := range []string{"i", "f", "b"} {
			cases["series "+c+" "+f] = scalars[f](series(d, c))
		}
		if f != "count" {
			cases["numeric only "+f] = call(mixed(30), r{NumericOnly: f != "any" && f != "all", BoolOnly: true})
			cases["keep "+f], cases["keep nullable "+f] = call(part(d, "i", "f"), keep), call(part(d, "n"), keep)
			cases["keep rows "+f] = call(n, r{Axis: 1, KeepNull: true})
		}
		if f != "sem" {
			cases["empty "+f], cases["empty int "+f] = call(part(none, "i", "f")), scalars[f](series(none, "i"))
		}
	}
	s := spansFrame()
	for _, f := range []string{"min", "max"} {
		cases["texts "+f], cases["no texts "+f] = reducers[f](part(d, "s")), reducers[f](part(none, "s"))
		cases["times "+f], cases["mixed "+f] = reducers[f](part(d, "t")), reducers[f](part(s, "t"))
	}
	big := bools(30, nil, func(i int) any { return i*7%13 > 100 })
	some := bools(30, nil, func(i int) any { return i*7%13 > 5 })
	for name, h := range map[string]op.Handle{
		"spans sum": part(s, "d").Sum(), "spans mean": part(s, "d").Mean(), "spans std": part(s, "d").Std(), "spans any": part(s, "d").Any(),
		"times mean": part(s, "t").Mean(), "times std": part(s, "t").Std(),
		"series time min": series(s, "t").Min(), "series span sum": series(s, "d").Sum(),
		"texts sum": part(d, "s").Sum(), "texts and numbers": part(d, "s", "i").Sum(), "texts any": part(d, "s").Any(), "texts all": part(d, "s").All(),
		"keep texts": part(d, "s").Max(keep), "count all": mixed(30).Count(), "count rows": mixed(30).Count(r{Axis: 1}),
		"count numbers": mixed(30).Count(r{NumericOnly: true}), "ddof": part(d, "i", "f").Var(r{Ddof: new(0)}),
		"ddof of few":    part(d, "f").Head(1).Std(),
		"min count":      dataframe.New(dataframe.C{Name: "i", Data: []int{1, 2}}, dataframe.C{Name: "f", Data: cells(dtype.Float64, 2, func(i int) any { return []any{1.0, nil}[i] })}).Sum(r{MinCount: 2}),
		"min count int":  dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(nil, frame.Label{}, frame.Of([]int64{1, 2})))).Sum(r{MinCount: 3}),
		"min count rows": part(narrowFrame(), "u8", "f4").Sum(r{Axis: 1, MinCount: 2}),
		"filtered min":   series(d, "i").Filter(big).Min(), "filtered some": series(d, "i").Filter(some).Min(),
		"filtered frame max": part(d, "i", "f").Filter(big).Max(),
	} {
		cases[name] = h
	}
	for name, h := range cases {
		marstest.Check(t, name, h, g.Get(t, name), marstest.Tol(1e-6, 0)) // float32 among them
	}
	marstest.Check(t, "text", series(d, "s").Max(), "w7")
	marstest.Check(t, "joined text", series(d, "s").Filter(bools(30, nil, func(i int) any { return i < 6 })).Sum(), "w0w3w6w1w7")
	marstest.Check(t, "numeric only of texts", series(d, "s").Max(r{NumericOnly: true}), "w7")
	marstest.Check(t, "category", series(s, "o").Max(), "c")
	marstest.Check(t, "nullable", series(d, "n").Sum(), int64(32))
	marstest.Check(t, "missing nullable", series(d, "n").Sum(keep), frame.NA)
	for name, h := range map[string]op.Handle{
		"mean of texts": part(d, "s", "i").Mean(), "sum of times": part(d, "t").Sum(), "var of spans": part(s, "d").Var(), "sum of categories": part(s, "o").Sum(),
		"any of times": part(d, "t").Any(), "rows of texts": part(d, "s", "i").Sum(r{Axis: 1}),
	} {
		marstest.Check(t, name, h, errs.Type)
	}
	marstest.Check(t, "bad axis", m.Sum(r{Axis: 2}), errs.Invalid)
}
