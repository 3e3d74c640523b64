package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// A chunk whose rows meet many rows of a small side is cut, by what its rows make: here most of it comes from
// few rows. The answer is that of one chunk.
func TestMergeIsCutByWhatItMakes(t *testing.T) {
	const n, m = 400, 100
	k, j, x, y := make([]int64, n), make([]int64, m), make([]int64, n), make([]int64, m)
	for i := range n {
		if k[i], x[i] = int64(1+i%50), int64(i); i%10 == 3 {
			k[i] = 0
		}
	}
	for i := range m {
		if j[i], y[i] = 0, int64(i); i%10 == 7 {
			j[i] = int64(i / 10)
		}
	}
	l := dataframe.New(dataframe.C{Name: "k", Data: k}, dataframe.C{Name: "x", Data: x})
	r := dataframe.New(dataframe.C{Name: "k", Data: j}, dataframe.C{Name: "y", Data: y})
	byLabel := func(d *dataframe.DataFrame) *dataframe.DataFrame { return d.SetIndex("k") }
	for name, c := range map[string]struct {
		h    op.Handle
		task string
	}{
		"inner":     {l.Merge(r, merging{On: "k"}), "chunk"},
		"left":      {l.Merge(r, merging{On: "k", How: "left", Indicator: true}), "chunk"},
		"right":     {r.Merge(l, merging{On: "k", How: "right"}), "chunk"},
		"labels":    {byLabel(l).Merge(byLabel(r), merging{LeftIndex: true, RightIndex: true}), "chunk"},
		"one label": {l.Merge(byLabel(r), merging{LeftOn: "k", RightIndex: true, How: "left"}), "chunk"},
		"unordered": {r.Merge(l, merging{On: "k"}).Col("x").Sum(), "join swapped"},
	} {
		want, err := (&marstest.Loop{ChunkBytes: 1 << 30}).Run(c.h.Value())
		if err != nil {
			t.Fatal(err)
		}
		loop := marstest.Loop{ChunkBytes: 4000} // 125 to 166 of about 3600 rows
		got, err := loop.Run(c.h.Value())
		if err != nil {
			t.Fatal(err)
		}
		if d := marstest.Diff(got[0], want[0], marstest.Tolerance{}); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if n := loop.Calls["*merge.Merge "+c.task]; n < 20 || n > 50 {
			t.Errorf("%s: %d pieces, calls %v", name, n, loop.Calls)
		}
	}
}
