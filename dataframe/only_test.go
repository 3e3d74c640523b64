package dataframe_test

import (
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// Options that are given twice are an error: the second ones would be ignored.
func TestOptionsAreGivenOnce(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "k", Data: []int64{1, 2}}, dataframe.C{Name: "v", Data: []float64{0.5, 2}})
	s, r, g := d.Col("v"), dataframe.Reduce{}, dataframe.Reduction{}
	for name, err := range map[string]error{
		"sum": d.Sum(r, r).Err(), "median": s.Median(r, r).Err(), "add": d.Add(1, dataframe.Arith{}, dataframe.Arith{}).Err(),
		"cumsum": s.CumSum(dataframe.CumOptions{}, dataframe.CumOptions{}).Err(), "shift": d.Shift(dataframe.ShiftOptions{}, dataframe.ShiftOptions{}).Err(),
		"sort": d.SortValues("k", dataframe.Sort{}, dataframe.Sort{Descending: true}).Err(), "merge": d.Merge(d, dataframe.MergeOptions{}, dataframe.MergeOptions{}).Err(),
		"groups": d.GroupBy("k", dataframe.GroupOptions{}, dataframe.GroupOptions{}).Sum().Err(), "group sum": d.GroupBy("k").Sum(g, g).Err(),
		"group of one": d.GroupBy("k").Col("v").Mean(g, g).Err(), "describe": d.Describe(dataframe.DescribeOptions{}, dataframe.DescribeOptions{}).Err(),
	} {
		if errs.KindOf(err) != errs.Type || !strings.Contains(err.Error(), "options are given once, not 2 times: put them in one ") ||
			!strings.Contains(err.Error(), "only_test.go:") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := d.Sum(r).Err(); err != nil {
		t.Error(err)
	}
}

// TestNothingIsIgnored goes through all functions and methods that take what may be left out.
func TestNothingIsIgnored(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "a", Data: []int64{1, 2}}, dataframe.C{Name: "b", Data: []string{"x", "y"}},
		dataframe.C{Name: "t", Data: []time.Time{{}, {}}})
	s := d.Col("a")
	words, times, windows, more := d.Col("b").Str(), d.Col("t").Dt(), d.Rolling(2), d.Expanding()
	means, mean := d.Ewm(dataframe.EwmOptions{Com: new(1.0)}), s.Ewm(dataframe.EwmOptions{Com: new(1.0)})
	window := s.Rolling(2)
	marstest.Once(t, exported, methods,
		[]any{d, s, d.Index(), s.Sum(), d.GroupBy("a"), s.GroupBy(d.Col("b")), words, times, windows, window, more, means, mean, d.Resample("D"), s.Resample("D")},
		[]any{"a", d, s, d.Index(), tensor.Ones(tensor.Shape(2)), []any{"a"}, []string{"a"}, t.Context(), []dataframe.Handle{d, d}, []*dataframe.Series{s, s}, 1, dtype.Int64},
		"BatchFunc", "DataFrame.Assign", "DataFrame.Drop", "DataFrame.DropLevel", "DataFrame.DropRows", "DataFrame.Explode", "DataFrame.Iloc", "DataFrame.IlocRow", "DataFrame.IsIn", "DataFrame.Loc",
		"DataFrame.LocRow", "DataFrame.MapGroups", "DataFrame.Part", "DataFrame.RenameAxis", "DataFrame.RenameColumnAxis", "DataFrame.ReorderLevels", "DataFrame.Replace", "DataFrame.Select",
		"DataFrame.SetColumns", "DataFrame.SetIndex", "DataFrame.SetIndexWith", "DataFrame.Take", "DataFrame.TakeColumns", "FetchColumn", "FromTensor", "GroupBy.Describe",
		"GroupBy.Nth", "GroupBy.Select", "GroupFunc", "Index.Append", "Index.Delete", "Index.Drop", "Index.DropLevel", "Index.Rename", "Index.ReorderLevels", "Index.Take", "New", "NewWith",
		"RegisterFunc", "Resampled.Select", "RowFunc", "Series.Drop", "Series.DropLevel", "Series.IsIn", "Series.RenameAxis", "Series.ReorderLevels", "Series.Replace", "Series.Take",
		"SeriesGroupBy.Describe", "SeriesGroupBy.Nth", "Str.EndsWith", "Str.Find", "Str.Rfind", "Str.StartsWith")
}
