package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TestOverLabels: operators of indexes, whose labels meet by place.
func TestOverLabels(t *testing.T) {
	x := dataframe.NewIndex([]int64{3, 1, 2}, dataframe.Options{Name: "x"})
	over := func(fields map[string]any, in ...op.Handle) op.Value {
		vs := []op.Value{x.Value()}
		for _, h := range in {
			vs = append(vs, h.Value())
		}
		return asWritten("dataframe.over_labels", fields, vs...)
	}
	labels := func(fields map[string]any, in ...op.Handle) op.Handle {
		return dataframe.IndexOf(over(fields, in...)).ToTensor()
	}
	marstest.Check(t, "negative", labels(map[string]any{"Func": "neg"}), nd.Of([]int64{-3, -1, -2}))
	marstest.Check(t, "a number less", labels(map[string]any{"Func": "rsub", "Other": int64(10)}), nd.Of([]int64{7, 9, 8}))
	marstest.Check(t, "a list", labels(map[string]any{"Func": "add", "Other": op.List{int64(1), int64(1), int64(5)}}), nd.Of([]int64{4, 2, 7}))
	marstest.Check(t, "another index", labels(map[string]any{"Func": "mul", "Other": op.In(1)}, dataframe.NewIndex([]int64{2, 2, 3})), nd.Of([]int64{6, 2, 6}))
	marstest.Check(t, "comparison", dataframe.ScalarOf(over(map[string]any{"Func": "gt", "Other": int64(1)})).Tensor(), nd.Of([]bool{true, false, true}))
	if got := dataframe.IndexOf(over(map[string]any{"Func": "abs"})).Value().Meta().Index.Levels[0].Name; got.String() != "x" {
		t.Errorf("the name is %s", got)
	}
	marstest.Check(t, "no operator", dataframe.IndexOf(over(map[string]any{"Func": "nothing"})), errs.Type)
}

// TestCategoryCodes: the places of categories, in a dtype for as many as there are.
func TestCategoryCodes(t *testing.T) {
	codes := func(s *dataframe.Series) op.Handle {
		return dataframe.SeriesOf(asWritten("dataframe.Series.cat.codes", nil, s.AsType("category").Value()))
	}
	s := dataframe.NewSeries([]any{"b", "a", nil, "b"})
	marstest.Check(t, "codes", dataframe.SeriesOf(codes(s).Value()).ToTensor(), nd.Of([]int8{1, 0, -1, 1}))
	many := make([]int64, 127)
	for i := range many {
		many[i] = int64(i)
	}
	marstest.Check(t, "last of many", dataframe.SeriesOf(codes(dataframe.NewSeries(many)).Value()).Tail(1).ToTensor(), nd.Of([]int16{126}))
}

// TestConditionByPlace: the rows where a series of as many rows is true.
func TestConditionByPlace(t *testing.T) {
	s := dataframe.NewSeries([]int64{1, 2, 3}).SetLabels(dataframe.NewIndex([]int64{7, 8, 9}))
	at := func(mask op.Handle) op.Handle {
		v := asWritten("dataframe.located", map[string]any{"Key": op.In(1), "By": "place"}, s.Value(), mask.Value())
		return dataframe.SeriesOf(v).ToTensor()
	}
	marstest.Check(t, "other labels", at(dataframe.NewSeries([]bool{true, false, true})), nd.Of([]int64{1, 3}))
	marstest.Check(t, "its own labels", at(s.Gt(1)), nd.Of([]int64{2, 3}))
	marstest.Check(t, "no condition", at(dataframe.New(dataframe.C{Name: "a", Data: []bool{true, true, true}})), errs.Type)
}
