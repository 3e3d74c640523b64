package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
)

// Sums and products of narrow integers in groups are narrow where all groups fit, whatever the chunks, and
// wide as soon as one does not.
func TestSumsOfNarrowIntegersInGroups(t *testing.T) {
	k := []int64{1, 2, 3, 1, 2, 3}
	frame := func(v []int8) *dataframe.DataFrame {
		return dataframe.New(dataframe.C{Name: "k", Data: k}, dataframe.C{Name: "v", Data: v})
	}
	few, many := frame([]int8{1, 2, 3, 4, 5, 6}), frame([]int8{1, 2, 3, 4, 100, 100})
	sum := func(d *dataframe.DataFrame) *dataframe.Series { return d.GroupBy("k").Col("v").Sum() }
	all := func(d *dataframe.DataFrame, fn string) *dataframe.DataFrame { return d.GroupBy("k").Transform(fn) }
	marstest.Check(t, "sums that fit", sum(few).ToTensor(), nd.Of([]int8{5, 7, 9}))
	marstest.Check(t, "sums at most 127", sum(many).ToTensor(), nd.Of([]int8{5, 102, 103}))
	marstest.Check(t, "sums of which one does not", sum(frame([]int8{1, 2, 100, 4, 5, 100})).ToTensor(), nd.Of([]int64{5, 7, 200}))
	marstest.Check(t, "rows of sums that fit", all(few, "sum").Col("v").ToTensor(), nd.Of([]int8{5, 7, 9, 5, 7, 9}))
	marstest.Check(t, "rows of products that do not", all(many, "prod").Col("v").ToTensor(), nd.Of([]int64{4, 200, 300, 4, 200, 300}))
	marstest.Check(t, "running sums that fit", all(few, "cumsum").Col("v").ToTensor(), nd.Of([]int8{1, 2, 3, 5, 7, 9}))
	marstest.Check(t, "running products that do not", all(many, "cumprod").Col("v").ToTensor(), nd.Of([]int64{1, 2, 3, 4, 200, 300}))
	marstest.Check(t, "sums of sums", sum(few).Add(sum(few)).AsType(dtype.Int64).ToTensor(), nd.Of([]int64{10, 14, 18}))
}
