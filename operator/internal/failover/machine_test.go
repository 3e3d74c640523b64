package failover

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/operator/internal/datadriven"
)

var causes = map[string]Cause{"oom": OOMKilled, "evicted": Evicted, "lost": NodeLost, "refused": Refused}

func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T) func(c *datadriven.Command) string {
		cfg := Config{Policies: map[Role]Policy{Scheduler: Never, WebService: Always, Worker: ExitCode}}
		m := New(cfg, nil)
		return func(c *datadriven.Command) string {
			var b strings.Builder
			now := Nanos(c.Float("at", 0) * 1e9)
			step := func(e Event) {
				for _, x := range m.Step(e) {
					fmt.Fprintln(&b, x)
				}
			}
			pod := func() Pod {
				role, _, _ := strings.Cut(c.Words[0], "-")
				return Pod{Name: "x-" + c.Words[0], Role: Role(role)}
			}
			switch c.Name {
			case "policy":
				cfg.Policies[Role(c.Words[0])] = Policy(c.Words[1])
				m = New(cfg, m.Saved(now))
			case "restart": // of the operator
				m = New(cfg, m.Saved(now))
			case "ended":
				why, ok := causes[c.Str("why", "")]
				if !ok {
					why = Exited
				}
				step(Ended{pod(), c.Str("uid", "u1"), why, int32(c.Float("code", 0)), now})
			case "leaving":
				step(Leaving{
					pod(), c.Str("uid", "u1"), Nanos(c.Float("until", 0) * 1e9), c.Has("forced"),
					now,
				})
			case "missing":
				step(Missing{pod(), now})
			case "saved":
				for _, l := range m.Saved(now) {
					fmt.Fprintf(&b, "%s: %d in a row, the last %s at %s\n", l.Pod, l.Count, l.UID, l.At)
				}
			default:
				t.Fatalf("no command %s", c.Name)
			}
			return b.String()
		}
	})
}

// Whatever is seen in whatever order, with clocks that jump and an operator that restarts: a pod is counted
// once, and a place without a pod is filled after Longest at the latest, and what its clock went back by.
func TestAnyOrder(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		cfg := Config{Policies: map[Role]Policy{Worker: ExitCode}}
		m, now, counted := New(cfg, nil), Nanos(1e15), map[string]bool{}
		p := Pod{Name: "x-worker-0", Role: Worker}
		for i := range 200 {
			now += Nanos(r.Int64N(400e9)) - 50e9
			if r.IntN(5) == 0 {
				m = New(cfg, m.Saved(now))
			}
			uid := fmt.Sprint("u", i/2)
			for _, x := range m.Step(Ended{p, uid, Exited, 137, now}) {
				d, ok := x.(Delete)
				if !ok || d.First && counted[uid] {
					t.Fatalf("seed %d: %v", seed, x)
				}
				counted[uid] = true
			}
			for _, x := range m.Step(Missing{p, now}) {
				if w, ok := x.(Wait); ok && w.Until > now+300e9 {
					t.Fatalf("seed %d at %s: %v", seed, now, w)
				}
			}
			if x := m.Step(Missing{p, now + 350e9}); len(x) != 1 || x[0] != (Create{p}) {
				t.Fatalf("seed %d: %v", seed, x)
			}
		}
	}
}
