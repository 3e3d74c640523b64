package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/tensor"
)

// What scripts use daily: dataframe.transpose, dataframe.quantile, dataframe.describe over
// dataframe.described, dataframe.select_dtypes, and assignment by dataframe.chosen_rows and dataframe.choose.
func TestDaily(t *testing.T) {
	g := load(t, "daily")
	d, l := g.df("d"), g.df("l")
	f, i, s, times := g.series("f"), g.series("i"), g.series("s"), g.series("t")
	two := d.Select("i", "f")
	by := func(how string) dataframe.QuantileOptions { return dataframe.QuantileOptions{Interpolation: how} }
	seven := []float64{0.2, 0.7}
	g.check(map[string]op.Handle{
		"transposed": two.Head(9).T(), "transposed labels": l.Select("i", "f", "s").Head(5).T(), "transposed nullable": d.Select("n").Head(4).T(),
		"quantile": two.Quantile(0.3), "quantiles": two.Quantiles([]float64{0.1, 0.5, 0.99}), "quantile of times": times.Quantiles(seven),
		"quantile of ints": i.Quantile(0.25), "quantile nearest": i.Quantiles(seven, by("nearest")), "quantile lower": f.Quantiles(seven, by("lower")),
		"quantile higher": f.Quantiles(seven, by("higher")), "quantile midpoint": f.Quantiles(seven, by("midpoint")),
		"quantiles nullable": d.Select("n").Quantiles([]float64{0.25}), "quantile of numbers": d.Select("i", "f", "s").Quantile(0.5, dataframe.QuantileOptions{NumericOnly: true}),
		"describe": d.Select("i", "f", "t", "n").Describe(), "describe all": d.Select("i", "s", "b").Describe(dataframe.DescribeOptions{Include: []string{"all"}}),
		"describe percentiles": d.Select("f").Describe(dataframe.DescribeOptions{Percentiles: []float64{0.1, 0.999}}), "describe a series": f.Describe(),
		"describe texts": s.Describe(), "where a series": i.Where(d.Col("b"), f), "where a frame": two.Where(two.Gt(3), two.Neg()),
		"mask of labels": l.Col("f").Mask(l.Col("b"), l.Iloc(tensor.Whole.Every(-1)).Col("f").Mul(10)),
	}, marstest.ChunkBytes(100))
	marstest.Check(t, "quantile beyond", f.Quantile(1.5), errs.Invalid)
	marstest.Check(t, "quantile of texts", s.Quantile(0.5), errs.Type)
	marstest.Check(t, "quantile by what", f.Quantile(0.5, by("nearby")), errs.Invalid)
	marstest.Check(t, "describe nothing", d.Select().Describe(), errs.Invalid)
	marstest.Check(t, "describe of a class that there is not", d.Describe(dataframe.DescribeOptions{Include: []string{"foo"}}), errs.Type)
	marstest.Check(t, "select no class", d.SelectDtypes(nil, nil), errs.Invalid)
	marstest.Check(t, "select and leave out", d.SelectDtypes([]string{"number"}, []string{"number"}), errs.Invalid)
	marstest.Check(t, "describe twice", f.Describe(dataframe.DescribeOptions{Percentiles: []float64{0.5, 0.5}}), errs.Invalid)
}

func TestSetLoc(t *testing.T) {
	g := load(t, "daily")
	d, l := g.df("d"), g.df("l")
	put := func(of *dataframe.DataFrame, set func(*dataframe.DataFrame, any, any, any) error, rows, col, value any) op.Handle {
		of = of.Select("i", "f", "s", "t", "b", "n")
		if err := set(of, rows, col, value); err != nil {
			t.Error(rows, err)
		}
		return of
	}
	loc, iloc := (*dataframe.DataFrame).SetLoc, (*dataframe.DataFrame).SetIloc
	whens := d.Col("b")
	g.check(map[string]op.Handle{
		"put a label": put(l, loc, "r07", "i", 99), "put labels": put(l, loc, []string{"r07", "r21"}, "f", -1.5),
		"put a slice": put(d, loc, dataframe.Between(3, 12), "i", 7), "put places": put(l, iloc, tensor.Slice(2, 30).Every(5), "s", "put"),
		"put backwards": put(d, iloc, tensor.Slice(20, 4).Every(-3), "i", 5), "put a list of places": put(l, iloc, []int{4, -1}, "b", true),
		"put a place": put(l, iloc, -3, "f", 0.5), "put where true": put(d, loc, whens, "f", 1.0), "put a series": put(d, loc, whens, "i", d.Col("i").Mul(3)),
		"put floats": put(d, loc, whens, "f", d.Col("i")), "put some rows": put(l, loc, l.Col("b"), "f", l.Filter(l.Col("b")).Col("f").Mul(2)),
	}, marstest.ChunkBytes(100))
	marstest.Check(t, "put at no label", put(l, loc, "nowhere", "i", 1), errs.NotFound)
	marstest.Check(t, "put where rows are unknown", put(d, loc, d.Head(3).Col("b"), "f", 1.0), errs.Invalid)
	marstest.Check(t, "put a series where rows are unknown", put(d, loc, d.Head(3).Col("b"), "i", d.Col("i").Mul(3)), errs.Invalid)
	if err := d.Select("i").SetIloc(99, "i", 1); err == nil {
		t.Error("a row beyond the last is set")
	}
	n := d.Describe().Value().N
	if parts := plan.Rewritten(op.Value{N: n})[0].N.Name; n.Name != "dataframe.describe" || parts != "dataframe.described" {
		t.Errorf("describe is %s, and becomes %s", n.Name, parts)
	}
	if err := d.Select("i").SetLoc(3, "i", "text"); err == nil {
		t.Error("a text among ints")
	}
}
