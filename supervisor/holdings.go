package supervisor

import (
	"context"
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/lifecycle"
	"github.com/mars-project/mars-go/service/meta"
	"github.com/mars-project/mars-go/service/rpc"
)

// away tells sessions of chunks whose copies are all with dead nodes, of which node is the last. n.mu is
// held.
func (n *nodes) away(node string) {
	for session, t := range n.s.meta.Away(node) {
		if len(t.Away) > 0 {
			n.s.toLifecycle(session, lifecycle.Away{Keys: t.Away})
		}
		n.s.fewer(session, t.Fewer)
	}
}

// fewer tells a session that copies of chunks are gone, and others left.
func (s *Supervisor) fewer(session string, keys []op.Key) {
	if len(keys) > 0 {
		s.toLifecycle(session, lifecycle.Fewer{Keys: keys})
	}
}

// left notes chunks that a node has made and that became known when it was dead already. false: it is not
// waited for.
func (n *nodes) left(session, node string, epoch uint64, keys []op.Key) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.m.Dead(node, epoch) {
		return false
	}
	if t := n.s.meta.AwayAt(session, keys, node); len(t.Away) > 0 {
		n.s.toLifecycle(session, lifecycle.Away{Keys: t.Away})
	}
	return true
}

// lost tells sessions of chunks that were only on a node, which will not come back. n.mu is held.
func (n *nodes) lost(node string) {
	gone, _ := n.s.meta.Forget(context.Background(), node)
	for session, ks := range gone {
		n.s.lost(session, ks)
	}
}

// merge takes what a node still holds that registers again, and has it drop what nobody needs. A lease that
// is sent behind that may make the same again. n.mu is held.
func (n *nodes) merge(b service.Band) map[string]*meta.Turn {
	holds := map[string]map[op.Key]bool{}
	for _, h := range n.held {
		ks := make(map[op.Key]bool, len(h.Keys))
		for _, k := range h.Keys {
			ks[k] = true
		}
		holds[h.Session] = ks
	}
	debt := n.owed.take(b.Node)
	owed := debt.drop
	if left := debt.sweep; len(left) > 0 {
		n.behind(b.Node, func(ctx context.Context) { n.s.sweepOn(ctx, b.Node, left) })
	}
	for session, ks := range owed {
		for k := range ks {
			delete(holds[session], k)
		}
	}
	back := n.s.meta.Return(b.Node, func(session string, k op.Key) bool { return holds[session][k] })
	for _, h := range n.held {
		if ks := n.stale(b, &h, owed); len(ks) > 0 {
			n.post(b.Node, func(ctx context.Context) { // gone again: it will say what it holds
				_ = rpc.Subtask(n.s.sys, b).Drop(ctx, h.Session, ks)
			})
		}
	}
	return back
}

// stale is what a node holds of a session that nobody needs. What a client gave is not known before it is
// committed.
func (n *nodes) stale(b service.Band, h *service.Holding, owed map[string]map[op.Key]bool) []op.Key {
	if owe, ok := owed[h.Session]; ok && owe == nil || h.Own && !n.s.sess.has(h.Session) {
		return h.Keys
	}
	if !n.s.sess.has(h.Session) {
		return nil // of another supervisor
	}
	given := make(map[op.Key]bool, len(h.Given))
	ms, _ := n.s.meta.Get(context.Background(), h.Session, h.Given) // it answers from memory
	for i, k := range h.Given {
		given[k] = ms[i].Version == 0 && !owed[h.Session][k]
	}
	return slices.DeleteFunc(n.s.meta.NotOn(h.Session, h.Keys, b), func(k op.Key) bool { return given[k] })
}

// back tells everybody what has come back with a node, and what has not.
func (n *nodes) back(b service.Band, ts map[string]*meta.Turn) {
	for session, t := range ts {
		if len(t.Back) > 0 {
			n.s.toLifecycle(session, lifecycle.Back{Keys: t.Back})
		}
		n.s.lost(session, t.Lost)
		n.s.fewer(session, t.Fewer)
	}
}
