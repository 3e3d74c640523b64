package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

func TestGroupBySpills(t *testing.T) {
	n := 20000
	k, s, v := make([]int64, n), make([]string, n), make([]float64, n)
	x := uint64(9)
	for i := range n {
		x = x*6364136223846793005 + 1442695040888963407
		k[i], s[i], v[i] = int64(x>>55), string(rune('a'+x>>60)), float64(x>>40)/1000
	}
	f := frame.Must(frame.New(nil, frame.Labels("k", "s", "v"), frame.Of(k), frame.Strs(s...), frame.Of(v)))
	for name, g := range map[string]*dataframe.DataFrame{
		"sorted":   dataframe.FromFrame(f).GroupBy([]string{"k", "s"}).Agg([]string{"mean", "count", "max"}),
		"unsorted": dataframe.FromFrame(f).GroupBy("k", dataframe.GroupOptions{Sort: new(false)}).Agg([]dataframe.OfColumn{{"v", "std"}, {"s", "last"}}),
		"median":   dataframe.FromFrame(f).GroupBy("k", dataframe.GroupOptions{AsIndex: new(false)}).Select("v").Median(),
	} {
		// Sums by few groups need 4 bytes a row, less than to send rows anywhere; a median needs the values
		// in order of groups.
		if peak, least := marstest.Tight(t, name, marstest.CallOf(g, op.Chunk), f); name == "median" && least > peak*9/10 {
			t.Errorf("%s needed %d of %d bytes", name, least, peak)
		}
	}
}

// Where all groups differ the result is as long as the input: besides it no more is needed than one column of
// it, and a part.
func TestDistinctGroupsSpill(t *testing.T) {
	n := 40000
	k, l, v := make([]int64, n), make([]int64, n), make([]float64, n)
	x := uint64(5)
	for i := range n {
		x = x*6364136223846793005 + 1442695040888963407
		k[i], l[i], v[i] = int64(x>>60), int64(x>>20), float64(x>>40)/1000
	}
	f := frame.Must(frame.New(nil, frame.Labels("k", "l", "m", "v"), frame.Of(k), frame.Of(l), frame.NewRangeColumn(dtype.Int64, 0, 1, n), frame.Of(v)))
	result := 5 * 8 * n // keys and aggregates
	for _, sort := range []bool{true, false} {
		g := dataframe.FromFrame(f).GroupBy([]string{"k", "l", "m"}, dataframe.GroupOptions{AsIndex: new(false), Sort: &sort}).
			Agg([]dataframe.OfColumn{{"v", "sum"}, {"v", "count"}})
		name := "sorted " + python(sort)
		if peak, least := marstest.Tight(t, name, marstest.CallOf(g, op.Chunk), f); least > result+32*n+peak/20 {
			t.Errorf("%s needed %d bytes, %d at best, for a result of %d", name, least, peak, result)
		}
	}
}
