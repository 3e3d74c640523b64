package dataframe_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	incells "github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TestReadWhere: the rows of a file that pass filters in pyarrow's form.
func TestReadWhere(t *testing.T) {
	d := dataframe.New(
		dataframe.C{Name: "i", Data: []int64{0, 1, 2, 3, 4}},
		dataframe.C{Name: "f", Data: []float64{2, math.NaN(), 0, 1, 2}},
		dataframe.C{Name: "s", Data: []any{"a", "b", nil, "a", "c"}},
	)
	d = d.Assign(dataframe.C{Name: "c", Data: d.Col("s").AsType("category")})
	is := func(column, how string, v any) any { return op.Tuple{column, how, v} }
	rows := func(of *dataframe.DataFrame, filters any, cols []frame.Label) *dataframe.DataFrame {
		return dataframe.FrameOf(asWritten("dataframe.read_where", map[string]any{"Filters": filters, "Columns": cols}, of.Value()))
	}
	for name, c := range map[string]struct {
		filters any
		want    []int64
	}{
		"both hold":               {op.List{is("i", ">", int64(0)), is("f", "<=", 1.0)}, []int64{2, 3}},
		"one of two":              {op.List{op.List{is("i", "=", int64(0))}, op.List{is("s", "==", "c")}}, []int64{0, 4}},
		"missing differs from no": {op.List{is("s", "!=", "a")}, []int64{1, 4}},
		"among":                   {op.List{is("f", "in", op.List{1.0, math.NaN()})}, []int64{3}},
		"among with None":         {op.List{is("f", "in", op.List{0.0, nil})}, []int64{1, 2}},
		"not among":               {op.List{is("s", "not in", op.List{"a"})}, []int64{1, 2, 4}},
		"nothing is None":         {op.List{is("f", "==", nil)}, []int64{}},
		"categories by value":     {op.List{is("c", ">=", "b")}, []int64{1, 4}},
	} {
		marstest.Check(t, name, rows(d, c.filters, nil).Col("i").ToTensor(), nd.Of(c.want))
	}
	first := op.List{is("i", "<", int64(2))}
	marstest.Check(t, "numbered anew", rows(d, op.List{is("i", ">", int64(2))}, nil).Index().ToTensor(), nd.Of([]int64{0, 1}))
	marstest.Check(t, "stored labels", rows(d.SetIndex("i"), first, nil).Index().ToTensor(), nd.Of([]int64{0, 1}))
	if got := rows(d, first, frame.Labels("s")).Columns(); len(got) != 1 {
		t.Errorf("columns %v", got)
	}
	for name, filters := range map[string]any{"none": op.List{}, "an empty list": op.List{op.List{}}, "two parts": op.List{op.Tuple{"i", ">"}}, "no operator": op.List{is("i", "~", int64(1))}} {
		marstest.Check(t, name, rows(d, filters, nil), errs.Invalid)
	}
	marstest.Check(t, "no such column", rows(d, op.List{is("zz", "==", int64(1))}, nil), errs.NotFound)
}

// TestCategorizedColumns: columns of a file, named by texts, become the categories that were asked for.
func TestCategorizedColumns(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: 1, Data: []string{"a", "b"}}, dataframe.C{Name: "n", Data: []int64{5, 6}})
	category := dtype.DType{Kind: dtype.CategoricalKind}
	to := func(all dtype.DType, columns ...incells.ColType) *dataframe.DataFrame {
		return dataframe.FrameOf(asWritten("dataframe.categorized", map[string]any{"Dtype": all, "Columns": columns}, d.Value()))
	}
	known := incells.ColType{Column: frame.L("1"), DType: category, Categories: frame.Labels("b"), Given: true}
	marstest.Check(t, "of known ones", to(dtype.DType{}, known).Col(1).IsNA().ToTensor(), nd.Of([]bool{true, false}))
	for i, c := range to(category, incells.ColType{Column: frame.L("n"), DType: dtype.Float64}).Value().Meta().Cols {
		if c.Is.IsCategorical() != (i == 0) {
			t.Errorf("column %s is of %s", c.Name, c.Is)
		}
	}
}
