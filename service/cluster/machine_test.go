package cluster

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/internal/datadriven"
	"github.com/mars-project/mars-go/service"
)

func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		m := New(Config{Version: "1"})
		datadriven.Run(t, path, func(t *testing.T, c *datadriven.Command) string {
			var b strings.Builder
			step := func(e Event) {
				for _, x := range m.Step(e) {
					fmt.Fprintln(&b, x)
				}
			}
			now := service.Nanos(c.Float("at", 0) * 1e9)
			switch c.Name {
			case "register":
				n := service.NodeInfo{
					Node: c.Word(0), Role: c.Str("role", "worker"), Version: c.Str("version", "1"), Epoch: uint64(c.Int("epoch", 1)),
					State: states[c.Str("state", "ready")],
					Bands: []service.BandInfo{{Name: "numa-0", Slots: 2, Mem: 1 << 30}},
				}
				if err := m.Accept(&n); err != nil {
					return err.Error()
				}
				step(Registered{n, now})
			case "beat":
				beat := service.Beat{
					Node: c.Word(0), Epoch: uint64(c.Int("epoch", 1)), State: states[c.Str("state", "ready")],
					Loads: []service.Load{{Queued: int32(c.Int("queued", 0))}}, Usage: service.Usage{Memory: int64(c.Int("mem", 0))},
				}
				if !m.Known(&beat) {
					return "not known"
				}
				step(Beaten{beat, now})
			case "broken":
				step(Broken{c.Word(0), uint64(c.Int("epoch", 1)), "reset by peer", now})
			case "remove":
				step(Removed{c.Word(0), now})
			case "tick":
				step(Tick{now})
			case "run": // a worker beats every second, and the supervisor looks
				for at := c.Int("from", 0); at <= c.Int("to", 0); at++ {
					now := service.Nanos(at) * 1e9
					step(Beaten{service.Beat{Node: c.Str("beat", ""), Epoch: uint64(c.Int("epoch", 1)), State: service.Ready}, now})
					step(Tick{now})
				}
			case "nodes":
				for _, n := range m.Nodes() {
					fmt.Fprintf(&b, "%s %s, epoch %d, queued %d, memory %d\n", n.Node, n.State, n.Epoch, n.Loads[0].Queued, n.Usage.Memory)
				}
			default:
				t.Fatalf("%s: no command %s", c.Pos, c.Name)
			}
			return b.String()
		})
	})
}

var states = map[string]service.NodeState{
	"starting": service.Starting, "ready": service.Ready, "degraded": service.Degraded, "stopping": service.Stopping, "stopped": service.Stopped,
}

// Who said goodbye has stopped, who was dead for too long is lost; of neither any value is told.
func TestStoppedAndLostAreTwo(t *testing.T) {
	m := New(Config{Version: "1"})
	for _, name := range []string{"polite", "gone"} {
		m.Step(Registered{Info: service.NodeInfo{Node: name, Role: "worker", Version: "1", Epoch: 1, State: service.Ready, Bands: []service.BandInfo{{Name: "numa-0", Slots: 2}}}, Now: 1})
		m.Step(Beaten{Beat: service.Beat{Node: name, Epoch: 1, State: service.Ready, Usage: service.Usage{Cores: 1.5, Stored: 7}, Loads: []service.Load{{Running: 2}}}, Now: 2})
	}
	m.Step(Beaten{Beat: service.Beat{Node: "polite", Epoch: 1, State: service.Stopped, Usage: service.Usage{Cores: 1, Stored: 7}}, Now: 3})
	for at := service.Nanos(0); at < 130e9; at += 1e9 {
		m.Step(Tick{at})
	}
	want := map[string]service.NodeState{"polite": service.Stopped, "gone": service.LostNode}
	for _, n := range m.Nodes() {
		if n.State != want[n.Node] || n.Usage.Cores != 0 || n.Usage.Stored != 0 || n.Loads[0].Running != 0 {
			t.Errorf("%s is %s: %+v, %+v", n.Node, n.State, n.Usage, n.Loads)
		}
	}
}

// Workers that come under new names, as those of containers do, and go: the list does not grow, and the
// latest stay in it.
func TestNamesThatComeAndGo(t *testing.T) {
	m := New(Config{Version: "1"})
	for i := range 5000 {
		name, now := fmt.Sprint("w", i), service.Nanos(i)*1e8
		m.Step(Registered{Info: service.NodeInfo{Node: name, Role: "worker", Version: "1", Epoch: 1, State: service.Ready}, Now: now})
		m.Step(Beaten{Beat: service.Beat{Node: name, Epoch: 1, State: service.Stopped}, Now: now})
		m.Step(Tick{now})
	}
	if all := m.Nodes(); len(all) > maxOver || len(all) == 0 || !slices.ContainsFunc(all, func(n service.NodeInfo) bool { return n.Node == "w4999" }) {
		t.Errorf("%d nodes are listed", len(all))
	}
}
