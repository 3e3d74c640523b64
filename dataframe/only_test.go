package dataframe_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
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
