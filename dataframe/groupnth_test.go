package dataframe_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TestGroupPlaces: rows of groups at places, slices among them, and of those that miss no value.
func TestGroupPlaces(t *testing.T) {
	d := dataframe.New(
		dataframe.C{Name: "k", Data: []string{"x", "y", "x", "y", "x", "x", "z"}},
		dataframe.C{Name: "i", Data: []int64{0, 1, 2, 3, 4, 5, 6}},
		dataframe.C{Name: "v", Data: []float64{math.NaN(), 1, 2, math.NaN(), math.NaN(), 5, 6}},
	)
	by := []groupby.Key{{Label: frame.L("k")}}
	nth := func(n any, missing string) *dataframe.DataFrame {
		return dataframe.FrameOf(asWritten("dataframe.groupby_nth", map[string]any{"N": n, "By": by, "Missing": missing}, d.Value()))
	}
	at := func(start, stop, step any) any { return op.Slice{Start: start, Stop: stop, Step: step} }
	for name, c := range map[string]struct {
		n       any
		missing string
		want    []int64
	}{
		"first":              {int64(0), "", []int64{0, 1, 6}},
		"from the second":    {at(int64(1), nil, nil), "", []int64{2, 3, 4, 5}},
		"but the last":       {at(nil, int64(-1), nil), "", []int64{0, 1, 2, 4}},
		"the last two":       {at(int64(-2), nil, nil), "", []int64{1, 3, 4, 5, 6}},
		"every second":       {at(nil, nil, int64(2)), "", []int64{0, 1, 4, 6}},
		"from the end":       {at(int64(-3), nil, int64(2)), "", []int64{1, 2, 5, 6}},
		"first and from two": {op.Tuple{int64(0), at(int64(2), nil, nil)}, "", []int64{0, 1, 4, 5, 6}},
		"first with a value": {int64(0), "any", []int64{1, 2, 6}},
	} {
		marstest.Check(t, name, nth(c.n, c.missing).Col("i").ToTensor(), nd.Of(c.want))
	}
	for name, c := range map[string]struct {
		n       any
		missing string
		want    errs.Kind
	}{
		"backwards": {at(nil, nil, int64(-1)), "", errs.Invalid}, "a text": {"a", "", errs.Type},
		"a list of those with values": {op.List{int64(0)}, "any", errs.Invalid}, "another word": {int64(0), "some", errs.Invalid},
	} {
		marstest.Check(t, name, nth(c.n, c.missing), c.want)
	}
}

// TestWindowAgg: several functions of windows have the columns of each.
func TestWindowAgg(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "a", Data: []float64{1, 2, 4}}, dataframe.C{Name: "b", Data: []int64{3, 1, 2}})
	agg := func(h op.Handle, of, form string, items ...groupby.Item) *dataframe.DataFrame {
		fields := map[string]any{"Of": of, "Func": groupby.Spec{Form: form, Items: items}, "MinPeriods": new(1)}
		if of == "rolling" {
			fields["Window"] = any(int64(2))
		}
		return dataframe.FrameOf(asWritten("dataframe.window_agg", fields, h.Value()))
	}
	two := agg(d, "rolling", "list", groupby.Item{Func: "sum"}, groupby.Item{Func: "max"})
	marstest.Check(t, "a list", two.ToTensor(), nd.Of([]float64{1, 1, 3, 3, 3, 2, 4, 3, 6, 4, 3, 2}, 3, 4))
	if got := two.Columns()[1]; !got.Same(frame.Tup("a", "max")) {
		t.Errorf("the second column is %s", got)
	}
	one := agg(d, "expanding", "dict", groupby.Item{Column: frame.L("b"), Func: "min"}, groupby.Item{Column: frame.L("a"), Func: "sum"})
	marstest.Check(t, "by column", one.ToTensor(), nd.Of([]float64{3, 1, 1, 3, 1, 7}, 3, 2))
	marstest.Check(t, "of a series", agg(d.Col("b"), "expanding", "list", groupby.Item{Func: "max"}).ToTensor(), nd.Of([]float64{3, 3, 3}, 3, 1))
	marstest.Check(t, "no such function", agg(d, "ewm", "list", groupby.Item{Func: "max"}), errs.NotFound)
	marstest.Check(t, "no such column", agg(d, "rolling", "dict", groupby.Item{Column: frame.L("z"), Func: "sum"}), errs.NotFound)
}
