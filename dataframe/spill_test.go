package dataframe_test

import (
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// manyKinds is n rows of keys of all kinds, missing ones among them: k and s repeat, w is wide, one is one
// value, most is one value but for a few rows.
func manyKinds(t *testing.T, n int) *frame.Frame {
	t.Helper()
	x := uint64(9)
	next := func(k int) int {
		x = x*6364136223846793005 + 1442695040888963407
		return int(x>>33) % k
	}
	texts := []string{"", "a", "ab", "a longer text, beyond a view", "a longer text, beyond a view too", "z"}
	k, w, m, one := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	f, s, o, tm := make([]float64, n), make([]string, n), make([]any, n), make([]int64, n)
	miss := make([]int64, n)
	for i := range n {
		k[i], w[i], one[i] = int64(next(300)-150), int64(next(1<<30))<<33, 7
		f[i] = []float64{math.NaN(), 0, math.Copysign(0, -1), math.Inf(1), -1.5, float64(next(1000))}[next(6)]
		s[i] = texts[next(6)]
		o[i] = []any{nil, int64(1), 1.0, int64(3), 2.5}[next(5)]
		tm[i] = int64(next(1000)) * 1e9
		if m[i] = 5; next(50) == 0 {
			m[i] = int64(next(10))
		}
		if miss[i] = int64(i); next(7) == 0 {
			miss[i] = -1
		}
	}
	take := func(c *frame.Column) *frame.Column {
		out, err := c.Take(mem.Heap, miss)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	codes, err := frame.NewDictionary(frame.Strs("low", "mid", "high"))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := mem.Heap.Alloc(n)
	code := mem.View[int8](b, 0, n)
	for i := range code {
		code[i] = int8(next(3))
	}
	cols := []*frame.Column{
		frame.Of(k), frame.Of(w), frame.Of(m), frame.Of(one), frame.Of(f), take(frame.Strs(s...)), frame.NewObjects(o),
		take(frame.OfType(dtype.Datetime(dtype.Nano), tm)), take(frame.NewDict(dtype.Categorical, codes, b, 0, n, 1)),
		frame.Of(slices.Repeat([]float64{math.NaN()}, n)),
	}
	return frame.Must(frame.New(nil, frame.Labels("k", "w", "most", "one", "f", "s", "o", "t", "c", "none"), cols...))
}

// What a call gives does not depend on its memory.
func TestInLittleMemory(t *testing.T) {
	all := manyKinds(t, 9000)
	pick := func(names ...string) *dataframe.DataFrame {
		var at []int
		for _, n := range names {
			at = append(at, all.Find(frame.L(n)))
		}
		return dataframe.FromFrame(all.Select(at...))
	}
	series := func(n string) *dataframe.Series { return pick(n).Col(n) }
	d := dataframe.FromFrame(all)
	up := []bool{true, false, true}
	cases := map[string]op.Handle{
		"sort one":          d.SortValues("k"),
		"sort wide":         pick("w").SortValues("w", dataframe.Sort{Descending: true}),
		"sort missing":      pick("f", "k").SortValues([]string{"f"}, dataframe.Sort{NullsFirst: true}),
		"sort text":         d.SortValues([]string{"s", "k"}, dataframe.Sort{Ascending: up[:2]}),
		"sort text down":    d.SortValues([]string{"s", "t", "k"}, dataframe.Sort{Ascending: []bool{false, true, true}, NullsFirst: true}),
		"sort mixed":        d.SortValues([]string{"c", "t", "f"}, dataframe.Sort{Ascending: up, IgnoreIndex: true}),
		"sort objects":      d.SortValues([]string{"o"}, dataframe.Sort{}),
		"sort equal":        d.SortValues("one", dataframe.Sort{Descending: true}),
		"sort mostly equal": d.SortValues([]string{"most", "c"}, dataframe.Sort{Descending: true}),
		"sort series":       series("t").SortValues(dataframe.Sort{Descending: true}),
		"drop":              pick("k", "s", "c").DropDuplicates(),
		"drop skewed":       pick("most", "c").DropDuplicates(dataframe.Duplicates{Keep: "last"}),
		"drop equal":        pick("one").DropDuplicates(dataframe.Duplicates{Keep: "none"}),
		"drop wide":         pick("w", "f").DropDuplicates(dataframe.Duplicates{Keep: "none", IgnoreIndex: true}),
		"which":             pick("f", "t").Duplicated(dataframe.Duplicates{Keep: "last"}),
		"which objects":     pick("o", "k").Duplicated(),
		"nunique":           d.NUnique(),
		"nunique missing":   d.NUnique(dataframe.Distinct{KeepNull: true}),
		"nunique of s":      series("s").NUnique(),
		"unique":            series("w").Unique(),
		"unique text":       series("s").Unique(),
		"unique categories": series("c").Unique(),
		"counts":            series("k").ValueCounts(),
		"counts wide":       series("w").ValueCounts(dataframe.CountOptions{Sort: new(false)}),
		"counts missing":    series("f").ValueCounts(dataframe.CountOptions{Dropna: new(false), Normalize: true}),
		"counts text":       series("s").ValueCounts(dataframe.CountOptions{Dropna: new(false), Ascending: true}),
		"counts categories": series("c").ValueCounts(),
		"counts equal":      series("one").ValueCounts(),
		"counts of rows":    pick("k", "s").ValueCounts(dataframe.CountOptions{Dropna: new(false)}),
		"counts of nothing": series("none").ValueCounts(),
	}
	for name, h := range cases {
		in, err := (&marstest.Loop{}).Run(h.Value().N.In[0])
		if err != nil {
			t.Fatal(name, err)
		}
		stage := op.Final
		switch name[:3] {
		case "cou", "nun":
			stage = op.Chunk
		}
		marstest.Tight(t, name, marstest.CallOf(h, stage), in[0])
	}
}
