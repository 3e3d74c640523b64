package dt

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

func TestCivilIsTheCalendar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		day := rapid.OneOf(rapid.Int64Range(-1e6, 1e6), rapid.Int64Range(-1e14, 1e14)).Draw(t, "day")
		y, m, d, doy := civil(day)
		wy, wm, wd := dtype.Date(day)
		if y != wy || int(m) != wm || int(d) != wd {
			t.Fatalf("day %d is %d-%d-%d, want %d-%d-%d", day, y, m, d, wy, wm, wd)
		}
		if want := day - dtype.Days(y, 1, 1) + 1; int64(doy) != want {
			t.Fatalf("day %d is day %d of its year, want %d", day, doy, want)
		}
		next := dtype.Days(y, int(m)%12+1, 1)
		if m == 12 {
			next = dtype.Days(y+1, 1, 1)
		}
		if n := next - dtype.Days(y, int(m), 1); int64(daysIn(y, m)) != n {
			t.Fatalf("%d-%d has %d days, want %d", y, m, daysIn(y, m), n)
		}
		if w := weekday(day); w > 6 || weekday(day+1) != (w+1)%7 {
			t.Fatalf("weekdays %d and %d follow", w, weekday(day+1))
		}
	})
}

func TestZonesThereAndBack(t *testing.T) {
	for _, name := range []string{"UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "-09:30", "America/Sao_Paulo"} {
		z, err := LoadZone(name)
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(t *rapid.T) {
			sec := rapid.OneOf(rapid.Int64Range(-5e9, 5e9), rapid.Int64Range(1710054000, 1710140400), rapid.Int64Range(1730606400, 1730692800)).Draw(t, "second")
			wall, first, second := []int64{0}, []int64{0}, []int64{0}
			z.Wall(dtype.Second, wall, []int64{sec})
			if err := z.Instants(dtype.Second, first, wall, DST, Raise); err != nil {
				t.Fatal(err) // a wall time of an instant exists
			}
			if err := z.Instants(dtype.Second, second, wall, Standard, Raise); err != nil {
				t.Fatal(err)
			}
			if first[0] != sec && second[0] != sec {
				t.Fatalf("%s: %d comes back as %d or %d", name, sec, first[0], second[0])
			}
		})
	}
}

func TestZoneNames(t *testing.T) {
	for name, want := range map[string]string{
		"UTC": "UTC", "utc": "UTC", "+00:00": "UTC", "-03:00": "UTC-03:00", "UTC+05:30": "UTC+05:30", "+05": "UTC+05:00",
		"Europe/Paris": "Europe/Paris",
	} {
		if z, err := LoadZone(name); err != nil || z.Name() != want {
			t.Errorf("%s: %v, %v", name, z, err)
		}
	}
	for _, name := range []string{"", "Local", "Utc", "Mars/Base", "UTC-3", "+25:00", "+05:99", "../etc/passwd"} {
		if _, err := LoadZone(name); !errs.Is(err, errs.NotFound) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestFrequencies(t *testing.T) {
	for freq, want := range map[string]int64{
		"D": 86400e9, "15min": 900e9, "1h30min": 5400e9, "1h 30min": 5400e9, "1.5h": 5400e9, "0.5D": 43200e9, "7us": 7000,
		"0h": 0, "-1h": -3600e9, "2ns": 2,
	} {
		if got, err := ParseFreq(freq); err != nil || got != want {
			t.Errorf("%s is %d, %v; want %d", freq, got, err, want)
		}
	}
	for _, freq := range []string{"", "H", "5", "ME", "W-SUN", "1.2.3h", "h5", "x", "0.1ns"} {
		if _, err := ParseFreq(freq); !errs.Is(err, errs.Invalid) {
			t.Errorf("%q: %v", freq, err)
		}
	}
	for _, c := range []struct {
		freq string
		unit dtype.Unit
		want int64
	}{{"h", dtype.Second, 3600}, {"500ms", dtype.Second, 1}, {"2ns", dtype.Micro, 1}, {"2000ms", dtype.Second, 2}, {"0h", dtype.Milli, 1}} {
		if got, err := Step(c.freq, c.unit); err != nil || got != c.want {
			t.Errorf("%s in %s is %d, %v; want %d", c.freq, c.unit, got, err, c.want)
		}
	}
}

func TestPartsOfRangesAndConstants(t *testing.T) {
	var year Field
	for _, f := range Fields() {
		if f.Name == "year" {
			year = f
		}
	}
	days := frame.NewRangeColumn(dtype.Datetime(dtype.Second), -86400, 86400, 3)
	c, err := Part(mem.Heap, days, year)
	if err != nil {
		t.Fatal(err)
	}
	if d := c.Diff(frame.Of([]int32{1969, 1970, 1970})); d != "" {
		t.Error(d)
	}
	one, err := frame.NewConst(mem.Heap, frame.OfType(dtype.Datetime(dtype.Nano), []int64{nat}), 300)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = Part(mem.Heap, one, year); err != nil || c.NullCount() != 300 {
		t.Errorf("%d missing of 300, %v", c.NullCount(), err)
	}
}

func TestAsUnitOverflows(t *testing.T) {
	c := frame.OfType(dtype.Datetime(dtype.Second), []int64{1 << 40})
	if _, err := AsUnit(mem.Heap, c, dtype.Nano); !errs.Is(err, errs.Invalid) {
		t.Errorf("%v", err)
	}
}

func FuzzLayout(f *testing.F) {
	f.Add("%Y-%m-%d %-H %_j %q%", int64(0))
	f.Fuzz(func(t *testing.T, format string, ticks int64) {
		l, err := ParseLayout(format)
		if err != nil {
			return
		}
		c := frame.OfType(dtype.Datetime(dtype.Second), []int64{ticks})
		if ticks == nat {
			return
		}
		if _, err := l.Format(mem.Heap, c); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzDelta(f *testing.F) {
	for _, s := range []string{"1 days 02:03:04.5", "-1h 30min", "P1DT2H", "1.5 us", "12:30", "1:2:3:4", "µs", "99999999999 W", ". s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := parseDelta(s)
		if err == nil && (p.rest < 0 || p.rest > 999) {
			t.Fatalf("%q leaves %d nanoseconds", s, p.rest)
		}
		if err != nil && !errs.Is(err, errs.Invalid) {
			t.Fatal(err)
		}
	})
}

func FuzzFreq(f *testing.F) {
	f.Add("1h30min")
	f.Fuzz(func(t *testing.T, s string) {
		if _, err := ParseFreq(s); err != nil && !errs.Is(err, errs.Invalid) {
			t.Fatal(err)
		}
	})
}
