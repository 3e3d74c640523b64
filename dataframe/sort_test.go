package dataframe_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

func TestSort(t *testing.T) {
	g := load(t, "sort")
	d, l, x, y, m, z := g.df("d"), g.df("l"), g.df("x"), g.df("y"), g.df("m"), g.df("z")
	f, s := g.series("f"), g.series("s")
	type o = dataframe.Sort
	down := o{Descending: true}
	cases := map[string]op.Handle{
		"two": d.SortValues([]string{"b", "f"}), "three": d.SortValues([]string{"s", "i", "t"}, o{Ascending: []bool{false, true, false}}),
		"labels": l.SortValues("i"), "by a level": l.SortValues("key"), "column and level": m.SortValues([]string{"i", "q"}, o{Ascending: []bool{true, false}}),
		"renumbered": l.SortValues("f", o{IgnoreIndex: true}), "none": g.df("none").SortValues("i"),
		"series": f.SortValues(), "series down": s.SortValues(o{Descending: true, NullsFirst: true}), "series renumbered": f.SortValues(o{IgnoreIndex: true}),
		"bad directions": d.SortValues([]string{"i", "f"}, o{Ascending: []bool{true, false, true}}),
		"top":            d.SortValues([]string{"s", "f"}, o{Ascending: []bool{false, true}}).Head(7),
		"top of all":     l.SortValues("i").Head(100),
		"top renumbered": d.SortValues("f", o{Descending: true, IgnoreIndex: true}).Head(9),
		"top none":       d.SortValues("f").Head(0), "top series": f.SortValues().Head(4),
		"bottom": d.SortValues("f").Tail(4), "but two": d.SortValues("i").Head(-50),
		"index": x.SortIndex(), "index down": x.SortIndex(down), "index of text": l.SortIndex(), "index of NaN": y.SortIndex(),
		"index NaN first": y.SortIndex(o{Descending: true, NullsFirst: true}), "index of times": z.SortIndex(down),
		"index renumbered": x.SortIndex(o{IgnoreIndex: true}), "range": d.SortIndex(), "range down": d.SortIndex(down),
		"levels": m.SortIndex(), "levels down": m.SortIndex(down), "levels mixed": m.SortIndex(o{Ascending: []bool{false, true}}),
		"level": m.SortIndex(o{Level: []any{"q"}}), "level down": m.SortIndex(o{Level: []any{1}, Descending: true}),
		"level alone":    m.SortIndex(o{Level: []any{1}, OnlyLevel: true}),
		"largest of two": d.Select("i", "f", "u").NLargest(9, []string{"i", "u"}), "largest time": d.Col("t").NLargest(3), "largest none": f.NLargest(-1),
		"largest text": d.NLargest(2, "s"), "largest text series": s.NLargest(2), "bad keep": d.NLargest(2, "i", "some"),
	}
	for _, c := range []string{"i", "f", "s", "t", "b", "n", "c", "u"} {
		cases["by "+c], cases["down by "+c] = d.SortValues(c), d.SortValues(c, down)
	}
	for _, c := range []string{"f", "s", "n"} {
		cases["first by "+c] = d.SortValues(c, o{Descending: true, NullsFirst: true})
	}
	for _, n := range []int{3, 60} {
		for _, keep := range []string{"first", "last", "all"} {
			cases[fmt.Sprintf("largest %d %s", n, keep)] = f.NLargest(n, keep)
			cases[fmt.Sprintf("smallest %d %s", n, keep)] = d.Select("i", "f", "u").NSmallest(n, "i", keep)
		}
	}
	w := g.df("w")
	for _, n := range []int{1, 2, 4, 5, 6, 7, 9} { // missing values of the first, a middle and the last key
		for _, keep := range []string{"first", "last", "all"} {
			for _, by := range []string{"a b", "b a", "a b c"} {
				cases[fmt.Sprintf("largest %d by %s %s", n, by, keep)] = w.NLargest(n, strings.Fields(by), keep)
				cases[fmt.Sprintf("smallest %d by %s %s", n, by, keep)] = w.NSmallest(n, strings.Fields(by), keep)
			}
		}
	}
	g.check(cases, marstest.ChunkBytes(900))
	marstest.Check(t, "no column", d.SortValues("zz"), errs.NotFound)
	marstest.Check(t, "no level", m.SortIndex(o{Level: []any{"zz"}}), errs.NotFound)
	marstest.Check(t, "largest of no column", d.NLargest(2, "zz"), errs.NotFound)
	marstest.Check(t, "short chunks", m.SortValues([]string{"i", "q"}, o{Ascending: []bool{true, false}}), g.Get(t, "column and level"))
}

// A sorted key has the bits that its rows had, and labels go along with them: of both zeros, whether a
// column, nothing but labels or NaN stand beside it.
func TestSortKeepsBits(t *testing.T) {
	n := 600
	plain, odd, labels := make([]float64, n), make([]float64, n), make([]int64, n)
	for i := range plain {
		plain[i], labels[i] = float64(i*53%97)/8+1, int64(7*n-i*3)
		if odd[i] = plain[i]; i%5 == 0 {
			odd[i] = []float64{math.Copysign(0, -1), 0, math.Float64frombits(0xfff8000000000123), math.NaN()}[i/5%4]
		}
	}
	for name, v := range map[string][]float64{"exact": plain, "odd": odd} {
		for _, down := range []bool{false, true} {
			f := frame.Must(frame.New(frame.NewIndex(frame.Label{}, frame.Of(labels)), frame.Labels("v", "w"), frame.Of(v), frame.Of(labels)))
			want, err := f.Take(mem.Heap, order.Rows([]order.Key{{Col: f.Cols[0], Desc: down}}, n))
			if err != nil {
				t.Fatal(err)
			}
			d := dataframe.FromFrame(f)
			for what, h := range map[string]op.Handle{
				"series": d.Col("v").SortValues(dataframe.Sort{Descending: down}),
				"frame":  d.SortValues("v", dataframe.Sort{Descending: down}),
			} {
				for _, size := range []int{0, 900} {
					got, err := (&marstest.Loop{ChunkBytes: size}).Run(h.Value())
					if err != nil {
						t.Fatal(err)
					}
					g := got[0].(*frame.Frame)
					if x, y := frame.Values[uint64](g.Cols[0]), frame.Values[uint64](want.Cols[0]); !slices.Equal(x, y) {
						t.Errorf("%s, %s, down %v, chunks of %d: other bits", name, what, down, size)
					}
					if d := g.Index.Diff(want.Index); d != "" {
						t.Errorf("%s, %s, down %v, chunks of %d: %s", name, what, down, size, d)
					}
				}
			}
		}
	}
}

// A sort whose first rows alone are wanted is no sort: no chunk is partitioned.
func TestTopRowsDoNotShuffle(t *testing.T) {
	l := marstest.Loop{ChunkBytes: 200}
	if _, err := l.Run(mixed(100).SortValues("f").Head(3).Value()); err != nil {
		t.Fatal(err)
	}
	top := l.Subtasks
	if _, err := l.Run(mixed(100).SortValues("f").Value()); err != nil {
		t.Fatal(err)
	}
	if top*2 > l.Subtasks {
		t.Errorf("%d subtasks for the first rows, %d for all", top, l.Subtasks)
	}
}
