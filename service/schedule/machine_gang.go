package schedule

import (
	"cmp"
	"fmt"
	"slices"
)

// Slots fall free one by one, and a gang needs all of its own at the same time. So the gang that comes next
// has slots kept free for it until there are enough. There is one such gang: two that hold parts of what the
// other needs would wait for ever. What functions wait for takes these slots all the same: members that it
// waits for may wait for that.

// shared reports that members of gangs are on b or will be. Nothing is given ahead there.
func (b *band) shared() bool { return b.taken > 0 || b.held > 0 }

// full reports that gangs have all of b.
func (b *band) full() bool { return b.taken+b.held >= b.slots }

// seats is how many slots of a shared band are free for what is so deep. Those who wait for others have none.
func (b *band) seats(depth int32) int32 {
	n := b.slots - max(0, b.used-int32(b.away))
	if depth == 0 {
		n -= b.held
	}
	return n
}

// admit gives out gangs for which there is room, and keeps slots free for the first for which there is none.
// Behind that one go those that functions wait for: it may be that it waits for these functions.
func (m *Machine) admit() {
	if m.gangs.n == 0 {
		m.unreserve()
		return
	}
	var first *gang
	gs := m.pendingGangs()
	for _, g := range gs {
		if first != nil && g.depth() == 0 {
			break
		}
		free := func(g *gang, b *band) int32 { return free(g, b, gs) }
		if at := m.seat(g, free); at != nil {
			if m.reserved == g {
				m.unreserve()
			}
			m.begin(g, at)
		} else if first == nil {
			first = g
		}
	}
	if m.reserved != first {
		m.unreserve()
	}
	if first != nil {
		m.reserve(first)
	}
	m.gangs.head() // what was taken out stays in it until it comes up
}

// pendingGangs are those that are pending and that the bands could have, those first that functions wait for.
// Others wait for workers.
func (m *Machine) pendingGangs() (gs []*gang) {
	for _, t := range m.order {
		for _, g := range t.gangs {
			switch {
			case t.canceled || !g.pending():
			case m.seat(g, all) == nil:
				m.waits(t, g)
			default:
				gs = append(gs, g)
			}
		}
	}
	slices.SortStableFunc(gs, func(a, b *gang) int {
		switch x, y := a.depth() > 0, b.depth() > 0; {
		case x != y:
			if x {
				return -1
			}
			return 1
		case a.members[0].ahead(b.members[0]):
			return -1
		case b.members[0].ahead(a.members[0]):
			return 1
		}
		return 0
	})
	return gs
}

// waits says that there are too few slots for a gang.
func (m *Machine) waits(t *task, g *gang) {
	if t.said || t.short {
		return
	}
	n := int32(0)
	for _, b := range m.bands {
		if b.usable && g.members[0].fits(b) {
			n += b.slots / g.slots()
		}
	}
	t.short = true
	m.emit(Waiting{t.id, fmt.Sprintf("workers have room for %d of the %d members of a gang", n, g.size)})
}

// all is what a band has of slots at all.
func all(_ *gang, b *band) int32 { return b.slots }

// free is what a band has now for members of g. A member of another gang comes back to its slot when what it
// waits for is there, and might find g on it, whose members might wait for slots of that gang: so it keeps
// its slot. It does not where its gang waits for one that is pending, whether that is g or not: that gang
// cannot end before, and two of them that keep what the other waits for would wait for ever.
func free(g *gang, b *band, pending []*gang) int32 {
	kept, others := int32(0), int32(0)
	for s := b.first; s != nil; s = s.next {
		lends := func(x *gang) bool { return (x == g || x.pending()) && x.waitsFor(s.task) }
		if s.gang != nil && !slices.ContainsFunc(pending, lends) {
			kept += s.slots
		} else {
			others += s.slots
		}
	}
	return b.slots - kept - max(0, others-int32(b.away))
}

// seat says how many members each band gets: they are spread over nodes, and then packed. Nil: there is no
// room for all.
func (m *Machine) seat(g *gang, room func(*gang, *band) int32) []holding {
	first := g.members[0]
	var nodes []*node
	left := map[*node][]holding{}
	for _, b := range m.bands {
		if !b.usable || !first.fits(b) {
			continue
		}
		n := int(room(g, b) / first.slots)
		if first.least > 0 {
			n = min(n, int(b.mem/first.least))
		}
		if n > 0 {
			if left[b.node] == nil {
				nodes = append(nodes, b.node)
			}
			left[b.node] = append(left[b.node], holding{b, n})
		}
	}
	total := func(n *node) (sum int) {
		for _, h := range left[n] {
			sum += h.n
		}
		return sum
	}
	slices.SortFunc(nodes, func(a, b *node) int { return cmp.Or(total(b)-total(a), cmp.Compare(a.name, b.name)) })
	want := map[*node]int{}
	for n := g.size; n > 0; {
		given := false
		for _, x := range nodes {
			if n > 0 && want[x] < total(x) {
				want[x]++
				n--
				given = true
			}
		}
		if !given {
			return nil
		}
	}
	var out []holding
	for _, x := range nodes {
		slices.SortFunc(left[x], func(a, b holding) int { return cmp.Or(b.n-a.n, int(a.b.serial-b.b.serial)) })
		for _, h := range left[x] {
			if h.n = min(h.n, want[x]); h.n > 0 {
				want[x] -= h.n
				out = append(out, h)
			}
		}
	}
	return out
}

// reserve keeps slots free for g, as they fall free, on bands that it will have.
func (m *Machine) reserve(g *gang) {
	if m.reserved == g {
		return
	}
	m.reserved = g
	g.hold = m.seat(g, all)
	for _, h := range g.hold {
		h.b.held = int32(h.n) * g.slots()
		m.scatter(h.b)
		m.surplus(h.b)
		m.changed(h.b)
	}
}

// surplus asks for what a band was given ahead and has not begun.
func (m *Machine) surplus(b *band) {
	if b.revoked > 0 {
		return
	}
	a := Revoke{Band: b.name}
	for s := b.last; s != nil && b.used-int32(b.away)-b.slotsOf(a.Runs) > b.slots-b.held; s = s.prev {
		if s.gang == nil && s.deps == 0 && !s.task.canceled {
			s.revoking = true
			b.revoked++
			a.Runs = append(a.Runs, s.run())
		}
	}
	if len(a.Runs) > 0 {
		m.emit(a)
	}
}

// unreserve gives up slots that were kept free.
func (m *Machine) unreserve() {
	g := m.reserved
	if g == nil {
		return
	}
	m.reserved = nil
	for _, h := range g.hold {
		h.b.held = 0
		m.changed(h.b)
	}
	g.hold = nil
}

// begin gives out all members of a gang, each as a lease of its own. When inputs of one are lost it stalls,
// and the others wait for it.
func (m *Machine) begin(g *gang, at []holding) {
	for _, s := range g.members {
		if lost := m.missing(s); lost != nil {
			m.unqueue(s)
			m.stall(s, lost)
		}
	}
	if !g.pending() {
		return
	}
	if t := g.task; t.short {
		t.short = false
		m.emit(Waiting{Task: t.id})
	}
	g.attempt, g.began, g.done = 0, true, nil
	for _, s := range g.members {
		g.attempt = max(g.attempt, s.attempt)
	}
	m.vtime = g.task.root.pass
	i := 0
	for _, h := range at {
		for range h.n {
			s := g.members[i]
			i++
			m.unqueue(s)
			s.attempt = g.attempt
			m.lease++
			m.enlease(s, h.b, m.lease)
			s.task.root.pass += s.task.cost(s)
			m.emit(Assign{Lease: m.lease, Task: s.task.id, Band: h.b.name, Epoch: h.b.epoch, Depth: s.depth(), Runs: runOf(s)})
		}
		m.scatter(h.b)
	}
}
