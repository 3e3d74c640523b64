package supervisor

import (
	"context"
	"slices"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/gang"
	"github.com/mars-project/mars-go/service/rpc"
)

// gangs is where members of gangs wait for each other.
type gangs struct {
	s     *Supervisor
	mu    sync.Mutex
	m     *gang.Machine
	waits map[service.Gang]*meeters
}

// meeters are those who wait for an attempt.
type meeters struct {
	meet map[int][]chan []service.Place // by rank, for the others
	over []chan string                  // for its end
}

func newGangs(s *Supervisor) *gangs {
	return &gangs{s: s, m: gang.New(gang.Config{}), waits: map[service.Gang]*meeters{}}
}

// step tells the machine what has happened and does what it says.
func (g *gangs) step(e gang.Event) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.do(g.m.Step(e))
}

// do answers those who wait. g.mu is held, and nobody who is answered is waited for.
func (g *gangs) do(xs []gang.Effect) {
	for _, x := range xs {
		switch x := x.(type) {
		case gang.Meet:
			g.s.note("gang", x.Task, "", x)
			if w := g.waits[x.Gang]; w != nil {
				for _, r := range x.Ranks {
					for _, c := range w.meet[r] {
						c <- x.Places
					}
					delete(w.meet, r)
				}
			}
		case gang.End:
			g.s.note("gang", x.Task, "", x)
			w := g.waits[x.Gang]
			if w == nil {
				continue
			}
			delete(g.waits, x.Gang)
			for _, cs := range w.meet {
				for _, c := range cs {
					close(c)
				}
			}
			for _, c := range w.over {
				c <- x.Why
			}
		}
	}
}

// of is who waits for an attempt. g.mu is held.
func (g *gangs) of(n service.Gang) *meeters {
	w := g.waits[n]
	if w == nil {
		w = &meeters{meet: map[int][]chan []service.Place{}}
		g.waits[n] = w
	}
	return w
}

// leave takes who has given up out of those that wait.
func (g *gangs) leave(n service.Gang, f func(*meeters)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w := g.waits[n]
	if w == nil {
		return
	}
	f(w)
	if len(w.meet)+len(w.over) == 0 {
		delete(g.waits, n)
	}
}

// Meet says where a member is, and waits for the others; see rpc.Gangs.
func (n *nodes) Meet(ctx context.Context, x service.Gang, rank, size int, at service.Place) ([]service.Place, error) {
	g := n.s.gangs
	c := make(chan []service.Place, 1)
	g.mu.Lock()
	w := g.of(x)
	w.meet[rank] = append(w.meet[rank], c)
	g.do(g.m.Step(gang.Joined{Gang: x, Rank: rank, Size: size, Place: at, Now: n.s.now()}))
	g.mu.Unlock()
	select {
	case all, ok := <-c:
		if !ok {
			return nil, errs.New(errs.Unavailable, "gang %s has not met, or is over", x)
		}
		return all, nil
	case <-ctx.Done():
		g.leave(x, func(w *meeters) {
			if w.meet[rank] = slices.DeleteFunc(w.meet[rank], func(d chan []service.Place) bool { return d == c }); len(w.meet[rank]) == 0 {
				delete(w.meet, rank)
			}
		})
		return nil, errs.Wrap(errs.Canceled, ctx.Err(), "wait for gang %s", x)
	}
}

// Over waits for the end of an attempt; see rpc.Gangs.
func (n *nodes) Over(ctx context.Context, x service.Gang) (string, error) {
	g := n.s.gangs
	c := make(chan string, 1)
	g.mu.Lock()
	if why, over := g.m.Ended(x); over {
		g.mu.Unlock()
		return why, nil
	}
	w := g.of(x)
	w.over = append(w.over, c)
	g.mu.Unlock()
	select {
	case why := <-c:
		return why, nil
	case <-ctx.Done():
		g.leave(x, func(w *meeters) {
			w.over = slices.DeleteFunc(w.over, func(d chan string) bool { return d == c })
		})
		return "", errs.Wrap(errs.Canceled, ctx.Err(), "watch gang %s", x)
	}
}

var _ rpc.Gangs = (*nodes)(nil)
