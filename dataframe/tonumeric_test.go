package dataframe_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

func TestToNumeric(t *testing.T) {
	g := marstest.Load(t, "testdata/tonumeric.json")
	done := 0
	for name, want := range g {
		in, ok := g["in "+name]
		if !ok {
			continue
		}
		done++
		want.Text, _, _ = strings.Cut(want.Text, " at position")
		s := dataframe.SeriesFromFrame(goldenFrame(t, in))
		coerce := dataframe.NumericOptions{Coerce: strings.Contains(name, "coerce")}
		marstest.Check(t, name, dataframe.ToNumeric(s, coerce), want, marstest.ChunkBytes(32, 64))
		if in.Columns[0].DType == "str" {
			marstest.Check(t, name+" coded", dataframe.ToNumeric(coded(t, s), coerce), want, marstest.ChunkBytes(32))
		}
	}
	if done != 34 {
		t.Errorf("%d cases", done)
	}
	text := func(vs ...string) *dataframe.Series {
		return dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(nil, frame.L("t"), frame.Strs(vs...))))
	}
	marstest.Check(t, "too big", dataframe.ToNumeric(text("99999999999999999999", "1")), errs.Invalid)
	marstest.Check(t, "times", dataframe.ToNumeric(dataframe.ToDatetime(text("2024-01-02"))), errs.Type)
}
