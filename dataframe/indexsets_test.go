package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
)

// TestUnionInOrder: labels of both sides as they stand; equal ones together where the right side has some
// twice.
func TestUnionInOrder(t *testing.T) {
	left := dataframe.NewIndex(dataframe.NewSeries([]int64{7, 2, 7}))
	for name, c := range map[string]struct{ right, want []int64 }{
		"once":  {[]int64{9, 7, 2}, []int64{7, 2, 7, 9}},
		"twice": {[]int64{9, 7, 2, 2}, []int64{7, 7, 2, 2, 9}},
	} {
		right := dataframe.NewIndex(dataframe.NewSeries(c.right))
		v := asWritten("dataframe.Index.union", map[string]any{"Sort": false}, left.Value(), right.Value())
		marstest.Check(t, name, dataframe.IndexOf(v).ToTensor(), nd.Of(c.want))
	}
}
