package marstest_test

import (
	"math"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// A table is a drawn frame with the columns k (few integers), v (integers), x (floats with holes) and s (text
// with holes).
type table struct {
	d     *dataframe.DataFrame
	exact bool // no chunking changes a bit of x
}

// randomTable repeats drawn rows, with other floats and texts.
func randomTable(t *rapid.T, most, repeat int) table {
	n := rapid.IntRange(1, most).Draw(t, "rows")
	keys := rapid.SliceOfN(rapid.Int64Range(0, 5), n, n).Draw(t, "k")
	vals := rapid.SliceOfN(rapid.Int64Range(-20, 20), n, n).Draw(t, "v")
	all := n * rapid.IntRange(1, repeat).Draw(t, "times")
	k, v, x, s := make([]int64, all), make([]int64, all), make([]float64, all), make([]any, all)
	for i := range all {
		k[i], v[i] = keys[i%n], vals[i%n]
		x[i] = float64(v[i]*k[i]+int64(i/n)) / 3.7
		if (v[i]+k[i])%7 == 0 {
			x[i] = math.NaN()
		}
		if v[i]%5 != 0 {
			s[i] = string(rune('a' + (v[i]+20+int64(i))%4))
		}
	}
	return table{dataframe.New(dataframe.C{Name: "k", Data: k}, dataframe.C{Name: "v", Data: v},
		dataframe.C{Name: "x", Data: x}, dataframe.C{Name: "s", Data: s}), true}
}

// randomFrame is a graph of up to five operators over two tables, and then perhaps one that makes something
// else of it.
func randomFrame(t *rapid.T) (h op.Handle, exact bool) {
	a, b := randomTable(t, 30, 20), randomTable(t, 12, 1)
	for range rapid.IntRange(1, 5).Draw(t, "operators") {
		stepFrame(t, &a, b)
	}
	d, end := a.d, op.Handle(a.d)
	to := func(h op.Handle, is bool) func() { return func() { end, exact = h, is } }
	choose(t, "end", []move{
		{"frame", to(d, a.exact)},
		{"sum", to(d.Col("v").Sum(), true)},
		{"mean", to(d.Col("x").Mean(), a.exact)},
		{"counts", to(d.Col("v").ValueCounts(), true)},
		{"distinct", to(d.Col("s").Unique(), true)},
		{"columns", to(d.Select("k", "v").Max(), true)},
		{"windows", to(d.Select("v", "x").Rolling(3).Sum(), false)},
		{"arithmetic", to(d.Col("v").Add(d.Col("k")).Mul(2), true)},
	})
	return end, exact
}

// stepFrame puts one more operator over a.
func stepFrame(t *rapid.T, a *table, b table) {
	d := a.d
	set := func(x *dataframe.DataFrame, exact bool) func() {
		return func() { *a = table{x, exact} }
	}
	same := func(x *dataframe.DataFrame) func() { return set(x, a.exact) }
	limit := rapid.IntRange(-10, 10).Draw(t, "limit")
	down := dataframe.Sort{Descending: rapid.Bool().Draw(t, "down"), IgnoreIndex: rapid.Bool().Draw(t, "ignore index")}
	how := rapid.SampledFrom([]string{"inner", "left"}).Draw(t, "how")
	fn := rapid.SampledFrom([]string{"sum", "mean", "max", "first"}).Draw(t, "aggregate")
	groups := d.GroupBy("k").Agg([]dataframe.Named{
		{Name: "v", Column: "v", Func: "sum"}, {Name: "x", Column: "x", Func: fn}, {Name: "s", Column: "s", Func: "last"},
	}).ResetIndex()
	joined := d.Head(40).Merge(b.d, dataframe.MergeOptions{On: "k", How: how}).Select("k", "v_x", "x_y", "s_x").
		Rename(map[any]any{"v_x": "v", "x_y": "x", "s_x": "s"}).Head(80)
	moves := []move{
		{"filter", same(d.Filter(d.Col("v").Gt(limit)))},
		{"filter by key", same(d.Filter(d.Col("k").Ne(2).And(d.Col("v").Le(limit))))},
		{"group", set(groups, a.exact && (fn == "max" || fn == "first"))},
		{"merge", set(joined, b.exact)},
		{"sort by key", same(d.SortValues([]string{"k", "v"}, down))},
		{"sort by text", same(d.SortValues("s", down))},
		{"first of each key", same(d.DropDuplicates(dataframe.Duplicates{Subset: []string{"k", "s"}}))},
		{"below the other", same(dataframe.Concat([]dataframe.Handle{d, b.d}, dataframe.Concats{IgnoreIndex: true}))},
		{"head", same(d.Head(7))},
		{"tail", same(d.Tail(9))},
		{"every second", same(d.Iloc(tensor.Whole.Every(2)))},
		{"labels", same(d.ResetIndex(dataframe.ResetIndex{Drop: true}))},
	}
	if a.exact {
		moves = append(moves,
			move{"sort by float", same(d.SortValues("x", down))},
			move{"filter by float", same(d.Filter(d.Col("x").Gt(float64(limit))))},
			move{"largest", same(d.NLargest(5, "x"))},
		)
	}
	choose(t, "operator", moves)
}
