package dataframe_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

func (in goldenFrames) series(name, col string) *dataframe.Series {
	return dataframe.SeriesFromFrame(in.frame(name, col))
}

// TestShift checks dataframe.shift, dataframe.diff and dataframe.pct_change.
func TestShift(t *testing.T) {
	in := goldenFrames{t, marstest.Load(t, "testdata/window.json")}
	check := func(name string, h op.Handle) { marstest.Check(t, name, h, in.g.Get(t, name)) }
	f, g, e := in.get("F"), in.get("G"), in.get("E")
	for _, p := range []int{1, 3, -1, -4, 0, 100, -100} {
		check(fmt.Sprint("shift ", p), f.Shift(dataframe.ShiftOptions{Periods: &p}))
		check(fmt.Sprint("shift others ", p), g.Shift(dataframe.ShiftOptions{Periods: &p}))
		check(fmt.Sprint("diff ", p), in.get("F", "i", "f", "i8", "u", "b", "I", "f4").Diff(p))
		check(fmt.Sprint("pct ", p), in.get("F", "i", "f", "u", "f4").PctChange(p))
	}
	fill := func(n int, v any) dataframe.ShiftOptions { return dataframe.ShiftOptions{Periods: &n, Fill: v} }
	check("shift empty", e.Shift())
	check("diff empty", e.Diff())
	check("diff times", in.get("G", "t", "d").Diff(2))
	check("fill int", in.get("F", "i", "i8", "f").Shift(fill(2, -7)))
	check("fill float", in.get("F", "i", "f").Shift(fill(2, 0.5)))
	check("fill whole", in.get("F", "i", "f").Shift(fill(-2, 3.0)))
	check("fill big", in.get("F", "i8").Shift(fill(2, 1000)))
	check("fill text", in.series("G", "s").Shift(fill(2, "nothing")))
	check("fill category", in.series("G", "c").Shift(fill(2, "c1")))
	check("fill new category", in.series("G", "c").Shift(fill(2, "c7")))
	check("fill bool", in.series("F", "b").Shift(fill(2, true)))
	check("series shift", in.series("F", "i").Shift())
	check("series diff", in.series("F", "f").Diff(-1))
	check("series pct", in.series("F", "i").PctChange(2))
	marstest.Check(t, "text has no difference", in.get("G", "s").Diff(), errs.Type)
	marstest.Check(t, "text does not change", in.get("G", "s").PctChange(), errs.Type)
	marstest.Check(t, "text takes no number", in.get("G", "s").Shift(fill(1, 5)), errs.Type)
	marstest.Check(t, "no scalar", f.Shift(fill(1, struct{}{})), errs.Type)
}
