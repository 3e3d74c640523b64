package dataframe_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
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

// TestRolling checks dataframe.rolling_sum, dataframe.rolling_mean, dataframe.rolling_min, dataframe.rolling_max, dataframe.rolling_std,
// dataframe.rolling_var and dataframe.rolling_count.
func TestRolling(t *testing.T) {
	in := goldenFrames{t, marstest.Load(t, "testdata/window.json")}
	tol := marstest.Tol(1e-10, 1e-13)
	check := func(name string, h op.Handle) { marstest.Check(t, name, h, in.g.Get(t, name), tol) }
	one, two, three, zero := 1, 2, 3, 0
	for _, w := range []struct {
		window int
		least  *int
		text   string
		center bool
	}{{3, nil, "None", false}, {4, &one, "1", false}, {5, &two, "2", true}, {1, nil, "None", false}, {50, &three, "3", false}, {0, &zero, "0", false}} {
		r := in.get("F").Rolling(w.window, dataframe.RollingOptions{MinPeriods: w.least, Center: w.center})
		center := "False"
		if w.center {
			center = "True"
		}
		for fn, h := range map[string]*dataframe.DataFrame{"sum": r.Sum(), "mean": r.Mean(), "min": r.Min(), "max": r.Max(), "std": r.Std(), "var": r.Var(), "count": r.Count()} {
			check(fmt.Sprintf("%s %d %s %s", fn, w.window, w.text, center), h)
		}
	}
	some := dataframe.RollingOptions{MinPeriods: &one}
	check("rolling empty", in.get("E").Rolling(2, some).Sum())
	check("ddof", in.get("F", "i", "f").Rolling(4).Var(0))
	check("series mean", in.series("F", "f").Rolling(3, some).Mean())
	check("count others", in.get("G").Rolling(3, some).Count())
	mixed := in.frame("F", "i").With(frame.L("s"), in.frame("G", "s").Cols[0])
	check("numeric only", dataframe.FromFrame(mixed).Rolling(2, dataframe.RollingOptions{NumericOnly: true}).Sum())
	few := -1
	for name, h := range map[string]op.Handle{
		"X text":     in.get("G", "s").Rolling(2).Sum(),
		"X time":     in.get("G", "t").Rolling(2).Mean(),
		"X series":   in.series("G", "s").Rolling(2).Max(),
		"X window":   in.get("F").Rolling(-1).Sum(),
		"X periods":  in.get("F").Rolling(2, dataframe.RollingOptions{MinPeriods: &three}).Sum(),
		"X negative": in.get("F").Rolling(2, dataframe.RollingOptions{MinPeriods: &few}).Sum(),
	} {
		check(name, h)
	}
}
