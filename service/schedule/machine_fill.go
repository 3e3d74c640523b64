package schedule

import "github.com/mars-project/mars-go/service"

// fill gives out what can be given out.
func (m *Machine) fill() {
	m.admit()
	if m.idle.len() == 0 {
		m.reportStarvation()
		return
	}
	m.endStarvation()
	for _, b := range m.dirty {
		b.dirty = false
		if b.usable && m.wantsWork(b) {
			m.give(b, m.space(b))
		}
	}
	m.dirty = m.dirty[:0]
	var aside []*band
	total := m.common.n
	for m.idle.len() > 0 {
		b := m.idle.top()
		if !m.wantsWork(b) {
			break
		}
		room := m.space(b)
		ok := false
		if b.queue.n > 0 || m.common.n > 0 {
			share := (int64(total)*int64(b.slots) + m.slots - 1) / m.slots
			ok = m.give(b, min(room, max(1, int(share), b.queue.n)))
		}
		if !ok {
			ok = m.steal(b)
		}
		if !ok {
			m.idle.remove(b)
			aside = append(aside, b)
			if m.common.n == 0 && m.queued.top().queue.n == 0 {
				break
			}
		}
	}
	for _, b := range aside {
		m.idle.add(b)
	}
	if b := m.idle.top(); m.common.n == 0 && b.busy() < int(b.slots) && b.queue.n == 0 {
		m.revoke(b)
	}
}

// wantsWork reports that a band has less than half of what they should have, or a free slot.
func (m *Machine) wantsWork(b *band) bool {
	if b.shared() {
		return m.space(b) > 0
	}
	n := m.ahead(b.slots) - m.space(b)
	return n < int(b.slots) || 2*n <= m.ahead(b.slots)
}

// reportStarvation says that tasks wait because there is no band. When bands are only avoided, the first of
// them has to do.
func (m *Machine) reportStarvation() {
	any := m.common.n > 0 || m.queued.len() > 0 && m.queued.top().queue.n > 0
	if any {
		var best *node
		for _, n := range m.nodes {
			if n.until > m.now && open(n) && (best == nil || n.until < best.until || n.until == best.until && n.name < best.name) {
				best = n
			}
		}
		if best != nil {
			m.pardon(best)
			m.fill()
			return
		}
	}
	for _, t := range m.order {
		if t.open > 0 && !t.said && !t.canceled {
			t.said, m.starved = true, true
			m.emit(Waiting{t.id, "no worker"})
		}
	}
}

func open(n *node) bool {
	for _, b := range n.bands {
		if !b.closed {
			return true
		}
	}
	return false
}

// endStarvation says that tasks go on which waited because there was no band.
func (m *Machine) endStarvation() {
	if !m.starved {
		return
	}
	m.starved = false
	for _, t := range m.order {
		if t.said {
			t.said = false
			m.emit(Waiting{Task: t.id})
		}
	}
}

// next takes the best subtask for b, of task t if that is not nil: from its own queue or the common one.
func (m *Machine) next(b *band, t *task) *sub {
	own, all := b.queue.head(), m.fitting(b)
	s := own
	if own == nil || all != nil && all.ahead(own) {
		s = all
	}
	if s != nil && (!s.fits(b) || b.shared() && b.seats(s.depth()) < s.slots) {
		return nil
	}
	if s == nil || t != nil && s.task != t {
		return nil
	}
	return m.take(s)
}

// fitting is the best of the common queue that b has the memory for: who waits for a larger band holds up
// nobody. When no such band is left, it is tried with what there is.
func (m *Machine) fitting(b *band) *sub {
	var large []*sub
	s := m.common.head()
	for ; s != nil && !s.fits(b); s = m.common.head() {
		if !m.larger(s) {
			s.minMem = 0
			break
		}
		m.unqueue(s)
		large = append(large, s)
	}
	for _, x := range large {
		m.common.push(x)
	}
	return s
}

// take takes a subtask out of its queue. One whose inputs are lost stalls, or fails.
func (m *Machine) take(s *sub) *sub {
	m.unqueue(s)
	if lost := m.missing(s); lost != nil {
		m.stall(s, lost)
		return s
	}
	s.state = waiting
	return s
}

// give leases up to n ready subtasks, and what follows from them, to b. It reports whether there was any.
func (m *Machine) give(b *band, n int) (any bool) {
	for n > 0 && (m.nested == 0 || !any || m.space(b) > 0) {
		s := m.next(b, nil)
		if s == nil {
			return any
		}
		any = true
		if s.state != waiting {
			continue
		}
		t := s.task
		m.lease++
		a := Assign{Lease: m.lease, Task: t.id, Band: b.name, Epoch: b.epoch}
		for {
			a.Depth = max(a.Depth, s.depth())
			m.grant(s, b, &a)
			if n--; n <= 0 || m.nested > 0 && m.space(b) <= 0 || len(a.Runs) >= m.cfg.LeaseMax {
				break
			}
			for s = m.next(b, t); s != nil && s.state != waiting; s = m.next(b, t) {
			}
			if s == nil {
				break
			}
		}
		m.local(&a)
		m.emit(a)
	}
	return any
}

// steal gives b what waits longest for another band, when moving it is quicker than waiting.
func (m *Machine) steal(b *band) bool {
	v := m.queued.top()
	if v == nil || v == b || v.queue.n == 0 {
		return false
	}
	any := false
	for range max(1, min(m.space(b), v.queue.n/2)) {
		s := v.queue.head()
		if s == nil || !s.fits(b) || b == s.bad {
			break
		}
		if v.usable && !v.full() && int64(m.wait(v.queue.n+v.out, v)) < away(s, b)*int64(second)/m.cfg.Bandwidth {
			break
		}
		m.unqueue(s)
		b.queue.push(s)
		any = true
	}
	m.queued.fix(b)
	return any && m.give(b, m.space(b))
}

// grant puts s into the lease, and all successors that need nothing from outside of it.
func (m *Machine) grant(s *sub, b *band, a *Assign) {
	m.vtime = s.task.root.pass
	stack := []*sub{s}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		m.enlease(s, b, a.Lease)
		a.Runs = append(a.Runs, s.run())
		s.task.root.pass += s.task.cost(s)
		for _, c := range s.in {
			if c.leaseOf != a.Lease {
				c.leaseOf, c.inLease = a.Lease, 0
			}
			c.inLease++
		}
		if len(s.succ) > 2*int(b.slots) && m.idle.len() > 1 {
			continue // wide: others help, once it is done
		}
		for i := len(s.succ) - 1; i >= 0; i-- {
			t := s.succ[i].to
			if b.shared() || t.gang != nil {
				break // there one ends before the next begins
			}
			if t.gen != s.succ[i].gen || t.state != waiting || t.exchange || t.task != s.task || !t.fits(b) {
				continue
			}
			if t.needOf != a.Lease {
				t.needOf, t.need = a.Lease, 0
			}
			if t.need++; t.need < t.deps || len(a.Runs)+len(stack) >= m.cfg.LeaseMax {
				continue
			}
			if far, lost := m.outside(t, b); lost || m.idle.len() > 1 && far > m.cfg.LocalMin {
				continue
			}
			stack = append(stack, t)
		}
	}
}

// outside is the bytes of inputs of t that are made, but not on b. lost says that one is nowhere any more.
func (m *Machine) outside(t *sub, b *band) (n int64, lost bool) {
	for _, c := range t.in {
		if c.made {
			n += c.away(b)
			lost = lost || m.absent(c)
		}
	}
	return n, lost
}

// local marks the outputs that nobody outside the lease reads. Those of what is made again are left to the
// counts of lifecycle: a reader in another task that is made again as well may come later than its input is
// sent.
func (m *Machine) local(a *Assign) {
	for _, r := range a.Runs {
		s := m.sub(r.ID)
		if s.remade {
			continue
		}
		for _, c := range s.out {
			if !c.hold && (c.readers == 0 || c.leaseOf == a.Lease && c.inLease == c.readers) {
				a.Local = append(a.Local, c.key)
			}
		}
	}
}

func (m *Machine) enlease(s *sub, b *band, l service.LeaseID) {
	s.state, s.band, s.lease, s.revoking = leased, b, l, false
	s.prev, s.next = b.last, nil
	if b.last != nil {
		b.last.next = s
	} else {
		b.first = s
	}
	b.last = s
	b.out++
	b.used += s.slots
	if s.gang != nil {
		b.taken += s.slots
	}
	s.deep = s.depth()
	b.depths[s.deep]++
	b.refused = false
	m.changed(b)
}

func (m *Machine) unlease(s *sub) {
	b := s.band
	if s.prev != nil {
		s.prev.next = s.next
	} else {
		b.first = s.next
	}
	if s.next != nil {
		s.next.prev = s.prev
	} else {
		b.last = s.prev
	}
	if s.revoking {
		s.revoking = false
		b.revoked--
	}
	s.prev, s.next, s.band = nil, nil, nil
	b.out--
	b.used -= s.slots
	if s.gang != nil {
		b.taken -= s.slots
	}
	b.depths[s.deep]--
	m.changed(b)
}

// revoke asks the busiest band to give some of its last subtasks to b, which has nothing to do.
func (m *Machine) revoke(b *band) {
	v := m.loaded.top()
	if v == nil || v == b || v.revoked > 0 || v.refused {
		return
	}
	surplus := v.busy() - int(v.slots)
	if surplus <= 0 || m.wait(surplus, v) < m.cfg.RevokeTime {
		return
	}
	a := Revoke{Band: v.name}
	want := max(1, int(int64(surplus)*int64(b.slots)/int64(b.slots+v.slots)))
	steps := 4*want + 16
	for s := v.last; s != nil && len(a.Runs) < want && steps > 0; s, steps = s.prev, steps-1 {
		if s.deps == 0 && !s.task.canceled && s.fits(b) && b != s.bad {
			s.revoking = true
			v.revoked++
			a.Runs = append(a.Runs, s.run())
		}
	}
	if len(a.Runs) > 0 {
		m.changed(v)
		m.emit(a)
	}
}
