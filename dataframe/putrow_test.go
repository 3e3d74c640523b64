package dataframe_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// TestPutRow: a row that is there takes the values, one that is not is added, with dtypes as in pandas.
func TestPutRow(t *testing.T) {
	at := frame.NewIndex(frame.L("k"), frame.Strs("p", "q", "q"))
	d := dataframe.NewWith(dataframe.Options{Index: at, Rows: 2},
		dataframe.C{Name: "i", Data: []int64{1, 2, 3}}, dataframe.C{Name: "s", Data: []string{"x", "y", "z"}})
	put := func(of dataframe.Handle, label any, value any) op.Value {
		if l, ok := value.(op.List); ok {
			value = op.Dict{{Key: "each", Value: l}}
		}
		return asWritten("dataframe.put", map[string]any{"Key": label, "By": "loc", "Value": value}, of.Value())
	}
	want := func(labels []string, i *frame.Column, s ...string) *frame.Frame {
		x := frame.NewIndex(frame.L("k"), frame.Strs(labels...))
		return must(frame.New(x, []frame.Label{frame.L("i"), frame.L("s")}, i, frame.Strs(s...)))
	}
	ints := func(vs ...int64) *frame.Column { return frame.Of(vs) }
	all := []string{"x", "y", "z", "w"}
	more := []string{"p", "q", "q", "new"}
	for name, c := range map[string]struct {
		label, value any
		want         *frame.Frame
	}{
		"a row":             {"p", op.List{int64(7), "w"}, want(more[:3], ints(7, 2, 3), "w", "y", "z")},
		"rows of one label": {"q", op.List{int64(7), "w"}, want(more[:3], ints(1, 7, 7), "x", "w", "w")},
		"a new row":         {"new", op.List{int64(7), "w"}, want(more, ints(1, 2, 3, 7), all...)},
		"whole numbers":     {"new", op.List{7.0, "w"}, want(more, ints(1, 2, 3, 7), all...)},
		"halves":            {"new", op.List{7.5, "w"}, want(more, frame.Of([]float64{1, 2, 3, 7.5}), all...)},
		"by column": {
			"new",
			op.Dict{{Key: "apart", Value: op.Dict{{Key: "s", Value: "w"}}}},
			want(more, frame.Of([]float64{1, 2, 3, math.NaN()}), all...),
		},
		"beyond int64": {"new", op.List{uint64(1 << 63), "w"}, want(more, frame.Of([]float64{1, 2, 3, 1 << 63}), all...)},
		"one value":    {"new", "w", want(more, frame.NewObjects([]any{int64(1), int64(2), int64(3), "w"}), all...)},
	} {
		marstest.Check(t, name, dataframe.FrameOf(put(d, c.label, c.value)), c.want)
	}
	for name, c := range map[string]struct {
		label, value any
		want         errs.Kind
	}{
		"values too few":           {"new", op.List{int64(1)}, errs.Invalid},
		"what a row does not hold": {"q", op.List{7.5, "w"}, errs.Type},
		"a number among texts":     {1.5, op.List{int64(1), "w"}, errs.NotFound},
	} {
		marstest.Check(t, name, dataframe.FrameOf(put(d, c.label, c.value)), c.want)
	}
	names := []frame.Label{frame.L("i"), frame.L("s")}
	none := dataframe.NewWith(dataframe.Options{DType: dtype.Object}, dataframe.C{Name: "i", Data: []any{}}, dataframe.C{Name: "s", Data: []any{}})
	first := must(frame.New(frame.NewIndex(frame.Label{}, frame.Of([]int64{0})), names, ints(1), frame.Strs("a")))
	added := dataframe.FrameOf(put(none, int64(0), op.List{int64(1), "a"}))
	marstest.Check(t, "the first row says what the dtypes are", added, first)
	labeled := func(ls ...string) *frame.Index { return frame.NewIndex(frame.Label{}, frame.Strs(ls...)) }
	s := dataframe.NewSeries([]int64{1, 2}, dataframe.Options{Index: labeled("a", "b"), Rows: 1})
	longer := must(frame.NewSeries(labeled("a", "b", "c"), frame.Label{}, frame.Of([]float64{1, 2, 0.5})))
	marstest.Check(t, "a series", dataframe.SeriesOf(put(s, "c", 0.5)), longer)
}
