package dataframe_test

import (
	"math"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// A Go program reads Go, whatever it gives. Expressions of Query and Eval are in the language of pandas, and
// so is what is wrong with them.
func TestMessagesSpeakGo(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "a", Data: []int64{1, 2}}, dataframe.C{Name: "b", Data: []string{"x", "y"}})
	s := d.Col("a")
	times := dataframe.NewSeries([]time.Time{time.Unix(0, 0).UTC(), time.Unix(99, 0).UTC()})
	text, dt := d.Col("b").Str(), times.Dt()
	marstest.Words(t, exported, []any{d, s, d.Index(), s.Sum(), d.GroupBy("a"), s.GroupBy(d.Col("b")), &text, &dt, d.Rolling(2), s.Rolling(2), s.Expanding(), s.Ewm(dataframe.EwmOptions{})},
		[]any{d, s, d.Index(), tensor.Ones(tensor.Shape(2)), "a", []any{"a"}, []string{"a"}, t.Context(), 1},
		[]any{
			-7, 99, 2.5, math.NaN(), "nonsense", 1i,
			[]any{1, "x"},
			[]any{},
			[]string{"nonsense"},
			[]int{-9, 8},
			struct{}{},
			map[any]any{1: 2},
			dtype.Object, dtype.Bool,
			time.Unix(0, 0), time.Second, tensor.Ones(tensor.Shape(3)), tensor.Ones(tensor.Shape(3, 3)), d.Col("b"), d.Head(1), s.Head(1), times, d.Index(), s.AsType("category"), d.SetIndex("a", "b"),
		},
		"RegisterFunc", "RowFunc", "BatchFunc", "GroupFunc", "FrameOf", "SeriesOf", "IndexOf", "ScalarOf", ".Bind", ".Query", ".Eval")
}
