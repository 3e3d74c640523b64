package windows_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// answers are those of pandas, with the frames that they are of.
type answers struct {
	marstest.Goldens
	t *testing.T
}

func (in answers) get(name string, cols ...string) *dataframe.DataFrame {
	return dataframe.FromFrame(in.Frame(in.t, name, cols...))
}

func (in answers) series(name, col string) *dataframe.Series {
	return dataframe.SeriesFromFrame(in.Frame(in.t, name, col))
}

// TestRolling checks dataframe.rolling_sum, dataframe.rolling_mean, dataframe.rolling_min,
// dataframe.rolling_max, dataframe.rolling_std, dataframe.rolling_var and dataframe.rolling_count.
func TestRolling(t *testing.T) {
	in := answers{marstest.Load(t, "../testdata/window.json"), t}
	tol := marstest.Tol(1e-10, 1e-13)
	check := func(name string, h op.Handle) { marstest.Check(t, name, h, in.Get(t, name), tol) }
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
	mixed := in.Frame(t, "F", "i").With(frame.L("s"), in.Frame(t, "G", "s").Cols[0])
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
