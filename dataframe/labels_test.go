package dataframe_test

import (
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
)

// Functions of row labels: sets of labels, labels put together, and levels.
func TestLabels(t *testing.T) {
	in := load(t, "labels")
	x, y, z := dataframe.NewIndex(in.df("x").Col("k")), dataframe.NewIndex(in.df("y").Col("k")), dataframe.NewIndex(in.df("z").Col("z"))
	m, n, d := in.df("m").SetIndex("a", "b"), in.df("n").SetIndex("a", "c"), in.df("t")
	v, flat, clock := m.Col("v"), in.df("m").SetIndex("b"), d.Col("v")
	first, second := in.df("first"), in.df("second")
	hour := time.Hour
	in.check(map[string]op.Handle{
		"union": x.Union(y), "union z": x.Union(z), "union levels": m.Index().Union(n.Index()),
		"intersection": x.Intersection(y), "intersection levels": m.Index().Intersection(n.Index()),
		"difference": x.Difference(y), "difference levels": n.Index().Difference(m.Index()),
		"symmetric": x.SymmetricDifference(y), "symmetric levels": n.Index().SymmetricDifference(m.Index()),
		"append": x.Append(y, z), "append levels": m.Index().Append(n.Index()),
		"insert": x.Insert(3, 99), "insert last": x.Insert(-1, 99), "insert levels": m.Index().Insert(2, []any{"q", 7}),
		"delete": x.Delete(0, 5, -1), "delete levels": m.Index().Delete(1, 2),
		"drop": x.Drop(7, 3), "drop none": x.Drop(70),
		"take": x.Take(5, 0, -2), "take levels": m.Index().Take(5, 0),
		"droplevel": m.DropLevel("a"), "droplevel of one": v.DropLevel(1), "droplevel of labels": m.Index().DropLevel(0), "droplevel all": m.DropLevel(0, 1),
		"reorder": m.ReorderLevels("b", "a"), "reorder of one": v.ReorderLevels(1, 0), "reorder of labels": m.Index().ReorderLevels(1, 0), "reorder flat": flat.ReorderLevels(0),
		"swap": m.SwapLevel("a", "b"), "swap of one": v.SwapLevel(0, 1), "swap of labels": m.Index().SwapLevel(0, 1),
		"to frame": x.ToFrame(), "to frame levels": m.Index().ToFrame(),
		"xs": m.XsLevel("w1", "a"), "xs of one": v.XsLevel(2, "b"), "xs none": m.XsLevel("zz", "a"),
		"between": d.BetweenTime(6*hour, 12*hour), "between night": clock.BetweenTime(20*hour, 6*hour, "left"), "at": d.AtTime(7*hour + 7*time.Minute), "at none": clock.AtTime(0),
		"prefix": m.AddPrefix("p_"), "suffix": m.AddSuffix("_s"), "prefix of one": flat.Col("v").AddPrefix("p"), "suffix of one": flat.Col("v").AddSuffix("s"),
		"labels": flat.Select("v", "w").SetLabels(y), "labels of one": flat.Col("v").SetLabels(m.Index()),
		"isin of z": flat.Col("v").IsInOf(z), "isin of y": flat.Col("v").IsInOf(y), "isin frame": flat.Select("v", "w").IsInOf(y),
		"drop by": m.DropBy(dataframe.DropOptions{Rows: []any{"w1"}, Columns: []any{"v"}}), "drop level": m.DropBy(dataframe.DropOptions{Rows: []any{2, 3}, Level: "b"}),
		"drop lenient": m.DropBy(dataframe.DropOptions{Columns: []any{"v", "q"}, Lenient: true}), "drop none by": m.DropBy(dataframe.DropOptions{Columns: []any{"v", "q"}}),
		"drop nothing": m.DropBy(dataframe.DropOptions{}),
		"combine":      first.CombineFirst(second), "combine ones": first.Col("v").CombineFirst(second.Col("v")),
		"updated": first.Updated(second), "updated one": first.Col("w").Updated(second.Col("w")),
		"take rows": m.Take(3, 0, -1), "take columns": m.TakeColumns(1), "take of one": v.Take(3, 0),
		"equals": m.Equals(m), "equals not": m.Equals(m.Mul(2)), "equals of one": v.Equals(v.Rename("other")), "equals dtype": v.Equals(v.AsType("float64")),
		"equals of labels": x.Equals(x.Rename("other")), "equals length": x.Equals(x.Take(0, 1, 2)),
	})
}
