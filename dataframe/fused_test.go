package dataframe_test

import (
	"math"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

// TestFusedColumns: an expression over columns of a frame is one program for each chunk, and no operand runs
// by itself.
func TestFusedColumns(t *testing.T) {
	d := dataframe.FromFrame(frame.Must(frame.New(nil, []frame.Label{frame.L("a"), frame.L("b"), frame.L("s")},
		frame.Of([]int64{1, -2, 3, 4}), frame.Of([]float64{0.5, math.NaN(), -1, 2}), frame.Strs("x", "y", "z", "x"))))
	a, b := d.Col("a"), d.Col("b")
	for name, c := range map[string]struct {
		v    *dataframe.Series
		want *frame.Column
	}{
		"arithmetic":     {a.Mul(a).Add(b.Div(a.Add(int64(1)))), frame.Of([]float64{1.25, math.NaN(), 8.75, 16.4})},
		"comparison":     {a.Gt(int64(1)).And(b.Lt(1.5)), frame.Of([]bool{false, false, true, false})},
		"not and minus":  {a.Neg().Lt(int64(0)).Not(), frame.Of([]bool{false, true, false, false})},
		"one way around": {a.RSub(int64(10)).Mul(2.0), frame.Of([]float64{18, 24, 14, 12})},
	} {
		want := frame.Must(frame.NewSeries(nil, seriesName(c.v), c.want))
		marstest.Check(t, name, c.v, want)
		var l marstest.Loop
		if _, err := l.Run(c.v.Value()); err != nil {
			t.Fatal(err)
		}
		for call, n := range l.Calls {
			if strings.Contains(call, "binary") || strings.Contains(call, "unary") || strings.Contains(call, "column1") {
				t.Errorf("%s: %d times %s", name, n, call)
			}
		}
	}
	// Texts, and integers that a zero makes floats of, run by themselves.
	marstest.Check(t, "text", d.Col("s").Eq("x").And(a.Gt(int64(0))), frame.Must(frame.NewSeries(nil, frame.Label{}, frame.Of([]bool{true, false, false, true}))))
	marstest.Check(t, "zeros", a.FloorDiv(a.Sub(int64(1))).Mul(2.0), frame.Must(frame.NewSeries(nil, frame.L("a"), frame.Of([]float64{math.Inf(-1), 0, 2, 2}))))
}

func seriesName(s *dataframe.Series) frame.Label { return s.Value().Meta().Cols[0].Name }
