package schedule

import "github.com/mars-project/mars-go/service"

// A function may execute values and wait for them: its task waits for another one, which is deeper. Who waits
// has no slot, and what is deeper goes before what is not, on a band too that has as much of that as it should
// have. So there is always somebody who runs.

// nest puts a task below the one that waits for it.
func (m *Machine) nest(t, parent *task) {
	if parent == nil || parent == t || t.root != t || t.open > 0 {
		return
	}
	t.root, t.depth = parent.root, min(parent.depth+1, service.MaxDepth)
	m.nested++
}

// ahead reports that s, of the task, comes before a subtask of another queue.
func (t *task) ahead(s, than *sub) bool {
	switch u := than.task; {
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

// space is how many subtasks a band should be given: while there are tasks of several depths, of that which it
// would be given next. Those that are no deeper than what it has do not count.
func (m *Machine) space(b *band) int {
	n := b.out
	if m.nested > 0 {
		if d := m.depthNext(b); d > 0 {
			n = 0
			for _, x := range b.depths[d:] {
				n += int(x)
			}
		}
	}
	return m.ahead(b.slots) - max(0, n-b.away)
}

// depthNext is the depth of what a band would be given next.
func (m *Machine) depthNext(b *band) int32 {
	own, all := b.queue.head(), m.common.head()
	switch {
	case own == nil && all == nil:
		return 0
	case own == nil || all != nil && all.task.ahead(all, own):
		return all.task.depth
	}
	return own.task.depth
}
