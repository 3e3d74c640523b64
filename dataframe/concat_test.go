package dataframe_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

func TestConcat(t *testing.T) {
	g := load(t, "concat")
	a, b, d, l, u, x, y := g.df("a"), g.df("b"), g.df("d"), g.df("l"), g.df("u"), g.df("x"), g.df("y")
	p, q, k1, k2 := g.df("p"), g.df("q"), g.df("k1"), g.df("k2")
	si, sf := g.series("si"), g.series("sf")
	type o = dataframe.Concats
	type h = []dataframe.Handle
	c := dataframe.Concat
	third := bools(14, nil, func(i int) any { return i%3 == 0 })
	rest := bools(14, nil, func(i int) any { return i%3 != 0 })
	beside := o{Axis: 1}
	g.check(map[string]op.Handle{
		"below": c(h{a, a}), "missing columns": c(h{a, b}), "inner": c(h{a, b}, o{Join: "inner"}), "three": c(h{b, a, b}, o{IgnoreIndex: true}),
		"dtypes": c(h{a.Select("i", "b", "s", "n", "f"), d}), "dtypes back": c(h{d, a.Select("n", "i", "b", "f", "s")}, o{Sort: true}),
		"keys":             c(h{l, l.Head(3)}, o{Keys: []any{"A", "B"}}),
		"keys and names":   c(h{l, l.Head(3)}, o{Keys: []any{1, 2}, Names: []any{"outer", "inner"}}),
		"mixed labels":     c(h{l, u}),
		"labels of dtypes": c(h{k1, k2}), "series": dataframe.ConcatSeries([]*dataframe.Series{si, sf}),
		"series of one name": dataframe.ConcatSeries([]*dataframe.Series{sf, sf}, o{IgnoreIndex: true}), "series and frame": c(h{si, b}),
		"filtered": c(h{a.Filter(third), a.Filter(rest)}), "none": c(h{a.Head(0), a.Head(2)}), "head": c(h{a, a}).Head(20),
		"beside": c(h{a, mixed(14).Select("i")}, beside), "beside series": c(h{si, sf}, beside),
		"beside keys":     c(h{a.Select("i"), a.Select("f")}, o{Axis: 1, Keys: []any{"p", "q"}}),
		"beside numbered": c(h{a.Select("i"), a.Select("f")}, o{Axis: 1, IgnoreIndex: true}), "beside other labels": c(h{x, y}, beside),
		"beside sorted": c(h{x, y}, o{Axis: 1, Sort: true}), "beside inner": c(h{x, y}, o{Axis: 1, Join: "inner"}),
		"beside texts": c(h{p, q, p}, beside), "beside times": c(h{g.df("t1"), g.df("t2")}, beside), "beside shorter": c(h{a.Select("i", "b"), b}, beside),
		"beside twice": c(h{x, u}, beside), "bad join": c(h{a, b}, o{Join: "left"}),
	}, marstest.ChunkBytes(120))
	marstest.Check(t, "nothing", c(nil), errs.Invalid)
	marstest.Check(t, "bad axis", c(h{a}, o{Axis: 2}), errs.Invalid)
	marstest.Check(t, "too few keys", c(h{a, b}, o{Keys: []any{1}}), errs.Invalid)
	marstest.Check(t, "series as a frame", c(h{si, sf}), errs.Type)
	marstest.Check(t, "no frame", c(h{si.Sum()}), errs.Type)
	if got := c(h{x, y}, beside).Value().Meta().Cols[0]; got.Known() || got.Or != dtype.Float64 {
		t.Errorf("a column that may miss rows is %s before it was computed", got.Type)
	}
}

// Parts of columns that share their name look alike, though their labels do not.
func TestConcatOfAColumnAndItsHead(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "x", Data: []int64{1, 2, 3, 4}})
	s, nan := d.Col("x"), math.NaN()
	whole, some := frame.Of([]int64{1, 2, 3, 4}), frame.Of([]float64{1, 2, nan, nan})
	beside := dataframe.Concats{Axis: 1}
	marstest.Check(t, "head last", dataframe.Concat([]dataframe.Handle{s, s.Head(2)}, beside), frame.Must(frame.New(nil, frame.Labels("x", "x"), whole, some)))
	marstest.Check(t, "head first", dataframe.Concat([]dataframe.Handle{s.Head(2), s}, beside), frame.Must(frame.New(nil, frame.Labels("x", "x"), some, whole)))
}
