package schedule

import "github.com/mars-project/mars-go/service"

// A function may execute values and wait for them: its task waits for another one, which is deeper. Who
// waits has no slot, and what is deeper goes before what is not, on a band too that has as much of that as
// it should have. So there is always somebody who runs.

// nest puts a task below the one that waits for it.
func (m *Machine) nest(t, parent *task) {
	if parent == nil || parent == t || t.root != t || t.open > 0 {
		return
	}
	t.parent = parent
	t.root, t.depth = parent.root, min(parent.depth+1, service.MaxDepth)
	m.nested++
}

// depth is how many tasks wait for that of s, one for the other. What is made again others wait for, nobody
// knows how deep.
func (s *sub) depth() int32 {
	if s.wanted {
		return service.MaxDepth
	}
	return s.task.depth
}

// ahead reports that s comes before a subtask of another queue.
func (s *sub) ahead(than *sub) bool {
	switch t, u := s.task, than.task; {
	case s.remade != than.remade:
		return s.remade
	case t == u:
		return s.prio < than.prio
	case t.root == u.root:
		return t.depth > u.depth
	default:
		return t.root.pass < u.root.pass
	}
}

// busy is how many subtasks of a band want a slot.
func (b *band) busy() int { return max(0, b.out-b.away) }

// space is how many subtasks a band should be given. What it has counts only where it is as deep as what it
// would be given next.
func (m *Machine) space(b *band) int {
	n := b.out
	if m.nested > 0 {
		n = 0
		for _, x := range b.depths[m.depthNext(b):] {
			n += int(x)
		}
	}
	n = m.ahead(b.slots) - max(0, n-b.away)
	if b.shared() { // nothing is given ahead there
		n = min(n, int(b.seats(m.depthNext(b))))
	}
	return n
}

// depthNext is the depth of what a band would be given next.
func (m *Machine) depthNext(b *band) int32 {
	own, all := b.queue.head(), m.common.head()
	switch {
	case own == nil && all == nil:
		return 0
	case own == nil || all != nil && all.ahead(own):
		return all.depth()
	}
	return own.depth()
}
