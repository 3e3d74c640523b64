package cluster

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/service"
)

// tick looks for workers that are silent. Who stood still itself, or looks for the first time, has not
// listened, and takes nobody for silent.
func (m *Machine) tick(now service.Nanos) {
	away := m.away(now)
	if away && m.last != 0 {
		m.woke = now
	}
	m.last = now
	var over []*node
	for _, n := range m.list() {
		switch {
		case n.State.Over():
			over = append(over, n)
		case n.State == service.Dead:
			if away {
				n.died = now
			}
			if d := now - n.died; d > m.cfg.Forget {
				m.forget(n, fmt.Sprintf("it was dead for %s", d.Duration().Round(1e8)), now)
			}
		case n.Role != "worker":
		case away:
			n.Seen = max(n.Seen, now)
		default:
			m.listen(n, now)
		}
	}
	slices.SortStableFunc(over, func(a, b *node) int { return cmp.Compare(a.died, b.died) })
	for i, n := range over {
		if now-n.died > remembered || len(over)-i > maxOver {
			delete(m.nodes, n.Node)
		}
	}
}

// away says whether the supervisor itself was away until now.
func (m *Machine) away(now service.Nanos) bool { return m.last == 0 || now-m.last > m.cfg.Suspect }

// listen looks how long a worker has been silent.
func (m *Machine) listen(n *node, now service.Nanos) {
	switch silent := now - n.Seen; {
	case silent > m.cfg.Dead:
		m.down(n, fmt.Sprintf("no heartbeat for %s", silent.Duration().Round(1e8)), now)
	case silent > m.cfg.Suspect && (n.State == service.Ready || n.State == service.Degraded):
		m.suspect(n, fmt.Sprintf("silent for %s", silent.Duration().Round(1e8)))
	}
}

func (m *Machine) suspect(n *node, why string) {
	m.become(n, service.Suspect)
	m.emit(Suspected{n.Node, why})
}

// broken takes a link that went down. That of a supervisor which was away itself went down because nobody
// answered here. Leases may have been on it, so the registration is over, but what the node has stored counts
// as there until it is dead.
func (m *Machine) broken(e Broken) {
	n := m.nodes[e.Node]
	if n == nil || n.Epoch != e.Epoch || !n.State.Lives() {
		return
	}
	if n.Role == "worker" && n.said < service.Stopping && m.last != 0 && (m.away(e.Now) || m.woke != 0 && e.Now-m.woke <= m.cfg.Dead) {
		n.Seen, n.cut = max(n.Seen, e.Now), true
		m.suspect(n, e.Why)
		return
	}
	m.down(n, e.Why, e.Now)
}

// down ends what a node runs.
func (m *Machine) down(n *node, why string, now service.Nanos) {
	if !n.State.Lives() {
		return
	}
	m.become(n, service.Dead)
	n.died = now
	d := NodeDown{Node: n.Node, Why: why, Clean: n.said >= service.Stopping}
	for _, b := range n.Bands {
		d.Bands = append(d.Bands, service.Band{Node: n.Node, Name: b.Name})
	}
	m.emit(d)
}

// forget ends a node for good.
func (m *Machine) forget(n *node, why string, now service.Nanos) {
	if n.State.Over() {
		return
	}
	m.down(n, why, now)
	end := service.LostNode
	if n.said >= service.Stopping { // it has said goodbye, or was about to
		end = service.Stopped
	}
	m.become(n, end)
	n.died, n.Usage = now, service.Usage{}
	clear(n.Loads)
	m.emit(Forgotten{n.Node, why})
}
