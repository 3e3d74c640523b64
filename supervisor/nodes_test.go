package supervisor

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Workers come under new names, as those of containers do, hold something, and die or say goodbye: of those
// that are gone nothing is kept.
func TestNamesThatComeAndGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		if _, err := s.Session().Create(t.Context(), "s"); err != nil {
			t.Fatal(err)
		}
		for i := range 3000 {
			name, k := fmt.Sprint("w", i), op.Key{byte(i), byte(i >> 8)}
			band := service.Band{Node: name, Name: "numa-0"}
			_, err := s.nodes.Register(t.Context(), service.NodeInfo{
				Node: name, Role: "worker", Epoch: 1, State: service.Ready, Bands: []service.BandInfo{{Name: "numa-0", Slots: 1}},
			})
			if err != nil {
				t.Fatal(err)
			}
			_ = s.meta.Put(t.Context(), "s", []service.ChunkMeta{{Facts: service.Facts{Key: k}, Bands: []service.Band{band}}})
			if i%2 == 0 { // the link of one that is not there is down already
				synctest.Wait()
				s.nodes.owes(name, func(d *debts) { d.chunk(name, "s", k); d.session(name, "t"); d.sweep(name, []string{".x"}) })
				_ = s.nodes.Forget(t.Context(), name)
			} else if i%4 == 1 {
				_ = s.nodes.Heartbeat(t.Context(), service.Beat{Node: name, Epoch: 1, State: service.Stopped})
			}
			s.nodes.owes(name, func(d *debts) { d.session(name, "late") })
		}
		time.Sleep(3 * time.Minute) // the dead are forgotten
		synctest.Wait()
		count := func(m interface{ Range(func(_, _ any) bool) }) (n int) {
			m.Range(func(_, _ any) bool { n++; return true })
			return n
		}
		n := s.nodes
		n.mu.Lock()
		defer n.mu.Unlock()
		if a, b, c, d, e := len(n.unsubs), len(n.owed.of), count(&n.leaving), count(&n.alive), len(n.m.Nodes()); a+b+c+d > 0 || e > 300 {
			t.Errorf("watches %d, debts %d, leaving %d, lives %d, listed %d", a, b, c, d, e)
		}
		if k := s.meta.Len("s"); k != 0 {
			t.Errorf("%d chunks of workers that are gone", k)
		}
	})
}
