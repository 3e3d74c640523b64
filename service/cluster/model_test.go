package cluster

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/service"
)

// TestModel has workers register, beat, fall silent, break off and be removed at random, under a supervisor
// that stands still now and then. After each step what the effects have said so far must be what the machine
// knows.
func TestModel(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		m := New(Config{Version: "1"})
		now := service.Nanos(1e9)
		epochs := map[string]uint64{}
		up, down := map[string]uint64{}, map[string]bool{} // as effects tell: bands by epoch, and nodes that are dead and not forgotten
		for step := range 300 {
			name := fmt.Sprint("w", r.IntN(4))
			epoch := epochs[name] - min(epochs[name], uint64(r.IntN(8)/7)) // now and then of a life before
			beat := service.Beat{Node: name, Epoch: epoch, State: service.Ready}
			var e Event
			switch r.IntN(9) {
			case 0:
				epochs[name]++
				i := service.NodeInfo{Node: name, Role: "worker", Version: "1", Epoch: epochs[name], State: service.Ready, Bands: []service.BandInfo{{Name: "numa-0", Slots: 1}}}
				if err := m.Accept(&i); err != nil {
					t.Fatal(err)
				}
				e = Registered{i, now}
			case 1, 2, 3:
				if beat.State = service.Ready; r.IntN(4) == 0 {
					beat.State = []service.NodeState{service.Degraded, service.Stopping, service.Stopped}[r.IntN(3)]
				}
				e = Beaten{beat, now}
			case 4:
				e = Broken{name, epoch, "cut", now}
			case 5:
				if r.IntN(4) > 0 {
					continue
				}
				e = Removed{name, now}
			default:
				now += []service.Nanos{25e7, 25e7, 1e9, 3e9, 30e9}[r.IntN(5)]
				e = Tick{now}
			}
			bad := func(format string, args ...any) {
				t.Helper()
				t.Fatalf("seed %d, step %d, %s: %s", seed, step, e, fmt.Sprintf(format, args...))
			}
			for _, x := range m.Step(e) {
				switch x := x.(type) {
				case BandUp:
					if x.Epoch != epochs[x.Band.Node] || up[x.Band.Node] != 0 && up[x.Band.Node] != x.Epoch {
						bad("%s of epoch %d, up as of %d", x, x.Epoch, up[x.Band.Node])
					}
					up[x.Band.Node], down[x.Band.Node] = x.Epoch, false
				case NodeDown:
					if up[x.Node] == 0 || down[x.Node] {
						bad("%s, and it is not up", x)
					}
					up[x.Node], down[x.Node] = 0, true
				case Forgotten:
					if !down[x.Node] {
						bad("%s, and it is not down", x)
					}
					down[x.Node] = false
				}
			}
			for _, n := range m.Nodes() {
				if n.Epoch != epochs[n.Node] || n.State.Lives() != (up[n.Node] == n.Epoch) || (n.State == service.Dead) != down[n.Node] {
					bad("%s is %s of epoch %d; up as of %d, dead %t", n.Node, n.State, n.Epoch, up[n.Node], down[n.Node])
				}
			}
		}
	}
}
