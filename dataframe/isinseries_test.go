package dataframe_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

func TestIsInSeriesIsIsIn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (ints []int64, floats []float64, texts []any) {
			n := rapid.IntRange(0, 60).Draw(t, name)
			for i := range n {
				v := rapid.Int64Range(-9, 9).Draw(t, "value")
				ints, floats, texts = append(ints, v), append(floats, float64(v)/2), append(texts, any(string(rune('k'+v))))
				if v == 3 {
					floats[i], texts[i] = math.NaN(), nil
				}
			}
			return ints, floats, texts
		}
		ai, af, as := draw("elements")
		bi, bf, bs := draw("values")
		bytes := rapid.SampledFrom([]int{64, 200, 1 << 30}).Draw(t, "chunk")
		for _, c := range []struct{ l, r any }{{ai, bi}, {af, bf}, {as, bs}} {
			l, r := named("l", c.l), named("r", c.r)
			d := l.Value().Meta().Cols[0].Is
			if d.IsObject() || d != r.Value().Meta().Cols[0].Is {
				continue // lists of nothing, or of nothing but None, are of objects
			}
			var labels []frame.Label
			f := r.Value()
			loop := marstest.Loop{}
			got, err := loop.Run(f)
			if err != nil {
				t.Fatal(err)
			}
			for i, col := 0, got[0].(*frame.Frame).Cols[0]; i < col.Rows; i++ {
				labels = append(labels, col.Label(i))
			}
			loop = marstest.Loop{ChunkBytes: bytes}
			out, err := loop.Run(l.IsIn(labels).Value(), l.IsInSeries(r).Value(), l.Filter(l.IsIn(labels)).Value(), l.Filter(l.IsInSeries(r)).Value())
			if err != nil {
				t.Fatal(err)
			}
			for i := range 2 {
				if d := marstest.Diff(out[2*i+1], out[2*i], marstest.Tolerance{}); d != "" {
					t.Error(d)
				}
			}
		}
	})
}

func TestIsInSeriesOfManyValues(t *testing.T) {
	n := 500
	a, b := make([]int64, n), make([]int64, n)
	want := make([]bool, n)
	for i := range n {
		a[i], b[i] = int64(i*7919%n), int64(3*i)
		want[i] = a[i]%3 == 0
	}
	l, r := named("l", a), named("r", b)
	s, err := frame.NewSeries(nil, frame.L("l"), frame.Of(want))
	if err != nil {
		t.Fatal(err)
	}
	marstest.Check(t, "sent by value", l.IsInSeries(r), s, marstest.ChunkBytes(400)) // neither side is small
	marstest.Check(t, "few elements", l.Head(9).IsInSeries(r), s.Slice(0, 9), marstest.ChunkBytes(400))
	marstest.Check(t, "dtypes", l.IsInSeries(named("f", []float64{1})), errs.Type)
}

// named is a series with a name.
func named(name string, v any) *dataframe.Series {
	return dataframe.New(dataframe.C{Name: name, Data: v}).Col(name)
}
