package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
)

// Truths about values and labels, rows between labels, and products of what meets by label.
func TestMet(t *testing.T) {
	in := load(t, "met")
	d, wide, holes, line := in.df("d"), in.df("wide"), in.df("holes"), in.series("line")
	labels := in.df("labels").SetIndex("a", "b").Index()
	back := in.df("labels").SortValues([]string{"a", "b"}, dataframe.Sort{Ascending: []bool{false, false}}).SetIndex("a", "b").Index()
	in.check(map[string]op.Handle{
		"missing": holes.Col("a").HasNaNs(), "missing none": line.HasNaNs(), "unique": d.Col("b").IsUnique(), "unique not": line.IsUnique(),
		"ascends": line.IsIncreasing(), "descends": line.IsDecreasing(), "descends so": d.Col("c").IsDecreasing(), "ascends with holes": holes.Col("b").IsIncreasing(),
		"labels ascend": labels.IsIncreasing(), "labels descend": back.IsDecreasing(), "labels twice": labels.Append(labels.Take(0)).HasDuplicates(),
		"first": holes.Col("b").FirstValid(), "last": holes.LastValid(), "none": holes.Iloc([]int{1, 2}).FirstValid(),
		"between": d.Truncate("r03", "r11"), "from": d.Col("a").Truncate("r20", nil), "backwards": d.Truncate("r11", "r03"),
		"dot": d.Dot(wide), "dot of one": d.DotSeries(wide.Col("x")), "dot of two": d.Col("a").Dot(d.Col("b")), "dot apart": d.Dot(d), "dot of itself": d.Dot(d.T()),
		"like": d.ReindexLike(wide), "alike": labels.Identical(labels), "alike not": labels.Identical(labels.Rename("a", "z")),
	})
	marstest.Check(t, "no such day", in.df("clock").DropRows("2023-02-25"), errs.NotFound)
	ufunc := func(name string, args op.List, in ...op.Value) op.Handle {
		return dataframe.FrameOf(asWritten("dataframe.ufunc", map[string]any{"Func": name, "Args": args}, in...))
	}
	twice, one, two := d.Select("a", "b").Add(1.0), op.In(0), op.In(1)
	half := twice.SortIndex(dataframe.Sort{Descending: true}).Mul(2)
	many, some := line.Gt(9), line.Gt(3)
	in.check(map[string]op.Handle{
		"hypot": ufunc("hypot", op.List{one, two}, d.Col("a").Value(), d.Col("b").Value()), "sin": ufunc("sin", op.List{one}, twice.Value()),
		"beside": ufunc("arctan2", op.List{one, two}, twice.Value(), half.Value()), "scaled": ufunc("ldexp", op.List{one, int64(2)}, d.Col("b").Value()),
		"of two": ufunc("hypot", op.List{one, two}, twice.Col("a").Value(), twice.Col("b").Tail(26).Value()),
		"mixed":  ufunc("hypot", op.List{one, two}, d.Select("a").Value(), d.Col("b").Value()),
		"case": dataframe.FrameOf(asWritten("dataframe.Series.case_when", map[string]any{
			"Caselist": op.List{op.Tuple{op.In(1), int64(-1)}, op.Tuple{op.In(2), op.In(3)}},
		}, line.Value(), many.Value(), some.Value(), line.Mul(2).Value())),
		"no case": dataframe.FrameOf(asWritten("dataframe.Series.case_when", map[string]any{"Caselist": op.List{}}, line.Value())),
		"chosen": dataframe.FrameOf(asWritten("dataframe.chosen_by", map[string]any{
			"Conditions": op.List{one, two}, "Choices": op.List{"many", "some"}, "Default": "few",
		}, many.Value(), some.Value())),
	})
	mc := in.df("mc")
	below := func(key string, value any, in ...op.Value) op.Handle {
		fields := map[string]any{"Key": key, "Value": value, "By": "brackets"}
		return dataframe.FrameOf(asWritten("dataframe.put", fields, append([]op.Value{mc.Value()}, in...)...))
	}
	part := dataframe.FrameOf(asWritten("dataframe.located", map[string]any{"Key": "A", "By": "brackets"}, mc.Value()))
	few := mc.Select(frame.Tup("B", "x"))
	in.check(map[string]op.Handle{
		"below": below("A", int64(7)), "below frame": below("A", two, part.Select("y", "x").Mul(2).Value()), "below none": below("C", int64(1)),
		"below too few": below("A", two, few.Value()),
		"renamed":       labels.Rename("p", "q"), "one renamed": dataframe.IndexOf(asWritten("dataframe.Index.set_names", map[string]any{
			"Names": []frame.Label{frame.L("z")}, "Level": []frame.Label{frame.L("b")},
		}, labels.Value())),
	})
	again := in.df("again").SetIndex("a", "b").Index()
	in.check(map[string]op.Handle{
		"unique labels": again.Unique(), "distinct": again.CountUnique(), "distinct of one": dataframe.NewIndex(holes.Col("a")).CountUnique(),
		"lines among":     dataframe.NewIndex(line).IsIn([]any{3, 99}),
		"labels among":    dataframe.FrameOf(asWritten("dataframe.Index.isin", map[string]any{"Values": op.List{op.Tuple{int64(0), int64(1)}, op.Tuple{int64(2), int64(3)}}}, again.Value())),
		"labels in order": dataframe.IndexOf(asWritten("dataframe.Index.sort_values", nil, again.Value())),
	})
	days := in.df("days")
	written := func(name string, fields map[string]any, hs ...op.Handle) op.Handle {
		in := make([]op.Value, len(hs))
		for i, h := range hs {
			in[i] = h.Value()
		}
		return dataframe.FrameOf(asWritten("dataframe."+name, fields, in...))
	}
	objs := func(v any, hs ...op.Handle) op.Handle { return written("concat", map[string]any{"Objs": v}, hs...) }
	under := op.List{op.In(0), nil, op.In(1)}
	others := func(v any, hs ...op.Handle) op.Handle {
		return written("Series.str.cat", map[string]any{"Others": v, "Sep": map[bool]string{true: "-", false: "/"}[len(hs) == 1]}, hs...)
	}
	each := make(op.List, 31)
	for i := range each {
		each[i] = "x"
	}
	if v := asWritten("dataframe.Series.str.cat", nil, days.Col("d").Value()); plan.Rewritten(v)[0].N.Name != "dataframe.joined_texts" {
		t.Errorf("texts are joined by %s", plan.Rewritten(v)[0].N.Name)
	}
	in.check(map[string]op.Handle{
		"keyed": objs(op.Dict{{Key: "p", Value: op.In(0)}, {Key: "q", Value: op.In(1)}}, d, holes), "series below": objs(op.List{op.In(0), op.In(0)}, line),
		"rows":       written("concat", map[string]any{"Objs": op.List{op.In(0), op.In(1)}, "Axis": 1, "Keys": op.List{"l", "r"}}, line, line.Add(1)),
		"no objects": objs(op.List{}), "an object": objs(op.List{op.In(0), int64(5)}, d), "a frame": objs(op.In(0), d),
		"apart":        written("concat", map[string]any{"Objs": under, "Keys": op.List{"p", "n", "q"}, "Names": []frame.Label{frame.L("k")}}, d, wide),
		"keys too few": written("concat", map[string]any{"Objs": op.List{op.In(0), op.In(1)}, "Keys": op.List{"p"}}, d, wide),
		"days":         written("to_datetime", nil, days.Col("d")), "labels of days": written("to_datetime", nil, dataframe.NewIndex(days.Col("d"))),
		"spans": written("to_timedelta", map[string]any{"Unit": new("h")}, line),
		"cat":   others(each, days.Col("d")), "cat frame": others(op.In(1), days.Col("d"), days.Assign(dataframe.C{Name: "e", Data: "y"})),
		"drop a day": in.df("clock").DropRows("2024-02-25"), "to an instant": in.df("clock").Truncate(nil, "2024-03"),
		"cat text": others("text", days.Col("d")),
	})
}
