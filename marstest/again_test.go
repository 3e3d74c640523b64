package marstest_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
)

// TestAChunkIsMadeAgainAfterItWasReleased: the last operator makes a chunk that the first one made too, and
// that nobody kept between them, for the join does not know its size before.
func TestAChunkIsMadeAgainAfterItWasReleased(t *testing.T) {
	a := dataframe.New(dataframe.C{Name: "k", Data: []int64{0}}, dataframe.C{Name: "v", Data: []int64{5}})
	b := dataframe.New(dataframe.C{Name: "k", Data: []int64{0, 0}}, dataframe.C{Name: "v", Data: []int64{1, 2}})
	below := func(d *dataframe.DataFrame) *dataframe.DataFrame {
		return dataframe.Concat([]dataframe.Handle{d, b}, dataframe.Concats{IgnoreIndex: true})
	}
	sums := below(a).GroupBy("k").Agg([]dataframe.Named{{Name: "v", Column: "v", Func: "sum"}}).ResetIndex()
	joined := sums.Merge(b, dataframe.MergeOptions{On: "k"}).Select("k", "v_x").Rename(map[any]any{"v_x": "v"})
	want, _ := nd.Of([]int64{8 + 8 + 1 + 2}).Reshape()
	marstest.Check(t, "sum", below(joined).Col("v").Sum(), want)
}
