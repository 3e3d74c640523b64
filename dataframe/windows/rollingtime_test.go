package windows_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// Windows of rows whose ends are open or closed.
func TestRollingClosed(t *testing.T) {
	in := answers{marstest.Load(t, "../testdata/window.json"), t}
	tol := marstest.Tol(1e-10, 1e-13)
	zero, one, two := 0, 1, 2
	for _, w := range []struct {
		window int
		least  *int
		text   string
		closed string
	}{{3, nil, "None", "left"}, {3, &one, "1", "both"}, {4, &zero, "0", "neither"}, {1, nil, "None", "right"}, {0, &zero, "0", "left"}} {
		r := in.get("F", "i", "f").Rolling(w.window, dataframe.RollingOptions{MinPeriods: w.least, Closed: w.closed})
		for fn, h := range map[string]*dataframe.DataFrame{"sum": r.Sum(), "max": r.Max(), "count": r.Count(), "var": r.Var()} {
			name := fmt.Sprintf("%s %d %s %s", fn, w.window, w.text, w.closed)
			marstest.Check(t, name, h, in.Get(t, name), tol)
		}
	}
	r := in.get("F", "i", "f").Rolling(5, dataframe.RollingOptions{Center: true, Closed: "both", MinPeriods: &two})
	marstest.Check(t, "closed centered", r.Mean(), in.Get(t, "closed centered"), tol)
	marstest.Check(t, "X closed", in.get("F").Rolling(2, dataframe.RollingOptions{Closed: "no"}).Sum(), in.Get(t, "X closed"))
}

// Windows of time: repeated times, gaps, times that fall, widths of nothing and of less.
func TestRollingTime(t *testing.T) {
	in := answers{marstest.Load(t, "../testdata/window.json"), t}
	tol := marstest.Tol(1e-10, 1e-13)
	check := func(name string, h op.Handle) { marstest.Check(t, name, h, in.Get(t, name), tol) }
	zero, two := 0, 2
	for _, w := range []struct {
		width time.Duration
		text  string
	}{{time.Second, "1s"}, {time.Second / 2, "500ms"}, {2 * time.Second, "2s"}, {time.Minute, "1min"}, {0, "0s"}, {-time.Second, "-1s"}} {
		for _, closed := range []string{"right", "left", "both", "neither"} {
			end := w.text + " " + closed
			r := in.get("T").RollingTime(w.width, dataframe.RollingOptions{Closed: closed})
			for fn, h := range map[string]*dataframe.DataFrame{"sum": r.Sum(), "mean": r.Mean(), "min": r.Min(), "count": r.Count(), "std": r.Std()} {
				check("time "+fn+" "+end, h)
			}
			check("down "+end, in.get("down").RollingTime(w.width, dataframe.RollingOptions{Closed: closed, MinPeriods: &two}).Sum())
			check("nano "+end, in.get("N").RollingTime(w.width/1e6, dataframe.RollingOptions{Closed: closed}).Sum())
		}
	}
	check("in spans", in.get("spans").RollingTime(3*time.Second, dataframe.RollingOptions{MinPeriods: &zero}).Sum())
	check("in zone", in.series("zone", "f").RollingTime(2*time.Second).Max())
	check("time empty", in.get("T").Head(0).RollingTime(2*time.Second).Sum())
	check("X no times", in.get("F").RollingTime(2*time.Second).Sum())
	for _, name := range []string{"mixed", "turns", "missing"} {
		check("X "+name, in.get(name).RollingTime(time.Millisecond).Sum())
	}
}
