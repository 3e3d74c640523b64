package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

func TestNamesThatAreExpressions(t *testing.T) {
	in := load(t, "names")
	d, num, other, lists := in.df("df"), in.df("num"), in.series("other"), in.df("lists")
	i, f, s := d.Col("i"), d.Col("f"), d.Col("s")
	by := func(r ...dataframe.Replacement) []dataframe.Replacement { return r }
	in.check(map[string]op.Handle{
		"clip": d.Select("i", "f").Clip(2, 4), "clip up": f.Clip(nil, 2), "clip by": f.Clip(other, nil),
		"rank": d.Rank(), "rank dense": f.Rank(dataframe.RankOptions{Method: "dense", Descending: true, Pct: true}),
		"skew": num.Skew(), "kurt": num.Kurt(), "kurt of one": f.Kurt(), "skew rows": d.Select("i", "f").Assign(dataframe.C{Name: "j", Data: i.Pow(2)}).Skew(dataframe.Reduce{Axis: 1}), "skew of texts": s.Skew(),
		"mode": d.Mode(), "mode of one": s.Mode(),
		"corr": num.Corr(), "spearman": num.Corr(dataframe.CorrOptions{Method: "spearman"}), "cov": num.Cov(), "few": num.Corr(dataframe.CorrOptions{MinPeriods: 40}),
		"corr with": f.Corr(other), "cov with": f.Cov(other), "autocorr": i.Autocorr(2),
		"melt":     d.Melt(dataframe.MeltOptions{IDVars: []any{"s"}, ValueVars: []any{"i", "f"}}),
		"melt all": num.Melt(dataframe.MeltOptions{KeepIndex: true}),
		"stack":    num.Stack(), "stack texts": d.Select("s").Stack(),
		"explode": lists.Explode("l"),
		"drop":    d.DropRows("r03", "r11"), "drop one": s.Drop("r05"),
		"reindex": num.Reindex([]string{"r05", "zz", "r01"}), "reindex fill": i.Reindex([]string{"r05", "zz", "r05"}, dataframe.ReindexOptions{Fill: -1}),
		"reindex columns": d.Reindex(nil, dataframe.ReindexOptions{Columns: []any{"f", "zz"}}), "reindex like": d.ReindexLike(num.Iloc([]int{3, 4, 5, 6, 7, 8})),
		"replace":         d.Replace(by(dataframe.Replacement{From: 3, To: 30}, dataframe.Replacement{From: "w3", To: "q"})...),
		"replace wide":    i.Replace(dataframe.Replacement{From: 3, To: 0.5}),
		"replace pattern": s.Replace(dataframe.Replacement{From: "^w(.)", To: `\1\1`, Regex: true}),
		"level":           num.SetIndexWith(dataframe.SetIndex{Append: true}, "i").Index().Level("i"),
	}, marstest.Tol(1e-10, 1e-12))
	unique := d.DropDuplicates(dataframe.Duplicates{Subset: []string{"i", "s"}}).DropNA()
	in.check(map[string]op.Handle{
		"between": f.Between(1, 3.5), "between left": f.Between(1, i, "left"), "argmin": f.ArgMin(), "argmax": f.ArgMax(), "argsort": f.ArgSort(),
		"pivot":       unique.Pivot(dataframe.Pivots{Index: "i", Columns: "s", Values: "f"}),
		"pivot lists": unique.Pivot(dataframe.Pivots{Index: []string{"i"}, Columns: []string{"s"}, Values: []string{"f"}}),
		"agg":         num.Select("i", "f").Agg([]string{"sum", "max"}), "agg dict": num.Agg([]dataframe.OfColumn{{"i", "sum"}, {"f", "mean"}}),
		"agg dicts": num.Agg([]dataframe.OfColumn{{"i", []string{"sum", "min"}}, {"f", []string{"max"}}}),
		"agg named": num.Agg([]dataframe.Named{{"lo", "f", "min"}, {"hi", "i", "max"}}), "agg of one": f.Agg([]string{"sum", "mean"}),
	})
	marstest.Check(t, "between what", f.Between(1, 2, "up"), errs.Invalid)
	marstest.Check(t, "agg of no column", num.Agg([]dataframe.OfColumn{{"zz", "sum"}}), errs.NotFound)
	marstest.Check(t, "agg of no name", num.Agg([]string{"sum", "foo"}), errs.Invalid)
	marstest.Check(t, "twice in a cell", d.Pivot(dataframe.Pivots{Index: "b", Columns: "s", Values: "f"}), errs.Invalid)
	for _, f := range []string{"sum", "mean", "count", "min", "max", "var", "std", "sem"} {
		name := "expanding " + f
		marstest.Check(t, name, d.Select("i", "f").Expanding(3).Apply(f), in.Get(t, name), marstest.Tol(1e-10, 1e-12))
	}
	binned, _ := f.Cut([]float64{0, 1, 2.5, 4}, dataframe.CutOptions{Labels: []any{"low", "mid", "high"}})
	codes, edges := i.Cut(4, dataframe.CutOptions{Codes: true})
	quarters, _ := f.QCut(3, dataframe.CutOptions{Codes: true})
	left, _ := f.Cut([]float64{0, 1, 2.5, 4}, dataframe.CutOptions{Left: true, Codes: true})
	twice, _ := d.Col("b").AsType("int64").QCut(4)
	in.check(map[string]op.Handle{
		"binned": left, "cut": binned, "cut codes": codes, "cut edges": dataframe.SeriesFromTensor(edges), "qcut": quarters,
		"interpolate":      d.Select("i", "f").Interpolate(),
		"interpolate back": f.Interpolate(dataframe.InterpolateOptions{Limit: 1, Direction: "backward", Inside: true}),
	}, marstest.Tol(1e-10, 1e-12))
	marstest.Check(t, "cut twice", twice, errs.Invalid)
	marstest.Check(t, "infer_objects", d.AsType("object").InferObjects().Select("i", "s"), in.frame("df").Select(0, 2))
	marstest.Check(t, "melt nowhere", d.Melt(dataframe.MeltOptions{IDVars: []any{"zz"}}), errs.NotFound)
	marstest.Check(t, "drop nowhere", d.DropRows("r01", "zz"), errs.NotFound)
	marstest.Check(t, "bad pattern", s.Replace(dataframe.Replacement{From: "(", To: "x", Regex: true}), errs.Invalid)
}

func TestSampleIsTheSameInAllChunks(t *testing.T) {
	d := mixed(40)
	n := 7
	a := dataframe.SampleOptions{N: &n, Seed: 5}
	l := marstest.Loop{}
	v, err := l.Run(d.Sample(a).Value())
	if err != nil {
		t.Fatal(err)
	}
	f := v[0].(*frame.Frame)
	if f.NRows != n || !f.Index.IsUnique() {
		t.Fatalf("%d rows of %v", f.NRows, f.Index)
	}
	marstest.Check(t, "sample", d.Sample(a), f)
	a.Replace = true
	if v, err = l.Run(d.Sample(a).Value()); err != nil {
		t.Fatal(err)
	}
	marstest.Check(t, "sample again", d.Sample(a), v[0].(*frame.Frame))
	n = 41
	marstest.Check(t, "too many", d.Sample(dataframe.SampleOptions{N: &n}), errs.Invalid)
}
