package gang

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/internal/datadriven"
	"github.com/mars-project/mars-go/service"
)

func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		m, now := New(Config{}), service.Nanos(0)
		datadriven.Run(t, path, func(t *testing.T, c *datadriven.Command) string {
			g := func() service.Gang {
				id, err := service.ParseTaskID(c.Word(0))
				if err != nil {
					t.Fatal(err)
				}
				return service.Gang{Task: id, N: int32(c.Int("gang", 1)), Attempt: int32(c.Int("attempt", 0))}
			}
			var e Event
			switch c.Name {
			case "new":
				m, now = New(Config{}), 0
				return ""
			case "join":
				p := service.Place{Host: c.Str("host", "h1"), Node: c.Str("node", "w1")}
				if c.Int("port", 0) > 0 {
					p.Ports = []int{c.Int("port", 0)}
				}
				e = Joined{g(), c.Int("rank", 0), c.Int("size", 2), p, now}
			case "over":
				e = Over{g(), c.Str("why", "")}
			case "forget":
				e = Forgotten{g().Task}
			case "tick":
				d, _ := time.ParseDuration(c.Word(0))
				now += service.Nanos(d)
				e = Tick{now}
			default:
				t.Fatalf("%s: no command %s", c.Pos, c.Name)
			}
			var out strings.Builder
			for _, x := range m.Step(e) {
				fmt.Fprintln(&out, x)
			}
			return out.String()
		})
	})
}

// TestModel drives gangs whose members come in any order, again and again, while attempts end: who comes is
// answered once, by all places or by an end, and nobody meets a gang that lacks a member or is over.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, now := New(Config{}), service.Nanos(0)
		waits := map[service.Gang]map[int]bool{} // who is not answered
		came := map[service.Gang]map[int]service.Place{}
		over, met, last := map[service.Gang]bool{}, map[service.Gang]bool{}, map[service.Gang]int32{}
		sizes := map[service.Gang]int{}
		step := func(e Event) {
			for _, x := range m.Step(e) {
				switch x := x.(type) {
				case Meet:
					if over[x.Gang] || len(x.Places) != sizes[x.Gang] {
						t.Fatalf("after %s: %s", e, x)
					}
					met[x.Gang] = true
					for r, p := range x.Places {
						if q, ok := came[x.Gang][r]; !ok || q.Host != p.Host {
							t.Fatalf("after %s: %s, and rank %d is on %s", e, x, r, q)
						}
					}
					for _, r := range x.Ranks {
						if !waits[x.Gang][r] {
							t.Fatalf("after %s: %s, and rank %d does not wait", e, x, r)
						}
						delete(waits[x.Gang], r)
					}
				case End:
					over[x.Gang] = true
					delete(waits, x.Gang)
				}
			}
		}
		gangs := []service.Gang{{Task: 1, N: 1}, {Task: 1, N: 2}, {Task: 2, N: 1}}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			g := rapid.SampledFrom(gangs).Draw(t, "gang")
			base := g
			g.Attempt = max(0, last[base]-int32(rapid.IntRange(0, 1).Draw(t, "late")))
			switch rapid.IntRange(0, 9).Draw(t, "act") {
			case 0:
				last[base]++
			case 1:
				step(Over{g, "one has ended"})
			case 2:
				now += service.Nanos(rapid.IntRange(0, 50).Draw(t, "s")) * 1e9
				step(Tick{now})
			case 3:
				step(Forgotten{g.Task})
				for _, x := range gangs { // its attempts go on behind the last one
					if x.Task == g.Task {
						last[x]++
						for n := range last[x] + 1 { // nobody of it comes any more
							y := service.Gang{Task: x.Task, N: x.N, Attempt: n}
							delete(over, y)
							delete(met, y)
							delete(came, y)
							delete(sizes, y)
						}
					}
				}
			default:
				size := 1 + int(g.N)
				r := rapid.IntRange(0, size-1).Draw(t, "rank")
				if g.Attempt < last[base] && !over[g] { // an attempt begins after the one before has ended
					continue
				}
				if over[g] && sizes[g] == 0 {
					sizes[g] = size
				}
				if waits[g] == nil {
					waits[g] = map[int]bool{}
				}
				if came[g] == nil {
					came[g] = map[int]service.Place{}
				}
				p := service.Place{Host: fmt.Sprint("h", rapid.IntRange(0, 3).Draw(t, "host"))}
				if !over[g] && !met[g] {
					came[g][r], sizes[g] = p, size
				}
				waits[g][r] = true
				step(Joined{g, r, size, p, now})
			}
		}
		now += 3600e9
		step(Tick{now})
		for g, w := range waits {
			if len(w) > 0 {
				t.Fatalf("%s: %v wait for ever", g, w)
			}
		}
	})
}
