package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TestFromDummies: indicator columns become the column of the values that they stand for.
func TestFromDummies(t *testing.T) {
	is := func(a, b, c []int64) *dataframe.DataFrame {
		return dataframe.New(dataframe.C{Name: "k_1", Data: a}, dataframe.C{Name: "k_2", Data: b}, dataframe.C{Name: "j_1", Data: c})
	}
	good := is([]int64{1, 0, 1}, []int64{0, 1, 0}, []int64{1, 1, 1})
	from := func(d *dataframe.DataFrame, fields map[string]any) *dataframe.DataFrame {
		return dataframe.FrameOf(asWritten("dataframe.from_dummies", fields, d.Value()))
	}
	sep := "_"
	long := from(good, map[string]any{"Sep": &sep})
	want := func(s ...string) any {
		return frame.Must(frame.NewSeries(frame.NewRange(0, 1, len(s)), frame.L("k"), frame.LabelColumn(labelsOf(s))))
	}
	marstest.Check(t, "with a separator", dataframe.SeriesOf(asWritten("dataframe.located", map[string]any{"Key": "k", "By": "brackets"}, long.Value())), want("1", "2", "1"))
	numbers := dataframe.New(dataframe.C{Name: 7, Data: []int64{1, 0, 1}}, dataframe.C{Name: 8, Data: []int64{0, 1, 0}})
	marstest.Check(t, "labels of numbers", from(numbers, nil).ToTensor(), nd.Of([]int64{7, 8, 7}, 3, 1))
	lacking := is([]int64{1, 0, 0}, []int64{0, 1, 0}, []int64{1, 1, 1})
	marstest.Check(t, "none of them", from(lacking, map[string]any{"Sep": &sep}), errs.Invalid)
	filled := from(lacking.Drop("j_1"), map[string]any{"Sep": &sep, "DefaultCategory": op.Dict{{Key: "k", Value: "0"}}})
	marstest.Check(t, "a default", filled.Eq("0").ToTensor(), nd.Of([]bool{false, false, true}, 3, 1))
	marstest.Check(t, "two of them", from(good, nil), errs.Invalid)
	marstest.Check(t, "no separator", from(good, map[string]any{"Sep": new("-")}), errs.Invalid)
	marstest.Check(t, "no indicators", from(is([]int64{2, 0, 0}, []int64{0, 1, 0}, []int64{0, 0, 1}), nil), errs.Type)
}

func labelsOf(s []string) (out []frame.Label) {
	for _, v := range s {
		out = append(out, frame.L(v))
	}
	return out
}

// TestDummyPrefixes: prefixes and separators of indicator columns by column.
func TestDummyPrefixes(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "k", Data: []string{"x", "y"}}, dataframe.C{Name: "j", Data: []string{"a", "a"}})
	dummies := func(prefixes, seps []reshape.ColumnText) *dataframe.DataFrame {
		v := asWritten("dataframe.get_dummies", map[string]any{"Prefixes": prefixes, "Seps": seps}, d.Value())
		return dataframe.FrameOf(asWritten("dataframe.located", map[string]any{"Key": op.List{"q+a", "p-y"}, "By": "brackets"}, v))
	}
	by := func(k, j string) []reshape.ColumnText {
		return []reshape.ColumnText{{Column: frame.L("k"), Text: k}, {Column: frame.L("j"), Text: j}}
	}
	marstest.Check(t, "by column", dummies(by("p", "q"), by("-", "+")).ToTensor(), nd.Of([]bool{true, false, true, true}, 2, 2))
	marstest.Check(t, "none for a column", dummies(by("p", "q")[:1], nil), errs.Invalid)
}
