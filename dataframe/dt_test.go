package dataframe_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

var timeCalls = map[string]func(d dataframe.Dt) op.Handle{
	"year":             func(d dataframe.Dt) op.Handle { return d.Year() },
	"month":            func(d dataframe.Dt) op.Handle { return d.Month() },
	"day":              func(d dataframe.Dt) op.Handle { return d.Day() },
	"hour":             func(d dataframe.Dt) op.Handle { return d.Hour() },
	"minute":           func(d dataframe.Dt) op.Handle { return d.Minute() },
	"second":           func(d dataframe.Dt) op.Handle { return d.Second() },
	"microsecond":      func(d dataframe.Dt) op.Handle { return d.Microsecond() },
	"nanosecond":       func(d dataframe.Dt) op.Handle { return d.Nanosecond() },
	"day_of_week":      func(d dataframe.Dt) op.Handle { return d.DayOfWeek() },
	"weekday":          func(d dataframe.Dt) op.Handle { return d.DayOfWeek() },
	"day_of_year":      func(d dataframe.Dt) op.Handle { return d.DayOfYear() },
	"quarter":          func(d dataframe.Dt) op.Handle { return d.Quarter() },
	"days_in_month":    func(d dataframe.Dt) op.Handle { return d.DaysInMonth() },
	"is_month_start":   func(d dataframe.Dt) op.Handle { return d.IsMonthStart() },
	"is_month_end":     func(d dataframe.Dt) op.Handle { return d.IsMonthEnd() },
	"is_quarter_start": func(d dataframe.Dt) op.Handle { return d.IsQuarterStart() },
	"is_quarter_end":   func(d dataframe.Dt) op.Handle { return d.IsQuarterEnd() },
	"is_year_start":    func(d dataframe.Dt) op.Handle { return d.IsYearStart() },
	"is_year_end":      func(d dataframe.Dt) op.Handle { return d.IsYearEnd() },
	"is_leap_year":     func(d dataframe.Dt) op.Handle { return d.IsLeapYear() },
	"normalize":        func(d dataframe.Dt) op.Handle { return d.Normalize() },
	"floor h":          func(d dataframe.Dt) op.Handle { return d.Floor("h") },
	"floor 3D":         func(d dataframe.Dt) op.Handle { return d.Floor("3D") },
	"floor ms":         func(d dataframe.Dt) op.Handle { return d.Floor("ms") },
	"floor 1h30min":    func(d dataframe.Dt) op.Handle { return d.Floor("1h30min") },
	"ceil 15min":       func(d dataframe.Dt) op.Handle { return d.Ceil("15min") },
	"ceil D":           func(d dataframe.Dt) op.Handle { return d.Ceil("D") },
	"round 2s":         func(d dataframe.Dt) op.Handle { return d.Round("2s") },
	"round s":          func(d dataframe.Dt) op.Handle { return d.Round("s") },
	"round D":          func(d dataframe.Dt) op.Handle { return d.Round("D") },
	"round 7us":        func(d dataframe.Dt) op.Handle { return d.Round("7us") },
	"strftime":         func(d dataframe.Dt) op.Handle { return d.Strftime("%Y-%m-%d %H:%M:%S.%f") },
	"strftime date":    func(d dataframe.Dt) op.Handle { return d.Strftime("%d.%m.%y, %j") },
	"strftime names":   func(d dataframe.Dt) op.Handle { return d.Strftime("%a %A %b %B %I %p %P") },
	"strftime weeks":   func(d dataframe.Dt) op.Handle { return d.Strftime("%U %W %w %u %V %G %g") },
	"strftime library": func(d dataframe.Dt) op.Handle {
		return d.Strftime("%T|%D|%F|%h|%C|%c|%x|%X|%e|%k|%l|%R|%r|%n%t|%%")
	},
	"strftime flags": func(d dataframe.Dt) op.Handle { return d.Strftime("%-d %_d %^a %-m/%-H %-j %_j %q é %") },
	"strftime zone":  func(d dataframe.Dt) op.Handle { return d.Strftime("%z %Z") },
	"day_name":       func(d dataframe.Dt) op.Handle { return d.DayName() },
	"month_name":     func(d dataframe.Dt) op.Handle { return d.MonthName() },
	"isocalendar":    func(d dataframe.Dt) op.Handle { return d.IsoCalendar() },
	"localize":       func(d dataframe.Dt) op.Handle { return d.TzLocalize("Europe/Berlin") },
	"localize fixed": func(d dataframe.Dt) op.Handle { return d.TzLocalize("-03:00") },
	"localize none":  func(d dataframe.Dt) op.Handle { return d.TzLocalize("") },
	"convert":        func(d dataframe.Dt) op.Handle { return d.TzConvert("Asia/Tokyo") },
	"convert none":   func(d dataframe.Dt) op.Handle { return d.TzConvert("") },
	"as_unit s":      func(d dataframe.Dt) op.Handle { return d.AsUnit("s") },
	"as_unit ms":     func(d dataframe.Dt) op.Handle { return d.AsUnit("ms") },
	"as_unit us":     func(d dataframe.Dt) op.Handle { return d.AsUnit("us") },
	"days":           func(d dataframe.Dt) op.Handle { return d.Days() },
	"seconds":        func(d dataframe.Dt) op.Handle { return d.Seconds() },
	"microseconds":   func(d dataframe.Dt) op.Handle { return d.Microseconds() },
	"nanoseconds":    func(d dataframe.Dt) op.Handle { return d.Nanoseconds() },
	"components":     func(d dataframe.Dt) op.Handle { return d.Components() },
	"total_seconds":  func(d dataframe.Dt) op.Handle { return d.TotalSeconds() },
}

func TestDt(t *testing.T) {
	g := marstest.Load(t, "testdata/dt.json")
	done := 0
	for k := range g {
		call, in, ok := strings.Cut(k, "/")
		f := timeCalls[call]
		if !ok || f == nil {
			continue
		}
		done++
		want := g[k]
		want.Text = strings.Replace(want.Text, "<7 * Micros>", "7us", 1)
		marstest.Check(t, k, f(inputs(t, g, in)[in].Dt()), want, marstest.ChunkBytes(64))
	}
	if done < 300 {
		t.Errorf("only %d cases", done)
	}
}

func TestDtZones(t *testing.T) {
	g := marstest.Load(t, "testdata/dt.json")
	in := inputs(t, g, "edges", "local")
	for _, amb := range []string{"raise", "NaT", "True", "False"} {
		for _, non := range []string{"raise", "NaT", "shift_forward", "shift_backward"} {
			name := fmt.Sprintf("edges %s %s", amb, non)
			p := dataframe.TimePolicy{Ambiguous: amb, Nonexistent: non}
			marstest.Check(t, name, in["edges"].Dt().TzLocalize("America/New_York", p), g.Get(t, name), marstest.ChunkBytes(1<<20))
		}
	}
	d := in["local"].Dt()
	marstest.Check(t, "local floor h", d.Floor("h"), g.Get(t, "local floor h"))
	marstest.Check(t, "local floor h NaT", d.Floor("h", dataframe.TimePolicy{Ambiguous: "NaT"}), g.Get(t, "local floor h NaT"))
	gaps := dataframe.SeriesFromFrame(goldenFrame(t, g.Get(t, "in gaps"))).Dt()
	for _, by := range []string{"1h", "-45min", "10min"} {
		want := g.Get(t, "gaps moved "+by)
		want.Text, _, _ = strings.Cut(want.Text, ": ") // pandas says by how much, not where to
		marstest.Check(t, "gaps moved "+by, gaps.TzLocalize("Europe/Berlin", dataframe.TimePolicy{Nonexistent: by}), want)
	}
	p := dataframe.TimePolicy{Ambiguous: "NaT", Nonexistent: "shift_forward"}
	marstest.Check(t, "local round 2h", d.Round("2h", p), g.Get(t, "local round 2h"))
	marstest.Check(t, "local floor D", d.Floor("D"), g.Get(t, "local floor D"))
}

func TestDtRefuses(t *testing.T) {
	g := marstest.Load(t, "testdata/dt.json")
	in := inputs(t, g, "us", "s", "d us")
	numbers := dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(nil, frame.L("n"), frame.Of([]int64{1, 2}))))
	for _, c := range []struct {
		name string
		h    interface {
			op.Handle
			Err() error
		}
		kind errs.Kind
	}{
		{"bad delta", in["d us"].Dt().Year(), errs.Type},
		{"bad time", in["us"].Dt().Days(), errs.Type},
		{"bad unit", in["s"].Dt().Floor("7us"), errs.Invalid},
		{"bad number", numbers.Dt().Year(), errs.Type},
		{"bad zone", in["us"].Dt().TzLocalize("Mars/Base"), errs.NotFound},
	} {
		want := g.Get(t, c.name)
		text := strings.Trim(strings.Replace(want.Text, "<7 * Micros>", "7us", 1), "'")
		if err := c.h.Err(); !errs.Is(err, c.kind) || !strings.Contains(cmp.Or(errs.PythonOf(err), err.Error()), text) {
			t.Errorf("%s: %v, want %s %s", c.name, err, c.kind, text)
		}
	}
	for name, h := range map[string]*dataframe.Series{
		"months":        in["us"].Dt().Floor("ME"),
		"old frequency": in["us"].Dt().Floor("H"),
		"number":        in["us"].Dt().Floor("5"),
		"unit":          in["us"].Dt().AsUnit("D"),
		"infer":         in["us"].Dt().TzLocalize("UTC", dataframe.TimePolicy{Ambiguous: "infer"}),
		"nonexistent":   in["us"].Dt().TzLocalize("UTC", dataframe.TimePolicy{Nonexistent: "later"}),
		"epoch":         in["us"].Dt().Strftime("%s"),
	} {
		if err := h.Err(); !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
