package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

func TestPivotTable(t *testing.T) {
	g := marstest.Load(t, "testdata/pivottable.json")
	f := g.Get(t, "frame").Value(t).(*frame.Frame)
	d := dataframe.FromFrame(f)
	type P = dataframe.PivotOptions
	type L = []string
	for name, p := range map[string]P{
		"one":                    {Values: "m", Index: "a", Columns: "c"},
		"sum":                    {Values: "v", Index: "a", Columns: "c", AggFunc: "sum"},
		"full":                   {Values: "v", Index: "d", Columns: "b", AggFunc: "sum"},
		"list":                   {Values: L{"w", "m"}, Index: "a", Columns: "c"},
		"list of one":            {Values: L{"w"}, Index: "a", Columns: "c", AggFunc: "max"},
		"two rows":               {Values: "m", Index: L{"a", "b"}, Columns: "c"},
		"two columns":            {Values: "m", Index: "a", Columns: L{"c", "d"}},
		"both":                   {Values: L{"v", "m"}, Index: L{"a", "b"}, Columns: L{"c", "d"}, AggFunc: "count"},
		"no columns":             {Values: "m", Index: "a"},
		"no columns list":        {Values: L{"w", "m"}, Index: L{"a", "d"}, AggFunc: "min"},
		"fill":                   {Values: "v", Index: "a", Columns: "c", AggFunc: "sum", FillValue: 0},
		"fill float":             {Values: L{"m", "w"}, Index: L{"a", "b"}, Columns: "c", FillValue: -1},
		"fill half":              {Values: "v", Index: L{"a", "b"}, Columns: "c", AggFunc: "max", FillValue: 0.5},
		"median":                 {Values: "m", Index: "a", Columns: "d", AggFunc: "median"},
		"nunique":                {Values: "v", Index: "a", Columns: "d", AggFunc: "nunique"},
		"first text":             {Values: "c", Index: "a", Columns: "b", AggFunc: "first"},
		"category":               {Values: "m", Index: "e", Columns: "a"},
		"category columns":       {Values: "m", Index: "a", Columns: "e"},
		"not observed":           {Values: "v", Index: "e", Columns: "d", AggFunc: "sum", Observed: new(false)},
		"list of functions":      {Values: "m", Index: "a", AggFunc: L{"sum", "min"}},
		"functions by columns":   {Values: L{"m", "w"}, Index: "a", Columns: "d", AggFunc: L{"sum", "min"}},
		"functions of one value": {Values: "m", Index: "a", Columns: "d", AggFunc: L{"sum", "min"}},
		"dict":                   {Index: "a", Columns: "d", AggFunc: []dataframe.OfColumn{{"w", "min"}, {"m", "max"}}},
	} {
		marstest.Check(t, name, d.PivotTable(p), g.Get(t, name))
	}
	mean := P{Values: "m", Index: "a", Columns: "c"}
	marstest.Check(t, "all values", cut(f, "a", "c", "v", "w", "m").PivotTable(P{Index: "a", Columns: "c"}), g.Get(t, "all values"))
	marstest.Check(t, "empty", dataframe.FromFrame(f.Slice(0, 0)).PivotTable(mean), g.Get(t, "empty"))
	marstest.Check(t, "one row", dataframe.FromFrame(f.Slice(0, 1)).PivotTable(P{Values: "v", Index: "a", Columns: "c", AggFunc: "sum"}), g.Get(t, "one row"))
	marstest.Check(t, "value", d.PivotTable(P{Values: "zz", Index: "a", Columns: "c"}), errs.NotFound)
	marstest.Check(t, "key", d.PivotTable(P{Values: "m", Index: "a", Columns: "zz"}), errs.NotFound)
	marstest.Check(t, "mean", d.PivotTable(P{Values: "c", Index: "a", Columns: "b"}), errs.Type)
	marstest.Check(t, "no index", d.PivotTable(P{Values: "m", Columns: "b"}), errs.Invalid)
}
