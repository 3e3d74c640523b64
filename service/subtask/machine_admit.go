package subtask

import "github.com/mars-project/mars-go/service"

// admit starts what can be started, and asks for memory for what comes next.
func (m *Machine) admit() {
	for {
		m.regain()
		for {
			r := m.able.top()
			if r == nil || m.slots+r.slots > m.room(r) {
				break
			}
			m.able.pop()
			r.state = running
			m.admitted--
			m.claimed[r.depth] -= r.slots
			m.running++
			m.take(r, 1)
			m.starts++
			m.emit(Start{r.id, r.process && m.slots > m.cfg.Slots})
		}
		r := m.next()
		if r == nil {
			return
		}
		if r.mem >= m.cfg.Mem && m.cfg.Mem > 0 {
			r.alone = true
		}
		if r.alone && (m.admitted+m.running > 0 || m.yielding()) {
			m.hold(r) // until all others have ended
			continue
		}
		m.ask(r)
	}
}

// ask asks for the memory of r.
func (m *Machine) ask(r *run) {
	if r.alone {
		m.alone = r
	}
	m.first, m.asking = nil, true
	r.state = reserving
	m.admitted++
	m.claimed[r.depth] += r.slots
	m.emit(Reserve{r.id, r.mem, r.alone})
}

// next takes the run to be admitted next out of its queue: a member of a gang when there is a slot for it,
// for others have theirs and wait for it; the best when there is a slot for that; else one that has inputs
// elsewhere, if few of these are admitted already.
func (m *Machine) next() *run {
	if m.alone != nil || m.first != nil || m.asking {
		return nil
	}
	if r := m.members.top(); r != nil && m.slots+m.claims(r.depth)+r.slots <= m.cfg.Slots {
		return m.members.pop()
	}
	n, f := m.near.top(), m.far.top()
	best := n
	if n == nil || f != nil && f.before(n) {
		best = f
	}
	if best == nil || m.crowded(best) && !m.passes() {
		return nil
	}
	switch {
	case m.slots+m.claims(best.depth)+best.slots <= m.room(best):
	case f != nil && m.admitted < m.cfg.Prefetch:
		best = f
	default:
		return nil
	}
	if best == n {
		return m.near.pop()
	}
	return m.far.pop()
}

// hold makes r the one that nobody passes.
func (m *Machine) hold(r *run) {
	r.state = queued
	m.first = r
}

// again lets the first in line try once more: memory was given back.
func (m *Machine) again() {
	r := m.first
	if r == nil || m.asking || r.alone && (m.admitted+m.running > 0 || m.yielding()) {
		return
	}
	m.ask(r)
}

// answered is the run whose request was answered, no longer counted as admitted; nil when there is none.
func (m *Machine) answered(id service.Run, was state) *run {
	r := m.runs[id]
	if r == nil || r.state != was {
		return nil
	}
	if was == reserving {
		m.asking = false
	}
	m.admitted--
	m.claimed[r.depth] -= r.slots
	return r
}

func (m *Machine) granted(id service.Run) {
	r := m.answered(id, reserving)
	if r == nil {
		return
	}
	if r.aborted {
		m.emit(Release{id})
		m.leave(r)
		return
	}
	r.passed, r.looks = false, 0
	m.admitted++
	m.claimed[r.depth] += r.slots
	if !r.fetch { // what it reads was here, and is pinned on its slot
		r.state = able
		m.able.push(r)
		return
	}
	r.state = fetching
	m.emit(Fetch{id})
}

// refused keeps r at the head. When nothing else runs nobody will give memory back, so it gets all there is.
func (m *Machine) refused(id service.Run) {
	r := m.answered(id, reserving)
	if r == nil {
		return
	}
	if r.aborted {
		m.leave(r)
		return
	}
	if r.passed { // by those that are deeper
		r.passed, r.shy = false, true
		m.queue(r)
		return
	}
	m.hold(r)
	if m.admitted+m.running == 0 {
		r.alone = true
		m.again()
	}
}

func (m *Machine) fetched(e Fetched) {
	r := m.answered(e.Run, fetching)
	if r == nil {
		return
	}
	switch {
	case r.aborted:
		if e.Err == nil {
			m.emit(Release{e.Run})
		}
		m.leave(r)
	case e.Err != nil:
		if m.alone == r {
			m.alone = nil
		}
		x := &service.Result{ID: r.id.ID, Attempt: r.id.Attempt, Err: e.Err, Lost: e.Lost, Versions: e.Versions}
		if pressed(e.Err) {
			m.refusedMore(r, x)
		} else {
			m.fail(r, x)
		}
		m.again()
	default:
		m.admitted++
		m.claimed[r.depth] += r.slots
		r.state = able
		m.able.push(r)
	}
}

// leave ends an aborted run.
func (m *Machine) leave(r *run) {
	if m.alone == r {
		m.alone = nil
	}
	m.drop(r)
	m.again()
}

// heap orders runs by depth, the deepest first, then by priority, then by arrival.
type heap struct{ items []*run }

func (r *run) before(s *run) bool {
	if r.depth != s.depth {
		return r.depth > s.depth
	}
	return r.prio < s.prio || r.prio == s.prio && r.serial < s.serial
}

func (h *heap) top() *run {
	if len(h.items) == 0 {
		return nil
	}
	return h.items[0]
}

func (h *heap) push(r *run) {
	h.items = append(h.items, r)
	for i := len(h.items) - 1; i > 0; {
		p := (i - 1) / 2
		if !h.items[i].before(h.items[p]) {
			return
		}
		h.items[i], h.items[p] = h.items[p], h.items[i]
		i = p
	}
}

func (h *heap) pop() *run {
	r := h.items[0]
	n := len(h.items) - 1
	h.items[0], h.items[n] = h.items[n], nil
	h.items = h.items[:n]
	h.sift(0)
	return r
}

func (h *heap) sift(i int) {
	for {
		k := 2*i + 1
		if k >= len(h.items) {
			return
		}
		if k+1 < len(h.items) && h.items[k+1].before(h.items[k]) {
			k++
		}
		if !h.items[k].before(h.items[i]) {
			return
		}
		h.items[i], h.items[k] = h.items[k], h.items[i]
		i = k
	}
}

// filter keeps the runs for which f is true.
func (h *heap) filter(f func(*run) bool) {
	live := h.items[:0]
	for _, r := range h.items {
		if f(r) {
			live = append(live, r)
		}
	}
	clear(h.items[len(live):])
	h.items = live
	for i := len(live)/2 - 1; i >= 0; i-- {
		h.sift(i)
	}
}
