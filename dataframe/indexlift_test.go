package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TestIndexMethods: operators of series answer for the labels of an index.
func TestIndexMethods(t *testing.T) {
	of := func(name string, x *dataframe.Index, fields map[string]any) op.Value {
		return asWritten("dataframe."+name, fields, x.Value())
	}
	labels := func(v op.Value) op.Handle { return dataframe.IndexOf(v).ToTensor() }
	x := dataframe.NewIndex([]any{"2024-02-29 07:00", "2024-03-01"}, dataframe.Options{Name: "t"})
	dates := dataframe.IndexOf(of("astype", x, map[string]any{"Dtype": dtype.Datetime(dtype.Micro)}))
	marstest.Check(t, "a part", labels(of("Series.dt.day", dates, nil)), nd.Of([]int32{29, 1}))
	marstest.Check(t, "whether", dataframe.ScalarOf(of("Series.dt.is_leap_year", dates, nil)).Tensor(), nd.Of([]bool{true, true}))
	if got := of("Series.dt.normalize", dates, nil).Meta().Index.Levels[0]; got.Name.String() != "t" || !got.Is.IsDatetime() {
		t.Errorf("midnights are %s of %s", got.Name, got.Is)
	}
	marstest.Check(t, "texts", labels(of("Series.str.len", x, nil)), nd.Of([]int64{16, 10}))
	marstest.Check(t, "repeat", labels(of("Series.repeat", dataframe.NewIndex([]int64{4, 5}), map[string]any{"Repeats": []int{2, 1}})), nd.Of([]int64{4, 4, 5}))
	two := dataframe.New(dataframe.C{Name: "a", Data: []int64{1, 1, 2}}, dataframe.C{Name: "b", Data: []int64{3, 3, 3}}).SetIndex("a", "b").Index()
	marstest.Check(t, "rows of levels", dataframe.ScalarOf(of("duplicated", two, nil)).Tensor(), nd.Of([]bool{false, true, false}))
	counts := dataframe.SeriesOf(of("Series.value_counts", two, nil))
	marstest.Check(t, "counts", counts.ToTensor(), nd.Of([]int64{2, 1}))
	if got := counts.Value().Meta().Index.Levels; len(got) != 2 || got[1].Name.String() != "b" {
		t.Errorf("counts stand under %v", got)
	}
	marstest.Check(t, "what no index has", dataframe.IndexOf(of("Series.dt.isocalendar", dates, nil)), errs.Type)
	marstest.Check(t, "a table of labels", dataframe.IndexOf(of("Series.str.split", x, map[string]any{"Expand": new(true)})), errs.Type)
}
