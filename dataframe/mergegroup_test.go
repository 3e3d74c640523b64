package dataframe_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
)

func TestGroupsOfAMergeNeedNoMerge(t *testing.T) {
	l, r := wide(30, "k"), wide(9, "k")
	m := l.Merge(r, dataframe.MergeOptions{On: "k"})
	becomes(t, m.GroupBy([]string{"a_x", "b_y"}).Select("c_x").Sum(), `
groupby_agg c_x
  merge k a_x b_x c_x d_x a_y b_y c_y d_y
    DataFrame k a b c d
    DataFrame k a b c d
`, `
merge_groupby c_x
  DataFrame k a b c
  DataFrame k a b c
`)
	for name, h := range map[string]op.Handle{
		"groups stand by appearance":    m.GroupBy("k", dataframe.GroupOptions{Sort: new(false)}).Sum(),
		"the first row counts":          m.GroupBy("k").First(),
		"rows must meet":                m.GroupBy("k").Select("a_x").Median(),
		"the merge is checked":          l.Merge(r, dataframe.MergeOptions{On: "k", Validate: "m:m"}).GroupBy("a_x").Sum(),
		"an outer merge":                l.Merge(r, dataframe.MergeOptions{On: "k", How: "outer"}).GroupBy("a_x").Sum(),
		"integers may become floats":    dataframe.New(dataframe.C{Name: "j", Data: []int{1, 2}}).Merge(r.Select("k").Assign(dataframe.C{Name: "j", Data: r.Col("k")}), dataframe.MergeOptions{On: "j", How: "left"}).GroupBy("k").Size(),
		"labels of the merge are a key": l.Merge(r.SetIndex("k"), dataframe.MergeOptions{LeftOn: "k", RightIndex: true}).GroupBy(nil, dataframe.GroupOptions{Level: 0}).Sum(),
	} {
		if h.Value().Err() != nil {
			t.Error(name, h.Value().Err())
			continue
		}
		if got := story(plan.Rewritten(h.Value())[0]); strings.Contains(got, "merge_groupby") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// What is aggregated over groups of a merge is what it would be over the merge: keys and values of either
// side, of all kinds, one or several keys.
func TestGroupsOfAMergeAgree(t *testing.T) {
	all := manyKinds(t, 400)
	rapid.Check(t, func(t *rapid.T) {
		table := func(what string, most int) *dataframe.DataFrame { return drawnRows(t, all, what, most) }
		on := rapid.SampledFrom([][]string{{"most"}, {"k"}, {"most", "s"}, {"s"}, {"c", "one"}}).Draw(t, "on")
		l, r := table("left", 60), table("right", 20)
		m := l.Merge(r, dataframe.MergeOptions{On: on, How: rapid.SampledFrom([]string{"inner", "left"}).Draw(t, "how")})
		var by []string
		cols := m.Columns()
		column := func(what string) string { return cols[rapid.IntRange(0, len(cols)-1).Draw(t, what)].String() }
		for range rapid.IntRange(1, 2).Draw(t, "keys") {
			if c := column("key"); c[0] != 'f' { // of equal zeros the first one stands, whose chunk need not come first
				by = append(by, c)
			}
		}
		if len(by) == 2 && by[0] == by[1] {
			by = by[:1]
		}
		if by == nil {
			by = on[:1]
		}
		g := m.GroupBy(by, dataframe.GroupOptions{Dropna: new(rapid.Bool().Draw(t, "dropna")), AsIndex: new(rapid.Bool().Draw(t, "labels"))})
		var funcs []dataframe.Named
		for i := range rapid.IntRange(1, 4).Draw(t, "aggregates") {
			f := rapid.SampledFrom([]string{"count", "min", "size", "max"}).Draw(t, "func")
			c := column("value")
			if c[0] == 'f' && rapid.Bool().Draw(t, "number") {
				f = rapid.SampledFrom([]string{"sum", "mean", "std"}).Draw(t, "func of a number")
			}
			if c[0] == 'c' {
				f = "count"
			}
			funcs = append(funcs, dataframe.Named{Name: fmt.Sprint("r", i), Column: c, Func: f})
		}
		h := g.Agg(funcs)
		if h.Err() != nil {
			return // what these dtypes do not have
		}
		alike(t, h)
	})
}

// Groups of a merge do not depend on memory.
func TestGroupsOfAMergeSpill(t *testing.T) {
	all := manyKinds(t, 6000)
	l := dataframe.FromFrame(all.Select(0, 1, 4, 5))
	r := dataframe.FromFrame(all.Select(0, 5, 8).Slice(0, 2500))
	m := l.Merge(r, dataframe.MergeOptions{On: "k"})
	for name, h := range map[string]*dataframe.DataFrame{
		"of the left":  m.GroupBy("w").Agg([]dataframe.Named{{"n", "f", "sum"}, {"s", "s_y", "max"}}),
		"of the right": m.GroupBy([]string{"c", "s_y"}).Agg([]dataframe.Named{{"n", "f", "mean"}, {"w", "w", "min"}}),
		"of both":      m.GroupBy([]string{"s_x", "s_y", "w"}).Agg([]dataframe.Named{{"n", "f", "count"}}),
	} {
		n := plan.Rewritten(h.Value())[0].N
		if n.Name != "dataframe.merge_groupby" {
			t.Fatal(story(op.Value{N: n}))
		}
		c, in := callOf(t, n)
		c.Op = travelled(t, c)
		marstest.Tight(t, name, c, in...)
	}
}

// travelled is the operand of a call as a worker gets it.
func travelled(t *testing.T, c *op.Call) op.Operand {
	t.Helper()
	w := graph.NewCallWriter(&graph.Operands{})
	if err := w.Call([]op.Call{{Op: c.Op, Outs: c.Outs}}, 0); err != nil {
		t.Fatal(err)
	}
	calls := make([]op.Call, 1)
	r := graph.NewCallReader(w.B, &graph.Operands{})
	if r.Call(calls, 0); r.Err() != nil {
		t.Fatal(r.Err())
	}
	return calls[0].Op
}

// callOf is the call that makes n in one chunk, and its inputs.
func callOf(t testing.TB, n *op.Node) (*op.Call, []any) {
	t.Helper()
	in := make([]any, len(n.In))
	c := &op.Call{Op: n.Op, Name: n.Name, Stage: op.Chunk, Outs: n.Outs}
	for i, v := range n.In {
		got, err := (&marstest.Loop{ChunkBytes: 1 << 40}).Run(v)
		if err != nil {
			t.Fatal(err)
		}
		in[i] = got[0]
		c.In = append(c.In, op.Arg{Meta: v.Meta()})
	}
	return c, in
}

// BenchmarkMergeGroup is a join of 2e6 rows by an integer key, of which nine in ten have a partner,
// aggregated by a text of the small side and an integer of the large one, with and without the merge between.
func BenchmarkMergeGroup(b *testing.B) {
	const n, small = 2_000_000, 10_000
	k, g, v, w := make([]int64, n), make([]int64, n), make([]float64, n), make([]float64, n)
	x := uint64(9)
	for i := range n {
		x = x*6364136223846793005 + 1442695040888963407
		k[i], g[i], v[i], w[i] = int64(x>>33)%small, int64(x>>55), float64(x>>40), float64(x>>20)
	}
	rk, rs, rg := make([]int64, small*9/10), make([]string, small*9/10), make([]int64, small*9/10)
	for i := range rk {
		rk[i], rs[i], rg[i] = int64(i), fmt.Sprint("group ", i%100), int64(i%1000)
	}
	l := dataframe.FromFrame(frame.Must(frame.New(nil, frame.Labels("k", "g", "v", "w"), frame.Of(k), frame.Of(g), frame.Of(v), frame.Of(w))))
	r := dataframe.FromFrame(frame.Must(frame.New(nil, frame.Labels("k", "s", "i"), frame.Of(rk), frame.Strs(rs...), frame.Of(rg))))
	for _, by := range [][]string{{"s"}, {"s", "i"}, {"g"}, {"s", "g"}} {
		h := l.Merge(r, dataframe.MergeOptions{On: "k"}).GroupBy(by).Agg([]dataframe.Named{{"v", "v", "sum"}, {"w", "w", "mean"}})
		n := plan.Rewritten(h.Value())[0].N
		fused, sides := callOf(b, n)
		whole := h.Value().N.In[0].N.With(n.In)
		merge, _ := callOf(b, whole)
		agg := h.Value().N.With([]op.Value{{N: whole}})
		group := &op.Call{Op: agg.Op, Name: "group", Stage: op.Chunk, In: []op.Arg{{Meta: whole.Outs[0]}}, Outs: agg.Outs}
		b.Run(fmt.Sprint(by, "/merged"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m, err := op.Run(merge, sides, nil, marstest.World())
				if err == nil {
					_, err = op.Run(group, m, nil, marstest.World())
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprint(by, "/fused"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := op.Run(fused, sides, nil, marstest.World()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// drawnRows is up to so many rows of those of manyKinds, their columns that may be keys.
func drawnRows(t *rapid.T, all *frame.Frame, what string, most int) *dataframe.DataFrame {
	lo := rapid.IntRange(0, 100).Draw(t, what+" from")
	n := rapid.IntRange(0, most).Draw(t, what+" rows")
	return dataframe.FromFrame(all.Select(0, 2, 3, 4, 5, 7, 8).Slice(lo, lo+n))
}
