package dataframe_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// cut is the columns of f with these names, as a frame of the graph.
func cut(f *frame.Frame, cols ...string) *dataframe.DataFrame {
	return dataframe.FromFrame(pick(f, cols...))
}

func pick(f *frame.Frame, cols ...string) *frame.Frame {
	var at []int
	for _, c := range cols {
		at = append(at, f.Find(frame.L(c)))
	}
	return f.Select(at...)
}

func groupFrame(t *testing.T) (marstest.Goldens, *frame.Frame) {
	g := marstest.Load(t, "testdata/groupby.json")
	return g, g.Get(t, "frame").Value(t).(*frame.Frame)
}

func TestGroupByFunctions(t *testing.T) {
	g, f := groupFrame(t)
	for _, fn := range []string{"sum", "prod", "mean", "min", "max", "count", "first", "last", "std", "var", "sem", "any", "all", "median", "nunique"} {
		last := "b"
		if strings.Contains("std var sem mean median", fn) {
			last = "w"
		}
		marstest.Check(t, "one "+fn, cut(f, "k", "x", "n", "v", last).GroupBy("k").Agg(fn), g.Get(t, "one "+fn))
		marstest.Check(t, "unsorted "+fn, cut(f, "i", "x", "n", "v").GroupBy("i", dataframe.GroupOptions{Sort: new(false)}).Agg(fn), g.Get(t, "unsorted "+fn))
		marstest.Check(t, "filled "+fn, cut(f, "c", "x", "n", "v").GroupBy("c", dataframe.GroupOptions{Observed: new(false)}).Agg(fn), g.Get(t, "filled "+fn))
	}
	for _, fn := range []string{"min", "max", "count", "first", "last", "nunique", "any", "all", "sum"} {
		marstest.Check(t, "text "+fn, cut(f, "k", "s").GroupBy("k").Agg(fn), g.Get(t, "text "+fn))
	}
	for _, fn := range []string{"min", "max", "count", "first", "last", "nunique", "mean", "median"} {
		marstest.Check(t, "time "+fn, cut(f, "k", "t", "d").GroupBy("k").Agg(fn), g.Get(t, "time "+fn))
	}
	for _, fn := range []string{"min", "max", "count", "first", "last", "nunique"} {
		marstest.Check(t, "ordered "+fn, cut(f, "k", "o").GroupBy("k").Agg(fn), g.Get(t, "ordered "+fn))
	}
}

// A series that is a column of what is grouped is a key by its label, as its name is.
func TestGroupByOwnColumn(t *testing.T) {
	g, f := groupFrame(t)
	d := cut(f, "k", "x", "n", "v", "b")
	marstest.Check(t, "own column", d.GroupBy(d.Col("k")).Agg("sum"), g.Get(t, "one sum"))
	other := d.GroupBy(d.Col("n").Add(0))
	if cols := other.Agg("count").Value().Meta().Cols; len(cols) != 5 {
		t.Errorf("a series of its own leaves %d columns", len(cols))
	}
}

func TestGroupByKeys(t *testing.T) {
	g, f := groupFrame(t)
	switches := []bool{true, false}
	for _, sort := range switches {
		for _, dropna := range switches {
			o := dataframe.GroupOptions{Sort: &sort, Dropna: &dropna}
			for _, k := range []string{"k", "i", "f", "b", "t", "c", "o", "u"} {
				name := fmt.Sprintf("key %s %s %s", k, python(sort), python(dropna))
				agg := []dataframe.OfColumn{{"v", "sum"}, {"x", "max"}}
				marstest.Check(t, name, cut(f, k, "v", "x").GroupBy(k, o).Agg(agg), g.Get(t, name))
				name = "row" + name[3:]
				marstest.Check(t, name, cut(f, k, "x").GroupBy(k, o).Median(), g.Get(t, name))
			}
			for _, ks := range []string{"k i", "i f", "f k b", "c o", "c i"} {
				name := fmt.Sprintf("keys %s %s %s", ks, python(sort), python(dropna))
				marstest.Check(t, name, dataframe.FromFrame(f).GroupBy(strings.Fields(ks), o).Select("v").Sum(), g.Get(t, name))
			}
			o.Observed = new(false)
			name := fmt.Sprintf("unseen c %s %s", python(sort), python(dropna))
			agg := []string{"sum", "min", "count", "median"}
			marstest.Check(t, name, dataframe.FromFrame(f).GroupBy("c", o).Select("v", "x").Agg(agg), g.Get(t, name))
			name = fmt.Sprintf("unseen all %s %s", python(sort), python(dropna))
			marstest.Check(t, name, dataframe.FromFrame(f.Slice(0, 9)).GroupBy([]string{"i", "o", "b", "c"}, o).Select("v").Sum(), g.Get(t, name))
			name = fmt.Sprintf("unseen o c %s %s", python(sort), python(dropna))
			marstest.Check(t, name, dataframe.FromFrame(f).GroupBy([]string{"o", "c"}, o).Select("v").Max(), g.Get(t, name))
			name = fmt.Sprintf("unseen i c %s %s", python(sort), python(dropna))
			marstest.Check(t, name, dataframe.FromFrame(f).GroupBy([]string{"i", "c"}, o).Select("v").First(), g.Get(t, name))
		}
	}
	for _, ks := range []string{"k i", "i f", "f k b", "c o", "c i"} {
		o := dataframe.GroupOptions{AsIndex: new(false)}
		marstest.Check(t, "columns "+ks, dataframe.FromFrame(f).GroupBy(strings.Fields(ks), o).Select("v", "x").Max(), g.Get(t, "columns "+ks))
		marstest.Check(t, "rows "+ks, dataframe.FromFrame(f).GroupBy(strings.Fields(ks)).Select("v", "x").Median(), g.Get(t, "rows "+ks))
	}
}

func python(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

func TestGroupByForms(t *testing.T) {
	g, f := groupFrame(t)
	d := dataframe.FromFrame(f)
	k := d.GroupBy("k")
	columns := dataframe.GroupOptions{AsIndex: new(false)}
	indexed := pick(f, "f", "x", "n", "v", "u", "w", "b", "s", "t", "d", "c", "o").
		WithIndex(frame.NewMulti(frame.Labels("k", "i"), f.Col(frame.L("k")), f.Col(frame.L("i"))))
	x := dataframe.FromFrame(indexed)
	for name, h := range map[string]op.Handle{
		"size":             k.Size(),
		"size col":         k.Col("x").Size(),
		"size columns":     d.GroupBy("k", columns).Size(),
		"size filled":      d.GroupBy([]string{"c", "o"}, dataframe.GroupOptions{Observed: new(false)}).Size(),
		"quantile":         cut(f, "i", "x", "v").GroupBy("i").Quantile(0.3, ""),
		"quantile lower":   cut(f, "i", "x", "n").GroupBy("i").Quantile(0.6, "lower"),
		"min_count":        cut(f, "i", "v", "n").GroupBy("i").Sum(dataframe.Reduction{MinCount: 4}),
		"ddof":             cut(f, "i", "v", "n").GroupBy("i").Std(dataframe.Reduction{Ddof: new(0)}),
		"numeric_only":     k.Mean(dataframe.Reduction{NumericOnly: true}),
		"nunique nulls":    cut(f, "k", "n", "s").GroupBy("k").NUnique(dataframe.Distinct{KeepNull: true}),
		"list":             k.Select("x", "v").Agg([]string{"sum", "median", "count"}),
		"dict":             k.Agg([]dataframe.OfColumn{{"x", "sum"}, {"s", "nunique"}, {"v", "max"}}),
		"dicts":            k.Agg([]dataframe.OfColumn{{"x", []string{"sum", "mean"}}, {"v", "max"}}),
		"named":            k.Agg([]dataframe.Named{{"lo", "x", "min"}, {"hi", "x", "max"}, {"n", "s", "count"}}),
		"series one":       k.Col("x").Mean(),
		"series list":      k.Col("x").Agg([]string{"sum", "std"}),
		"series named":     k.Col("x").Agg([]dataframe.Named{{Name: "a", Func: "sum"}, {Name: "z", Func: "first"}}),
		"series columns":   d.GroupBy("k", columns).Col("x").Agg("mean"),
		"list columns":     d.GroupBy("k", columns).Col("x").Agg([]string{"sum", "std"}),
		"level name":       x.GroupBy(nil, dataframe.GroupOptions{Level: "i"}).Select("x", "v").Sum(),
		"level number":     x.GroupBy(nil, dataframe.GroupOptions{Level: []int{1, 0}}).Select("x", "v").Sum(),
		"level by":         x.GroupBy([]string{"b", "i"}).Select("x", "v").Sum(),
		"level range":      d.GroupBy(nil, dataframe.GroupOptions{Level: 0}).Select("x", "v").Sum(),
		"level series":     series(indexed, "x").GroupBy(nil, dataframe.GroupOptions{Level: -1}).Max(),
		"by series":        cut(f, "x", "v").GroupBy(series(f, "k")).Sum(),
		"series by series": series(f, "x").GroupBy([]any{series(f, "k"), series(f, "b")}).Sum(),
		"empty":            cut(f.Slice(0, 0), "k", "x", "v").GroupBy("k").Agg([]string{"sum", "mean", "median"}),
		"empty keys":       dataframe.FromFrame(f.Slice(0, 0)).GroupBy([]string{"k", "i"}).Col("x").Max(),
		"one row":          cut(f.Slice(0, 1), "k", "x", "v").GroupBy("k").Agg([]string{"sum", "std"}),
		"cats none":        dataframe.FromFrame(f.Slice(0, 0)).GroupBy("c", dataframe.GroupOptions{Observed: new(false)}).Col("v").Sum(),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
}

func TestGroupByRecipes(t *testing.T) {
	g, f := groupFrame(t)
	d := dataframe.FromFrame(f)
	columns := dataframe.GroupOptions{AsIndex: new(false)}
	frames := map[string]func(*dataframe.GroupBy) op.Handle{
		"skew":     func(g *dataframe.GroupBy) op.Handle { return g.Skew() },
		"kurt":     func(g *dataframe.GroupBy) op.Handle { return g.Kurt() },
		"idxmax":   func(g *dataframe.GroupBy) op.Handle { return g.IdxMax() },
		"idxmin":   func(g *dataframe.GroupBy) op.Handle { return g.IdxMin() },
		"describe": func(g *dataframe.GroupBy) op.Handle { return g.Describe() },
	}
	series := map[string]func(*dataframe.SeriesGroupBy) op.Handle{
		"skew":     func(g *dataframe.SeriesGroupBy) op.Handle { return g.Skew() },
		"kurt":     func(g *dataframe.SeriesGroupBy) op.Handle { return g.Kurt() },
		"idxmax":   func(g *dataframe.SeriesGroupBy) op.Handle { return g.IdxMax() },
		"idxmin":   func(g *dataframe.SeriesGroupBy) op.Handle { return g.IdxMin() },
		"describe": func(g *dataframe.SeriesGroupBy) op.Handle { return g.Describe() },
	}
	for name, of := range frames {
		check := func(kind string, h op.Handle) { marstest.Check(t, name+kind, h, g.Get(t, name+kind)) }
		check(" frame", of(d.GroupBy("k").Select("x", "v")))
		keys := []string{"k", "b"}
		if name == "describe" {
			keys = []string{"i"}
		}
		check(" unsorted", of(d.GroupBy(keys, dataframe.GroupOptions{Sort: new(false)}).Select("x", "v")))
		check(" columns", of(d.GroupBy("k", columns).Select("x", "v")))
		check(" column", series[name](d.GroupBy("i", dataframe.GroupOptions{Dropna: new(false)}).Col("x")))
		check(" series", series[name](d.Col("x").GroupBy(d.Col("k"))))
	}
	marstest.Check(t, "percentiles", d.GroupBy("k").Col("x").Describe(0.1, 0.999), g.Get(t, "describe percentiles"))
	marstest.Check(t, "levels", d.SetIndex("k", "i").GroupBy("b").Select("x").IdxMax(), errs.Invalid)
	marstest.Check(t, "flat", d.Select("x", "v").Flat().Sum(), g.Get(t, "flat sum"))
}

func TestGroupByQuantiles(t *testing.T) {
	g, f := groupFrame(t)
	d := dataframe.FromFrame(f)
	qs := []float64{0.75, 0.1, 1}
	check := func(name string, h op.Handle) { marstest.Check(t, "quantiles "+name, h, g.Get(t, "quantiles "+name)) }
	for _, sort := range []bool{true, false} {
		for _, dropna := range []bool{true, false} {
			o := dataframe.GroupOptions{Sort: &sort, Dropna: &dropna}
			check(python(sort)+" "+python(dropna), d.GroupBy([]string{"k", "f"}, o).Select("x", "n", "t", "d").Quantiles(qs, ""))
		}
	}
	for _, how := range []string{"lower", "higher", "midpoint", "nearest"} {
		check(how, d.GroupBy("i").Select("x", "n", "v").Quantiles(qs, how))
	}
	columns := dataframe.GroupOptions{AsIndex: new(false)}
	check("columns", d.GroupBy([]string{"i", "b"}, columns).Select("x", "w").Quantiles(qs, ""))
	check("series", d.GroupBy("k").Col("v").Quantiles([]float64{0.5}, ""))
	check("series columns", d.GroupBy("k", columns).Col("v").Quantiles([]float64{0.5, 0.2}, ""))
	check("none", d.GroupBy("k").Select("v", "n").Quantiles(nil, ""))
	check("numbers", cut(f, "k", "s", "x").GroupBy("k").Quantiles([]float64{0.5, 0}, "", dataframe.Reduction{NumericOnly: true}))
	check("of no rows", dataframe.FromFrame(f.Slice(0, 0)).GroupBy("k").Col("v").Quantiles(qs, ""))
	marstest.Check(t, "beyond one", d.GroupBy("k").Col("v").Quantiles([]float64{0.5, 2}, ""), errs.Invalid)
	marstest.Tight(t, "quantiles", marstest.CallOf(d.GroupBy("k").Select("x", "n").Quantiles(qs, ""), op.Chunk), f)
}

func TestGroupByErrors(t *testing.T) {
	g, f := groupFrame(t)
	d := dataframe.FromFrame(f)
	k := d.GroupBy("k")
	for name, c := range map[string]struct {
		h    op.Handle
		kind errs.Kind
	}{
		"mean text": {k.Mean(), errs.Type},
		"unknown":   {k.Col("x").Agg("foo"), errs.NotFound},
		"column":    {k.Agg([]dataframe.OfColumn{{"zz", "sum"}}), errs.NotFound},
		"named":     {k.Agg([]dataframe.Named{{"q", "zz", "sum"}}), errs.NotFound},
		"select":    {k.Col("zz").Sum(), errs.NotFound},
		"key":       {d.GroupBy("zz").Sum(), errs.NotFound},
		"none":      {d.GroupBy(nil).Sum(), errs.Type},
		"level":     {d.GroupBy(nil, dataframe.GroupOptions{Level: 3}).Sum(), errs.Invalid},
		"nested":    {k.Col("x").Agg([]dataframe.OfColumn{{"a", "sum"}}), errs.Invalid},
	} {
		err := c.h.Value().Err()
		if !errs.Is(err, c.kind) {
			t.Errorf("%s: %v, want %v", name, err, c.kind)
			continue
		}
		want := strings.Trim(g.Get(t, "err "+name).Text, `"'`)
		if said := cmp.Or(errs.PythonOf(err), err.Error()); name != "key" && !strings.Contains(said, want) {
			t.Errorf("%s: %q, pandas says %q", name, said, want)
		}
	}
}
