package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// Totals are handed from chunk to chunk where they are few and say enough; else rows of a group meet. The
// answer is that of one chunk.
func TestGroupRowsCarryTotals(t *testing.T) {
	const n = 1 << 19
	few, many, v, x := make([]int64, n), make([]int64, n), make([]int64, n), make([]float64, n)
	for i := range n {
		few[i], many[i] = int64(i*7919%1000), int64(i)
		v[i], x[i] = int64(i%13-6), float64(i%17)/8
	}
	f := frame.Must(frame.New(nil, frame.Labels("few", "many", "v", "x"), frame.Of(few), frame.Of(many), frame.Of(v), frame.Of(x)))
	by := func(key, col string) *dataframe.SeriesGroupBy { return cut(f, key, col).GroupBy(key).Col(col) }
	up, far := -1, 2
	for name, c := range map[string]struct {
		h     op.Handle
		meets bool
	}{
		"cumsum":           {by("few", "v").CumSum(), false},
		"cummin of floats": {by("few", "x").CumMin(), false},
		"cumcount":         {by("few", "v").CumCount(), false},
		"shift":            {by("few", "x").Shift(), false},
		"shift up":         {by("few", "v").Shift(dataframe.ShiftOptions{Periods: &up}), false},
		"shift far":        {by("few", "v").Shift(dataframe.ShiftOptions{Periods: &far}), true},
		"cumsum of floats": {by("few", "x").CumSum(), true},
		"cumcount down":    {by("few", "v").CumCount(dataframe.CumCountOptions{Descending: true}), true},
		"cumsum of one":    {by("many", "v").CumSum(), true},
	} {
		run := func(bytes int) (any, int) {
			l := marstest.Loop{ChunkBytes: bytes}
			vs, err := l.Run(c.h.Value())
			if err != nil {
				t.Fatal(name, err)
			}
			return vs[0], l.Calls["*op.partition map"]
		}
		whole, _ := run(1 << 40)
		parts, sent := run(2 << 20)
		if d := marstest.Diff(parts, whole, marstest.Tolerance{}); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if sent > 0 != c.meets {
			t.Errorf("%s: %d chunks were parted", name, sent)
		}
	}
}
