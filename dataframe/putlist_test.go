package dataframe_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	room "github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// TestPutList: values of a list go into the rows that a key of dataframe.put chooses, in the order of the key
// (dataframe.chosen_rows with ranks, dataframe.placed).
func TestPutList(t *testing.T) {
	labels := frame.NewIndex(frame.Label{}, frame.Strs("p", "q", "p", "r"))
	s := dataframe.NewSeries([]int64{1, 2, 3, 4}, dataframe.Options{Index: labels, Rows: 2})
	put := func(by string, key, values any) op.Value {
		list := dataframe.NewSeries(values, dataframe.Options{Name: room.Listed})
		return asWritten("dataframe.put", map[string]any{"Key": key, "By": by, "Value": op.In(1)}, s.Value(), list.Value())
	}
	all, some, two := []int64{7, 8, 9}, []float64{7, 8.5}, []int64{7, 8}
	for name, c := range map[string]struct {
		by          string
		key, values any
		want        []int64
	}{
		"places":               {"iloc", op.List{int64(3), int64(0)}, two, []int64{8, 2, 3, 7}},
		"a place twice":        {"iloc", op.List{int64(1), int64(1)}, two, []int64{1, 8, 3, 4}},
		"backward":             {"iloc", op.Slice{Step: int64(-2)}, two, []int64{1, 8, 3, 7}},
		"bools":                {"loc", op.List{false, true, false, true}, two, []int64{1, 7, 3, 8}},
		"labels that repeat":   {"loc", op.List{"r", "p"}, all, []int64{8, 2, 9, 7}},
		"a label that repeats": {"loc", "p", two, []int64{7, 2, 8, 4}},
		"one value for all":    {"loc", op.List{"r", "p"}, []int64{5}, []int64{5, 2, 5, 5}},
		"whole floats":         {"loc", op.List{"p"}, []float64{7, 8}, []int64{7, 2, 8, 4}},
	} {
		want := must(frame.NewSeries(labels, frame.Label{}, frame.Of(c.want)))
		marstest.Check(t, name, dataframe.SeriesOf(put(c.by, c.key, c.values)), want)
	}
	for name, c := range map[string]struct {
		key, values any
		want        errs.Kind
	}{
		"values too few":     {op.List{"r", "p"}, two, errs.Invalid},
		"halves":             {op.List{"p"}, some, errs.Type},
		"texts":              {op.List{"p"}, []string{"x", "y"}, errs.Type},
		"a label of no row":  {op.List{"p", "z"}, two, errs.NotFound},
		"places out of four": {op.List{false, true}, two, errs.NotFound},
	} {
		marstest.Check(t, name, dataframe.SeriesOf(put("loc", c.key, c.values)), c.want)
	}
}

// TestPutNew: a cell of a new row; other columns miss it, and a column that holds the value keeps its dtype.
func TestPutNew(t *testing.T) {
	at := frame.NewIndex(frame.Label{}, frame.Strs("p", "q"))
	d := dataframe.NewWith(dataframe.Options{Index: at, Rows: 1},
		dataframe.C{Name: "i", Data: []int64{1, 2}}, dataframe.C{Name: "b", Data: []bool{true, false}})
	put := func(label, col, value any) *dataframe.DataFrame {
		return dataframe.FrameOf(asWritten("dataframe.put",
			map[string]any{"Key": op.Tuple{label, col}, "By": "loc", "Value": value, "New": true}, d.Value()))
	}
	more := frame.NewIndex(frame.Label{}, frame.Strs("p", "q", "new"))
	names := []frame.Label{frame.L("i"), frame.L("b")}
	objects := frame.NewObjects([]any{true, false, math.NaN()})
	marstest.Check(t, "a whole number", put("new", "i", int64(9)), must(frame.New(more, names, frame.Of([]int64{1, 2, 9}), objects)))
	marstest.Check(t, "a half", put("new", "i", 0.5), must(frame.New(more, names, frame.Of([]float64{1, 2, 0.5}), objects)))
	marstest.Check(t, "a bool", put("new", "b", true),
		must(frame.New(more, names, frame.Of([]float64{1, 2, math.NaN()}), frame.Of([]bool{true, false, true}))))
	marstest.Check(t, "a new column", put("new", "z", int64(9)),
		must(frame.New(more, append(names, frame.L("z")), frame.Of([]float64{1, 2, math.NaN()}), objects, frame.Of([]float64{math.NaN(), math.NaN(), 9}))))
	marstest.Check(t, "a bool among numbers", put("new", "i", true), errs.Type)
}
