package supervisor

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/events"
	"github.com/mars-project/mars-go/service/gang"
)

// Members of a gang wait until all have come, and hear of its end. Who gives up is waited for no longer.
func TestMembersMeet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := events.New(events.Options{})
		s := &Supervisor{log: log}
		s.gangs = newGangs(s)
		n := &nodes{s: s}
		g := service.Gang{Task: 1, N: 1}
		said := make(chan string, 10)
		meet := func(ctx context.Context, g service.Gang, rank int) {
			go func() {
				at, err := n.Meet(ctx, g, rank, 2, service.Place{Host: fmt.Sprint("h", rank)})
				said <- fmt.Sprintf("rank %d: %v %v", rank, at, errs.KindOf(err))
			}()
			synctest.Wait()
		}
		heard := func(want int) (all map[string]bool) {
			t.Helper()
			synctest.Wait()
			all = map[string]bool{}
			for range want {
				all[<-said] = true
			}
			return all
		}
		ctx, cancel := context.WithCancel(t.Context())
		meet(ctx, g, 0)
		cancel()
		if all := heard(1); !all["rank 0: [] "+errs.Canceled.String()] {
			t.Error(all)
		}
		meet(t.Context(), g, 0)
		go func() {
			why, err := n.Over(t.Context(), g)
			said <- fmt.Sprintf("over: %s %v", why, err)
		}()
		meet(t.Context(), g, 1)
		if all := heard(2); len(all) != 2 || len(said) > 0 {
			t.Error(all)
		}
		s.gangs.step(gang.Over{Gang: g, Why: "rank 1 has raised"})
		if all := heard(1); !all["over: rank 1 has raised <nil>"] {
			t.Error(all)
		}
		if why, err := n.Over(t.Context(), g); why != "rank 1 has raised" || err != nil {
			t.Error(why, err)
		}
		meet(t.Context(), g, 1)
		if all := heard(1); !all["rank 1: [] "+errs.Unavailable.String()] {
			t.Error(all)
		}
		if len(s.gangs.waits) > 0 {
			t.Errorf("%v are waited for", s.gangs.waits)
		}
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
}
