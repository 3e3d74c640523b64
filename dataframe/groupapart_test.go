package dataframe_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

// Chunks whose keys hardly come twice are sent as rows: the answer is that of one chunk, for whole numbers
// bit for bit. Chunks are large here, so that there are few of them: how many pieces an exchange has grows
// with the square of their number.
func TestGroupByOfManyKeys(t *testing.T) {
	const n = 5 << 16
	k, s, v := make([]int64, n), make([]string, n), make([]int64, n)
	x := uint64(9)
	for i := range n {
		x = x*6364136223846793005 + 1442695040888963407
		k[i] = int64(x >> 40 << 30)
		s[i], v[i] = fmt.Sprint(k[i]%1000, "and more"), int64(x>>33)
		if i%5 == 0 {
			k[i] = k[i/2]
		}
	}
	f := frame.Must(frame.New(nil, frame.Labels("k", "s", "v"), frame.Of(k), frame.Strs(s...), frame.Of(v)))
	aggs := []dataframe.OfColumn{{"v", []string{"sum", "count", "mean", "max"}}, {"s", []string{"first", "last"}}}
	for _, sorted := range []bool{true, false} {
		h := dataframe.FromFrame(f).GroupBy("k", dataframe.GroupOptions{Sort: &sorted}).Agg(aggs)
		run := func(bytes int) any {
			l := marstest.Loop{ChunkBytes: bytes}
			vs, err := l.Run(h.Value())
			if err != nil {
				t.Fatal(err)
			}
			return vs[0]
		}
		if d := marstest.Diff(run(6<<20), run(1<<40), marstest.Tolerance{}); d != "" {
			t.Errorf("sorted %t: %s", sorted, d)
		}
	}
}
