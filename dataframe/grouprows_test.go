package dataframe_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// groupedRows is the goldens of rows of groups, and the groups of some columns of their frame.
func groupedRows(t *testing.T) (g marstest.Goldens, f *frame.Frame, by func(key, cols string, dropna bool) *dataframe.GroupBy) {
	g = marstest.Load(t, "testdata/grouprows.json")
	f = g.Get(t, "frame").Value(t).(*frame.Frame)
	return g, f, func(key, cols string, dropna bool) *dataframe.GroupBy {
		ks := strings.Fields(key)
		use := ks[:len(ks):len(ks)]
		for _, c := range strings.Fields(cols) {
			if !strings.Contains(" "+key+" ", " "+c+" ") {
				use = append(use, c)
			}
		}
		return cut(f, use...).GroupBy(ks, dataframe.GroupOptions{Dropna: &dropna})
	}
}

func TestGroupNth(t *testing.T) {
	g, f, _ := groupedRows(t)
	check := func(name string, h op.Handle) { marstest.Check(t, name, h, g.Get(t, name), marstest.ChunkBytes(400)) }
	d := dataframe.FromFrame(f)
	for name, n := range map[string][]int{"0": {0}, "-1": {-1}, "[1, 0, -2]": {1, 0, -2}, "[3, 1]": {3, 1}, "[]": {}} {
		for _, dropna := range []bool{true, false} {
			check("nth "+name+" "+python(dropna), d.GroupBy([]string{"k", "i"}, dataframe.GroupOptions{Dropna: &dropna}).Nth(n...))
		}
	}
	check("nth of a column", d.GroupBy("k").Col("n").Nth(1))
	check("nth of columns", d.GroupBy("g").Select("n", "k").Nth(-1, 1))
}

// Rows of one group: dataframe.groupby_get_group.
func TestOneGroup(t *testing.T) {
	g, f, _ := groupedRows(t)
	check := func(name string, h op.Handle) { marstest.Check(t, name, h, g.Get(t, name), marstest.ChunkBytes(400)) }
	d := dataframe.FromFrame(f)
	check("group", d.GroupBy([]string{"k", "i"}).Group([]any{"b", 0}))
	check("group of a column", d.GroupBy("k").Col("n").Group("b"))
	check("group of columns", d.GroupBy("k", dataframe.GroupOptions{Dropna: new(false)}).Select("n", "v").Group("c"))
	check("group of a float", d.GroupBy("g").Group(0.5))
	for name, h := range map[string]op.Handle{"no such group": d.GroupBy("k").Group("zz"), "none of a column": d.GroupBy("i").Col("v").Group(99)} {
		marstest.Check(t, name, h, errs.NotFound)
	}
	marstest.Check(t, "one label for two keys", d.GroupBy([]string{"k", "i"}).Group("b"), errs.Invalid)
}

func TestGroupRows(t *testing.T) {
	g, f, by := groupedRows(t)
	check := func(name string, h op.Handle) { marstest.Check(t, name, h, g.Get(t, name), marstest.ChunkBytes(400)) }
	const num = "n v u w b d m"
	for _, key := range []string{"k", "g c"} {
		for _, dropna := range []bool{true, false} {
			tail := key + " " + python(dropna)
			check("cumsum "+tail, by(key, num, dropna).CumSum())
			check("cumprod "+tail, by(key, "n v u w b m", dropna).CumProd())
			check("cummin "+tail, by(key, num+" t", dropna).CumMin())
			check("cummax "+tail, by(key, num+" t", dropna).CumMax())
			check("cumcount "+tail, by(key, "n s", dropna).CumCount())
			check("cumcount down "+tail, by(key, "n s", dropna).CumCount(dataframe.CumCountOptions{Descending: true}))
			for _, p := range []int{1, -2} {
				check(fmt.Sprintf("shift %d %s", p, tail), by(key, num+" s t o", dropna).Shift(dataframe.ShiftOptions{Periods: &p}))
			}
			all := dataframe.FromFrame(f).GroupBy(strings.Fields(key), dataframe.GroupOptions{Dropna: &dropna})
			for _, n := range []int{2, -1} {
				check(fmt.Sprintf("head %d %s", n, tail), all.Head(n))
				check(fmt.Sprintf("tail %d %s", n, tail), all.Tail(n))
			}
			methods := []string{"average"}
			if key == "k" {
				methods = []string{"average", "min", "max", "first", "dense"}
			}
			for _, m := range methods {
				check(fmt.Sprintf("rank %s %s", m, tail), by(key, "n v b s t m o", dropna).Rank(dataframe.RankOptions{Method: m}))
			}
			for _, fn := range []string{"sum", "mean", "count", "min", "first", "median"} {
				cols := "n v w"
				if strings.Contains("sum mean median", fn) { // pandas goes back to float32 if the values fit
					cols = "n v u"
				}
				check(fmt.Sprintf("transform %s %s", fn, tail), by(key, cols, dropna).Transform(fn))
			}
		}
	}
}

func TestGroupRowsOptions(t *testing.T) {
	g, f, by := groupedRows(t)
	check := func(name string, h op.Handle) { marstest.Check(t, name, h, g.Get(t, name), marstest.ChunkBytes(400)) }
	for name, s := range map[string]func(g *dataframe.SeriesGroupBy) *dataframe.Series{
		"cumsum": (*dataframe.SeriesGroupBy).CumSum, "cumprod": (*dataframe.SeriesGroupBy).CumProd,
		"cummin": (*dataframe.SeriesGroupBy).CumMin, "cummax": (*dataframe.SeriesGroupBy).CumMax,
	} {
		check(name+" series", s(by("k", "n", true).Col("n")))
		check(name+" text", s(by("i", "s", true).Col("s")))
		check(name+" categories", s(by("i", "c", true).Col("c")))
	}
	fill := func(v any, p int) dataframe.ShiftOptions { return dataframe.ShiftOptions{Periods: &p, Fill: v} }
	check("shift filled", by("i", "n v", true).Shift(fill(7, 1)))
	check("shift filled text", by("i", "s", true).Col("s").Shift(fill("new", -2)))
	check("shift filled dropped", by("k", "v", true).Col("v").Shift(fill(-1, 1)))
	for _, o := range []string{"keep", "top", "bottom"} {
		for _, up := range []bool{true, false} {
			for _, m := range []string{"average", "first", "dense"} {
				r := dataframe.RankOptions{Method: m, NaOption: o, Descending: !up}
				name := fmt.Sprintf("%s %s %s", o, python(up), m)
				check("rank "+name, by("i", "n s v", true).Rank(r))
				if r.Pct = m == "dense" || o == "keep"; r.Pct {
					check("rank pct "+name, by("i", "n", true).Col("n").Rank(r))
				}
			}
		}
	}
	gaps := dataframe.FromFrame(g.Get(t, "gaps").Value(t).(*frame.Frame)).GroupBy("i")
	check("cummin of gaps", gaps.CumMin())
	check("cummax of gaps", gaps.CumMax())
	check("rank of gaps", gaps.Rank())
	check("shift of gaps", gaps.Shift())
	check("rank of categories", by("i", "c", true).Col("c").Rank())
	check("rank by what", by("i", "n", true).Col("n").Rank(dataframe.RankOptions{Method: "worst"}))
	check("head of a column", by("k", "n", true).Col("n").Head(2))
	check("tail of columns", by("k i", "n", true).Select("n", "k").Tail(1))
	check("size of a column", by("k", "n", true).Col("n").Transform("size"))
	check("size of rows", dataframe.SeriesOf(by("i", "n v", true).Transform("size").Value()))
	d := dataframe.FromFrame(f)
	marstest.Check(t, "cumcount of a column", by("k", "n", true).Col("n").CumCount(), g.Get(t, "cumcount k True"))
	check("by a series", d.GroupBy(d.Col("i")).Col("v").CumSum())
	check("by a level", d.SetIndex("i").GroupBy(nil, dataframe.GroupOptions{Level: 0}).Col("n").CumSum())
	check("of none", d.Head(0).GroupBy("i").Select("n", "v").CumSum())
	check("sorted head", cut(f, "i", "n").SortValues("n", dataframe.Sort{Descending: true}).GroupBy("i").Head(2))
	marstest.Check(t, "no function", by("i", "n", true).Transform("nothing"), errs.Invalid)
	marstest.Check(t, "no key", d.GroupBy("zz").CumSum(), errs.NotFound)
}
