package oscar

import (
	"context"

	"github.com/mars-project/mars-go/errs"
)

// Down tells that an actor or a node is not there any more.
type Down struct {
	Addr Addr // UID is empty when a node was watched
	// Unreachable: the link to the node went, or there is none; the actor may still run there.
	Unreachable bool
	Reason      string // empty: it was asked to stop
}

func (d Down) String() string {
	s := "down " + d.Addr.String()
	if d.Unreachable {
		s += " unreachable"
	}
	if d.Reason != "" {
		s += ": " + d.Reason
	}
	return s
}

// Watch calls f once when target has gone: the actor ended, the link to its node went down, or, at once and
// before Watch returns, because it is not there already. A restart is no end. With an empty UID it is the
// node that is watched. f must not block. cancel takes f back; f may run once more if it is about to.
func (s *System) Watch(target Addr, f func(Down)) (cancel func()) {
	if target.Node != s.node {
		if p := s.port(target.Node); p != nil {
			return p.watch(target, f)
		}
		f(Down{Addr: target, Unreachable: true, Reason: unlinked(target.Node).Error()})
		return func() {}
	}
	if target.UID == "" {
		stop := context.AfterFunc(s.ctx, func() { f(Down{Addr: target, Reason: "closed"}) })
		return func() { stop() }
	}
	if c := s.find(target.UID); c != nil {
		if cancel, ok := c.watch(f); ok {
			return cancel
		}
	}
	f(Down{Addr: target, Reason: gone(target, "").Error()})
	return func() {}
}

func (c *cell) watch(f func(Down)) (cancel func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.phase == dead {
		return nil, false
	}
	if c.watchers == nil {
		c.watchers = map[uint64]func(Down){}
	}
	c.watchID++
	id := c.watchID
	c.watchers[id] = f
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.watchers, id)
	}, true
}

// Monitor is Watch for an actor: on is told to it, in its turn and before messages that wait. The watcher
// must live on s, else the error is Invalid, or gone.
func Monitor[A, Out any](s *System, watcher Ref[A], on Method[A, Down, Out], target Addr) (cancel func(), err error) {
	if watcher.Node != s.node {
		return nil, errs.New(errs.Invalid, "watcher %s is not on node %s", watcher, s.node)
	}
	c := s.find(watcher.UID)
	if c == nil {
		return nil, gone(watcher.Addr(), "")
	}
	return s.Watch(target, func(d Down) { c.urge(control{m: on.one.told(c, d)}) }), nil
}
