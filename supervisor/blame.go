package supervisor

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/schedule"
)

// How long the supervisor tries to reach the data of a worker: of one that registers, and of one that others
// could not reach.
const (
	reachNew     = 1500 * time.Millisecond
	reachAccused = 3 * time.Second
)

// doubt takes those results out of a report that failed because another node could not be reached. The
// scheduler hears of them once the supervisor has looked: a node that nobody reaches is down before its
// readers try again.
func (a *scheduler) doubt(r *service.Report) {
	blames := func(x service.Result) bool {
		return x.Err != nil && x.Err.Kind == errs.Unavailable && x.Err.Peer != "" && x.Err.Peer != r.Band.Node
	}
	if !slices.ContainsFunc(r.Results, blames) {
		return
	}
	by := map[string][]service.Result{}
	for _, x := range r.Results {
		if blames(x) {
			by[x.Err.Peer] = append(by[x.Err.Peer], x)
		}
	}
	r.Results = slices.DeleteFunc(r.Results, blames)
	for peer, xs := range by {
		band, epoch := r.Band, r.Epoch
		a.s.wg.Go(func() {
			gone := a.s.nodes.accused(a.s.during, peer, band.Node, xs[0].Err.Msg)
			a.s.toSchedule(schedule.Blamed{Band: band, Epoch: epoch, Results: xs, Gone: gone})
		})
	}
}

// Accuse has the supervisor look for a worker whose data it could not reach itself.
func (s *Supervisor) Accuse(node string, why error) {
	if _, asked := s.nodes.probes.Load(node); !asked && s.nodes.up(node) && s.during.Err() == nil {
		s.wg.Go(func() { s.nodes.accused(s.during, node, s.sys.Node(), why.Error()) })
	}
}

// accused looks for a node that somebody could not reach, and reports whether it is gone: nor can the
// supervisor. Then it is down until it registers again.
func (n *nodes) accused(ctx context.Context, node, by, why string) (gone bool) {
	l, ok := n.alive.Load(node)
	if !ok || !n.stays(node) { // it has said that it leaves, and closes its doors before its end is told
		return true
	}
	err := n.probe(ctx, node)
	if err == nil || ctx.Err() != nil {
		return false
	}
	_ = n.Down(ctx, node, l.(*life).epoch, fmt.Sprintf("%s says: %s; nor can the supervisor: %v", by, why, err))
	return true
}

// A probe is a question to an accused node. Many readers may blame one at once; it is asked once for all of
// them.
type probe struct {
	done chan struct{}
	err  error // set before done is closed
}

// probe asks a node, or waits for the answer to whoever asks already.
func (n *nodes) probe(ctx context.Context, node string) error {
	l := &probe{done: make(chan struct{})}
	if x, there := n.probes.LoadOrStore(node, l); there {
		l = x.(*probe)
		<-l.done // it is bounded
		return l.err
	}
	l.err = n.reach(ctx, node, reachAccused)
	n.probes.Delete(node)
	close(l.done)
	return l.err
}

// reach asks a node's data port for its name. Nil where nothing is known to ask with.
func (n *nodes) reach(ctx context.Context, node string, limit time.Duration) error {
	if n.s.cfg.Reach == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return n.s.cfg.Reach(ctx, node)
}

// dialled refuses a worker whose data nobody will reach. Other nodes are heard meanwhile.
func (n *nodes) dialled(ctx context.Context, i *service.NodeInfo) error {
	if i.Role != "worker" {
		return nil
	}
	var err error
	if e := oscar.Await(ctx, func(ctx context.Context) error {
		err = n.reach(ctx, i.Node, reachNew)
		return nil
	}); e != nil {
		return e
	}
	if err != nil && ctx.Err() == nil {
		err = errs.New(errs.Unavailable, "the supervisor cannot reach the data of this worker at %s, the address that it advertises (-a): %v", i.Node, err)
	}
	return err
}
