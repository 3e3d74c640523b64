package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// What the rows of groups give does not depend on memory.
func TestGroupRowsInLittleMemory(t *testing.T) {
	all := manyKinds(t, 10000)
	by := func(keys []string, o dataframe.GroupOptions, vals ...string) *dataframe.GroupBy {
		var at []int
		for _, n := range append(keys[:len(keys):len(keys)], vals...) {
			at = append(at, all.Find(frame.L(n)))
		}
		return dataframe.FromFrame(all.Select(at...)).GroupBy(keys, o)
	}
	keep := dataframe.GroupOptions{Dropna: new(false)}
	none := dataframe.GroupOptions{}
	k, ks := []string{"k"}, []string{"s", "k"}
	down := func(n int) dataframe.ShiftOptions { return dataframe.ShiftOptions{Periods: &n} }
	cases := map[string]op.Handle{
		"cumsum":             by(k, none, "f", "w", "one").CumSum(),
		"cumsum dropped":     by([]string{"s"}, none, "f", "k").CumSum(),
		"cumprod":            by(ks, keep, "f", "one").CumProd(),
		"cummin of times":    by(k, none, "t", "w").CumMin(),
		"cummax dropped":     by(ks, none, "t", "w", "f").CumMax(),
		"cumcount":           by(ks, none).CumCount(),
		"cumcount kept":      by([]string{"c", "s"}, keep, "f").CumCount(dataframe.CumCountOptions{Descending: true}),
		"shift":              by(k, none, "s", "c", "o", "f", "t").Shift(),
		"shift dropped":      by([]string{"s"}, none, "k", "c").Shift(down(-3)),
		"shift filled":       by(k, none, "w").Shift(dataframe.ShiftOptions{Fill: 5}),
		"shift by nothing":   by(k, none, "s", "w").Shift(down(0)),
		"rank":               by(k, none, "f", "w", "t").Rank(),
		"rank text":          by([]string{"most"}, none, "s").Rank(dataframe.RankOptions{Method: "dense", Descending: true}),
		"rank dropped":       by([]string{"s"}, none, "f", "one").Rank(dataframe.RankOptions{Method: "first", NaOption: "bottom", Pct: true}),
		"rank of one":        by([]string{"one"}, none, "w").Rank(),
		"transform sum":      by(k, none, "f", "w").Transform("sum"),
		"transform median":   by(ks, none, "f").Transform("median"),
		"transform last":     by(k, none, "s", "c", "t").Transform("last"),
		"transform min":      by([]string{"t"}, none, "s", "w").Transform("min"),
		"transform nunique":  by([]string{"c"}, keep, "s", "k").Transform("nunique"),
		"transform of float": by([]string{"f"}, keep, "w").Transform("mean"),
		"transform size":     by(ks, none).Transform("size"),
		"head":               by(k, none, "s", "f").Head(2),
		"head of most":       by(ks, keep, "w").Head(-1),
		"tail":               by([]string{"w"}, none, "f", "c").Tail(1),
		"tail dropped":       by([]string{"f", "s"}, none, "o").Tail(-2),
	}
	for name, h := range cases {
		in, err := (&marstest.Loop{}).Run(h.Value().N.In[0])
		if err != nil {
			t.Fatal(name, err)
		}
		// Ranks of several columns sort, and rows of as many groups as rows have large tables: that is where
		// parts need less memory.
		peak, least := marstest.Tight(t, name, marstest.CallOf(h, op.Chunk), in[0])
		if name == "rank" && least > peak*3/4 || name == "tail" && least > peak*7/8 {
			t.Errorf("%s needed %d of %d bytes", name, least, peak)
		}
	}
}
