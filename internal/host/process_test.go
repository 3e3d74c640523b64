package host

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
)

func TestCPUTime(t *testing.T) {
	line := func(name string) string {
		return "42 (" + name + ") R 1 42 42 0 -1 4194304 1000 0 0 0 250 50 7 8 20 0 9 0 100 0 0"
	}
	for _, c := range []struct {
		name, text string
		want       time.Duration
		bad        string
	}{
		{"plain", line("mars"), 3 * time.Second, ""},
		{"spaces and parentheses in the name", line("a) R 1 (b"), 3 * time.Second, ""},
		{"short", "42 (mars) R 1", 0, "fields"},
		{"no number", strings.Replace(line("mars"), "250", "x", 1), 0, "not a CPU time"},
		{"negative", strings.Replace(line("mars"), "250", "-250", 1), 0, "not a CPU time"},
		{"empty", "", 0, "fields"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := cpuTime(fstest.MapFS{"self/stat": {Data: []byte(c.text)}}, "self/stat", own)
			if got != c.want || (err == nil) != (c.bad == "") || err != nil && !strings.Contains(err.Error(), c.bad) {
				t.Errorf("got %v, %v; want %v, %q", got, err, c.want, c.bad)
			}
		})
	}
	if got, err := cpuTime(fstest.MapFS{"7/stat": {Data: []byte(line("mars"))}}, "7/stat", family); err != nil || got != 3150*time.Millisecond {
		t.Errorf("%v with those of children that have ended, %v", got, err)
	}
	if _, err := cpuTime(fstest.MapFS{}, "self/stat", own); err == nil {
		t.Error("no file, no error")
	}
	a, err := CPUTime()
	if err != nil {
		t.Fatal(err)
	}
	b, err := CPUTimeOf(os.Getpid())
	if err != nil || b < a {
		t.Errorf("this process by number: %v after %v, %v", b, a, err)
	}
}

// CPU time falls here once, as it never does, to see that the meter does not show less than nothing.
func TestMeter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var used time.Duration
		m := &Meter{window: 2 * time.Second, read: func() (time.Duration, error) { return used, nil }}
		for i, c := range []struct {
			after, cpu time.Duration
			want       float64
		}{
			{0, 0, 0},
			{time.Millisecond, 10 * time.Millisecond, 0}, // ten cores, if one believed it
			{999 * time.Millisecond, 990 * time.Millisecond, 1},
			{time.Second, 2 * time.Second, 1.5},
			{time.Second, 2 * time.Second, 2},
			{time.Second, 0, 1},
			{time.Second, 0, 0},
			{time.Hour, 1800 * time.Second, 0.5},
			{time.Second, -3600 * time.Second, 0},
		} {
			time.Sleep(c.after)
			used += c.cpu
			if got := m.Cores(); got-c.want > 1e-3 || c.want-got > 1e-3 {
				t.Errorf("step %d: %v cores, want %v", i, got, c.want)
			}
		}
	})
}

func TestMeterOfThisProcess(t *testing.T) {
	m := NewMeter(time.Minute)
	was, err := CPUTime()
	if err != nil {
		t.Fatal(err)
	}
	for n, now := 0, was; now-was < 2*shortest; n++ { // on one thread, so that as much time has passed
		if now, err = CPUTime(); err != nil {
			t.Fatal(err)
		}
	}
	if got := m.Cores(); got <= 0 {
		t.Errorf("%v cores, of a process that was busy", got)
	}
	if n, err := RSS(); err != nil || n < 1<<20 {
		t.Errorf("%d bytes resident, %v", n, err)
	}
}
