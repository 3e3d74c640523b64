package supervisor

import (
	"context"
	"slices"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/replica"
	"github.com/mars-project/mars-go/service/rpc"
)

// Leave has others take what only a node has; see service.ClusterService.
func (n *nodes) Leave(ctx context.Context, node string, epoch uint64) error {
	s := n.s
	if !n.lives(node, epoch) {
		return notRegistered(node)
	}
	s.toCopier(replica.Leaving{Node: node})
	ctx, cancel := n.within(ctx, node)
	defer cancel()
	for {
		if err := s.caughtUp(ctx); err != nil {
			return err
		}
		es, lonely := s.alone(ctx, node)
		s.toCopier(es...)
		stay, err := copierSwept.Ask(ctx, s.sys, s.copies, node)
		if err != nil {
			s.warnUncopied(context.WithoutCancel(ctx), node, err)
			return err
		}
		if len(lonely) <= stay {
			return nil
		}
	}
}

// alone are the needed chunks of a node, for the copier, and of them those that are on no worker that stays.
func (s *Supervisor) alone(ctx context.Context, node string) (es []replica.Event, lonely []replica.Lacks) {
	for session, ms := range s.meta.On(node) {
		keys := make([]op.Key, len(ms))
		for i := range ms {
			keys[i] = ms[i].Key
		}
		for _, e := range s.lacking(ctx, session, keys) {
			es = append(es, e)
			l, needed := e.(replica.Lacks)
			if needed && !slices.ContainsFunc(l.On, func(b service.Band) bool { return b.Node != node && s.nodes.stays(b.Node) }) {
				lonely = append(lonely, l)
			}
		}
	}
	return es, lonely
}

// warnUncopied says what goes for good with a worker that is not waited for any longer.
func (s *Supervisor) warnUncopied(ctx context.Context, node string, why error) {
	n, bytes := 0, int64(0)
	_, lonely := s.alone(ctx, node)
	for _, l := range lonely {
		if l.Only {
			n, bytes = n+1, bytes+l.Bytes
		}
	}
	if n > 0 {
		s.cfg.Log.Warn("a worker may leave with what cannot be made again: nobody has taken it yet", "node", node, "chunks", n, "bytes", bytes, "err", why)
	}
}

// caughtUp returns when what workers have reported before is known everywhere.
func (s *Supervisor) caughtUp(ctx context.Context) error {
	if _, err := scheduleTurn.Ask(ctx, s.sys, s.sched, oscar.None{}); err != nil {
		return err
	}
	for _, e := range s.tasks.of("") {
		_, err := taskStep.Ask(ctx, s.sys, e.ref, nil)
		if _, gone := oscar.Gone(err); err != nil && !gone {
			return err
		}
	}
	return nil
}

// Logs asks all workers; see service.ClusterService. One that does not answer has none.
func (n *nodes) Logs(ctx context.Context, q service.LogQuery) ([]service.Log, error) {
	list, err := n.Nodes(ctx)
	if err != nil {
		return nil, err
	}
	parts := make([][]service.Log, len(list))
	var wg sync.WaitGroup
	for i := range list {
		if list[i].Role == "worker" && n.up(list[i].Node) {
			wg.Go(func() {
				ctx, cancel := n.within(ctx, list[i].Node)
				defer cancel()
				parts[i], _ = rpc.Data(n.s.sys, list[i].Node).Logs(ctx, q)
			})
		}
	}
	wg.Wait()
	return slices.Concat(parts...), ctx.Err()
}

// Drain asks a worker to leave; see service.ClusterService.
func (n *nodes) Drain(ctx context.Context, node string) error {
	if !n.up(node) {
		return notRegistered(node)
	}
	epoch := n.epoch(node)
	within, cancel := n.within(ctx, node)
	defer cancel()
	err := rpc.Data(n.s.sys, node).Retire(within)
	switch {
	case err == nil || n.departed(node, epoch): // it may be gone before its answer is here
		return nil
	case ctx.Err() != nil || n.lives(node, epoch):
		return err
	}
	return errs.Wrap(errs.Unavailable, err, "nobody knows whether node %s was told to leave", node)
}

// departed reports that a node has said that it leaves, as of a registration that is over.
func (n *nodes) departed(node string, epoch uint64) bool {
	if e, ok := n.leaving.Load(node); ok && e == epoch {
		return true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, i := range n.m.Nodes() {
		if i.Node == node {
			return i.State == service.Stopped
		}
	}
	return true
}
