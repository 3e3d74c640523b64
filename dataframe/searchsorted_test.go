package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// TestSearchSorted: places of values in sorted ones.
func TestSearchSorted(t *testing.T) {
	s := dataframe.NewSeries([]float64{1, 2, 2, 5})
	places := func(fields map[string]any, in ...op.Handle) op.Handle {
		vs := []op.Value{s.Value()}
		for _, h := range in {
			vs = append(vs, h.Value())
		}
		return tensor.Of(asWritten("dataframe.Series.searchsorted", fields, vs...))
	}
	marstest.Check(t, "of one", places(map[string]any{"Value": 2.0, "Side": "right"}), nd.Scalar(int64(3)))
	marstest.Check(t, "of a list", places(map[string]any{"Value": op.List{2.0, 9.0}}), nd.Of([]int64{1, 4}))
	marstest.Check(t, "of a series", places(map[string]any{"Value": op.In(1)}, s), nd.Of([]int64{0, 1, 1, 3}))
	marstest.Check(t, "in an order", places(map[string]any{"Value": op.List{0.5}, "Sorter": op.List{int64(0), int64(3)}}), nd.Of([]int64{0}))
	marstest.Check(t, "on no side", places(map[string]any{"Value": 2.0, "Side": "both"}), errs.Invalid)
	s = dataframe.FromFrame(frame.Must(frame.New(nil, frame.Labels("t"), frame.OfType(dtype.Timedelta(dtype.Second), []int64{1, 3})))).Col("t")
	marstest.Check(t, "of a length of time", places(map[string]any{"Value": frame.Timedelta{Ticks: 2, Unit: dtype.Second}}), nd.Scalar(int64(1)))
	for name, v := range map[string]any{"a number": int64(2), "numbers": op.List{int64(2)}, "a time": frame.Timestamp{Ticks: 2, Unit: dtype.Second}} {
		marstest.Check(t, name+" among lengths of time", places(map[string]any{"Value": v}), errs.Type)
	}
	marstest.Check(t, "in no order", places(map[string]any{"Value": 2.0, "Sorter": "x"}), errs.Type)
}

// TestGroupOhlc: first, greatest, least and last values of groups.
func TestGroupOhlc(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "k", Data: []string{"x", "y", "x", "x"}}, dataframe.C{Name: "v", Data: []int64{3, 4, 7, 1}})
	ohlc := func(fields map[string]any) *dataframe.DataFrame {
		fields["By"] = []groupby.Key{{Label: frame.L("k")}}
		return dataframe.FrameOf(asWritten("dataframe.groupby_ohlc", fields, d.Value()))
	}
	want := nd.Of([]int64{3, 7, 1, 1, 4, 4, 4, 4}, 2, 4)
	marstest.Check(t, "of a frame", ohlc(map[string]any{}).ToTensor(), want)
	one := ohlc(map[string]any{"Chosen": frame.Labels("v"), "Series": true})
	marstest.Check(t, "of a column", one.ToTensor(), want)
	if got := one.Columns()[1]; !got.Same(frame.L("high")) {
		t.Errorf("the second column is %s", got)
	}
	no := false
	marstest.Check(t, "keys as columns", ohlc(map[string]any{"Chosen": frame.Labels("v"), "Series": true, "AsIndex": &no}).Col("low").ToTensor(), nd.Of([]int64{1, 4}))
}
