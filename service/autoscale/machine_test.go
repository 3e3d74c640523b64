package autoscale

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/internal/datadriven"
	"github.com/mars-project/mars-go/service"
)

// A story looks at a cluster again and again: its workers are the lines of the input, "w1 slots=2 out=1".
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		m := New()
		var of []Advice
		datadriven.Run(t, path, func(t *testing.T, c *datadriven.Command) string {
			switch c.Name {
			case "see", "advise":
				l := lookOf(t, c)
				if c.Name == "see" {
					m.See(l)
					return ""
				}
				return text(m.Advise(l, service.Nanos(c.Float("idle", 120)*1e9)))
			case "hear": // what one of several supervisors says
				a := Advice{Workers: c.Int("workers", 0), Want: c.Int("want", 0), Retire: c.List("retire"), Why: strings.Join(c.Words(), " ")}
				of = append(of, a)
				return ""
			case "merge":
				a := Merge(of)
				of = nil
				return text(a)
			}
			t.Fatalf("%s: %s?", c.Pos, c.Name)
			return ""
		})
	})
}

func lookOf(t *testing.T, c *datadriven.Command) *Look {
	l := &Look{
		Now: service.Nanos(c.Float("at", 0) * 1e9), Ready: c.Int("ready", 0), Waiting: c.Int("waiting", 0), Each: service.Nanos(c.Float("each", 0) * 1e9),
	}
	for line := range strings.Lines(c.Input) {
		f := strings.Fields(line)
		w := Worker{Node: f[0], Slots: 2, Mem: 1 << 30}
		for _, x := range f[1:] {
			var n int64
			key, v, _ := strings.Cut(x, "=")
			if _, err := fmt.Sscan(v, &n); err != nil {
				t.Fatalf("%s: %s: %v", c.Pos, x, err)
			}
			switch key {
			case "slots":
				w.Slots = int(n)
			case "out":
				w.Out = int(n)
			case "stored":
				w.Stored = n << 20
			case "mem":
				w.Mem = n << 20
			default:
				t.Fatalf("%s: %s?", c.Pos, x)
			}
		}
		l.Workers = append(l.Workers, w)
	}
	return l
}

func text(a Advice) string {
	s := fmt.Sprintf("want %d of %d", a.Want, a.Workers)
	if len(a.Retire) > 0 {
		s += ", may leave: " + strings.Join(a.Retire, " ")
	}
	return s + "\n" + a.Why
}

// Whatever is seen, nobody is named who works, and more is never wanted together with less.
func FuzzAdvise(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int(b)
		}
		m := New()
		now := service.Nanos(0)
		for len(data) > 0 {
			now += service.Nanos(next()) * 1e9
			l := &Look{Now: now, Ready: next() % 40, Waiting: next() % 40, Each: service.Nanos(next()%20) * 1e9}
			busy, stored := map[string]bool{}, int64(0)
			for i := range next() % 6 {
				w := Worker{Node: fmt.Sprint("w", i), Slots: next() % 5, Out: max(0, next()%6-3), Stored: int64(next() % 3 << 28), Mem: int64(next() % 2 << 30)}
				busy[w.Node], stored = w.Out > 0, stored+w.Stored
				l.Workers = append(l.Workers, w)
			}
			a := m.Advise(l, service.Nanos(next()%130)*1e9)
			if a.Workers != len(l.Workers) || a.Want < a.Workers-len(a.Retire) || a.Want > a.Workers && len(a.Retire) > 0 || a.Why == "" {
				t.Errorf("%+v of %+v", a, l)
			}
			if a.Want < 1 && (l.Ready > 0 || l.Waiting > 0 || stored > 0) {
				t.Errorf("nobody is kept for %+v: %+v", l, a)
			}
			for _, n := range a.Retire {
				if busy[n] {
					t.Errorf("%s works: %+v of %+v", n, a, l)
				}
			}
		}
	})
}
