package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// Chunks that lie one behind the other stay where they are; the answer is that of a sort of everything.
func TestChunksInOrderAreNotSent(t *testing.T) {
	n := 96
	key := func(f func(i int) int64) []int64 {
		v := make([]int64, n)
		for i := range v {
			v[i] = f(i)
		}
		return v
	}
	rest := key(func(i int) int64 { return int64(i * 37 % 11) })
	by := func(d *dataframe.DataFrame, o dataframe.Sort, cols []string) op.Handle { return d.SortValues(cols, o) }
	for _, c := range []struct {
		name string
		keys []int64
		sort dataframe.Sort
		cols []string
		sent bool
	}{
		{"ascending", key(func(i int) int64 { return int64(i) }), dataframe.Sort{}, []string{"k"}, false},
		{"equal at the borders", key(func(i int) int64 { return int64(i / 5) }), dataframe.Sort{}, []string{"k"}, false},
		{"labels count anew", key(func(i int) int64 { return int64(i) }), dataframe.Sort{IgnoreIndex: true}, []string{"k"}, false},
		{"not in order within chunks", key(func(i int) int64 { return int64(i/24*24 + i*7%24) }), dataframe.Sort{}, []string{"k"}, false},
		{"descending", key(func(i int) int64 { return int64((n - i) / 3) }), dataframe.Sort{Descending: true}, []string{"k"}, false},
		{"descending, wanted upwards", key(func(i int) int64 { return int64(n - i) }), dataframe.Sort{}, []string{"k"}, true},
		{"ascending, wanted downwards", key(func(i int) int64 { return int64(i) }), dataframe.Sort{Descending: true}, []string{"k"}, true},
		{"mixed", key(func(i int) int64 { return int64(i * 31 % n) }), dataframe.Sort{}, []string{"k"}, true},
		{"two keys, the first unlike in all chunks", key(func(i int) int64 { return int64(i / 6) }), dataframe.Sort{}, []string{"k", "v"}, false},
		{"two keys, the first equal at the borders", key(func(i int) int64 { return int64(i / 5) }), dataframe.Sort{}, []string{"k", "v"}, true},
	} {
		d := dataframe.New(dataframe.C{Name: "k", Data: c.keys}, dataframe.C{Name: "v", Data: rest})
		h := by(d, c.sort, c.cols)
		want, err := (&marstest.Loop{ChunkBytes: 1 << 30}).Run(h.Value())
		if err != nil {
			t.Fatal(c.name, err)
		}
		l := marstest.Loop{ChunkBytes: 24 * 16, Narrow: true}
		got, err := l.Run(h.Value())
		if err != nil {
			t.Fatal(c.name, err)
		}
		if d := marstest.Diff(got[0], want[0], marstest.Tolerance{}); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
		if sent := l.Calls["*ordering.SortValues final"] > 0; sent != c.sent {
			t.Errorf("%s: sent %t, calls %v", c.name, sent, l.Calls)
		}
	}
}
