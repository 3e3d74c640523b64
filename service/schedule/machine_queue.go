package schedule

import "github.com/mars-project/mars-go/service"

// A queue holds ready subtasks of several tasks. Within a task the smallest priority comes first; between
// tasks the one that has used least, by stride scheduling (Waldspurger 1995). What others wait for counts as
// theirs and comes before them.
type queue struct {
	band  *band // whose it is; nil for the common one
	n     int   // subtasks that are really in it
	heap  []*line
	lines map[lineKey]*line
}

// A lineKey names a line: what a task makes again for others stands apart, before all else.
type lineKey struct {
	task   *task
	remade bool
}

// A line is the part of a queue that belongs to one task. Entries of subtasks that were taken out stay until
// they come up.
type line struct {
	lineKey
	pass int64 // of the task when it was last looked at; never more than the true one
	subs []entry
	in   bool // in the heap
}

type entry struct {
	s    *sub
	prio int64
	gen  int32
}

func (e entry) live(q *queue) bool {
	return e.s.state == ready && e.s.queue == q && e.s.gen == e.gen
}

func (e entry) before(f entry) bool { return e.prio < f.prio || e.prio == f.prio && e.s.id < f.s.id }

func (q *queue) push(s *sub) {
	if q.lines == nil {
		q.lines = map[lineKey]*line{}
	}
	k := lineKey{s.task, s.remade}
	l := q.lines[k]
	if l == nil {
		l = &line{lineKey: k}
		q.lines[k] = l
	}
	s.queue = q
	q.n++
	h := append(l.subs, entry{s, s.prio, s.gen})
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !h[i].before(h[up]) {
			break
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
	l.subs = h
	if !l.in {
		l.in, l.pass = true, s.task.root.pass
		q.heap = append(q.heap, l)
		q.up(len(q.heap) - 1)
	}
}

func (l *line) pop() {
	h := l.subs
	n := len(h) - 1
	h[0], h[n] = h[n], entry{}
	h = h[:n]
	for i := 0; ; {
		k := 2*i + 1
		if k >= n {
			break
		}
		if k+1 < n && h[k+1].before(h[k]) {
			k++
		}
		if !h[k].before(h[i]) {
			break
		}
		h[i], h[k] = h[k], h[i]
		i = k
	}
	l.subs = h
}

// head is the subtask to be taken next; nil when there is none. Passes only grow, so a line that is looked at
// too early is put back where it belongs.
func (q *queue) head() *sub {
	for len(q.heap) > 0 {
		l := q.heap[0]
		for len(l.subs) > 0 && !l.subs[0].live(q) {
			l.pop()
		}
		if len(l.subs) == 0 {
			q.dropLine(l)
			continue
		}
		if l.pass == l.task.root.pass {
			return l.subs[0].s
		}
		l.pass = l.task.root.pass
		q.down(0)
	}
	return nil
}

func (q *queue) dropLine(l *line) {
	l.in = false
	delete(q.lines, l.lineKey)
	n := len(q.heap) - 1
	q.heap[0], q.heap[n] = q.heap[n], nil
	q.heap = q.heap[:n]
	if n > 0 {
		q.down(0)
	}
}

func (q *queue) less(a, b *line) bool {
	switch x, y := a.task, b.task; {
	case a.remade != b.remade:
		return a.remade
	case a.pass != b.pass:
		return a.pass < b.pass
	case x.root != y.root:
		return x.root.id < y.root.id
	case x.depth != y.depth:
		return x.depth > y.depth
	default:
		return x.id < y.id
	}
}

func (q *queue) up(i int) {
	for i > 0 {
		p := (i - 1) / 2
		if !q.less(q.heap[i], q.heap[p]) {
			return
		}
		q.heap[i], q.heap[p] = q.heap[p], q.heap[i]
		i = p
	}
}

func (q *queue) down(i int) {
	for {
		k := 2*i + 1
		if k >= len(q.heap) {
			return
		}
		if k+1 < len(q.heap) && q.less(q.heap[k+1], q.heap[k]) {
			k++
		}
		if !q.less(q.heap[k], q.heap[i]) {
			return
		}
		q.heap[i], q.heap[k] = q.heap[k], q.heap[i]
		i = k
	}
}

// drain empties the queue and returns what was in it, in order.
func (q *queue) drain() (all []*sub) {
	for s := q.head(); s != nil; s = q.head() {
		all = append(all, s)
		s.queue = nil
		q.n--
		s.state = waiting
	}
	return all
}

// unqueue takes a ready subtask out of its queue; its entry stays and is passed over.
func (m *Machine) unqueue(s *sub) {
	q := s.queue
	s.queue = nil
	q.n--
	if q == &m.parked {
		m.leavePark(s.task)
	}
	if q.band != nil {
		m.queued.fix(q.band)
	}
}

// enqueue finds the queue for a ready subtask.
func (m *Machine) enqueue(s *sub) {
	q := &m.common
	if b := m.place(s); b != nil {
		q = &b.queue
	} else if s.choosy() {
		m.park(s)
		return
	}
	q.push(s)
	if q.band != nil {
		m.queued.fix(q.band)
		if !q.band.dirty {
			q.band.dirty = true
			m.dirty = append(m.dirty, q.band)
		}
	}
}

// place is the usable band that holds most bytes of the inputs of s, the less busy one of equals; nil when it
// does not matter.
func (m *Machine) place(s *sub) *band {
	if s.minMem > 0 || s.bad != nil || s.choosy() {
		return m.other(s)
	}
	near := m.near[:0]
	add := func(b *band, bytes int64) {
		if b == nil || !b.usable || b.full() {
			return
		}
		if b.near == 0 {
			near = append(near, b)
			b.near = 1 // so that it is in the list once
		}
		b.near += bytes
	}
	for _, c := range s.in {
		if a := c.alias; a != nil {
			for _, x := range a.shares {
				add(x.band, int64(float64(c.bytes)*float64(x.bytes)/float64(max(1, a.total))))
			}
			continue
		}
		add(c.at, c.bytes)
		for _, b := range c.more {
			add(b, c.bytes)
		}
	}
	var best *band
	for _, b := range near {
		if best == nil || b.near > best.near || b.near == best.near && moreIdle(b, best) {
			best = b
		}
	}
	if best != nil && best.near <= m.cfg.LocalMin && m.idle.len() > 1 {
		best = nil
	}
	for _, b := range near {
		b.near = 0
	}
	m.near = near[:0]
	return best
}

// other is the least busy band that has what s needs, not the one where it failed if there is another; nil
// when there is none.
func (m *Machine) other(s *sub) (best *band) {
	for _, b := range m.bands { // in any order: moreIdle has no ties
		if b.usable && s.fits(b) && b != s.bad && (best == nil || better(b, best)) {
			best = b
		}
	}
	if b := s.bad; best == nil && b != nil && b.usable && s.fits(b) {
		best = b
	}
	return best
}

// better prefers bands that gangs have not all of, then those with less to do.
func better(a, b *band) bool {
	if a.full() != b.full() {
		return b.full()
	}
	return moreIdle(a, b)
}

// away is the bytes of c that are not on b.
func (c *chunk) away(b *band) int64 {
	if a := c.alias; a != nil {
		for _, x := range a.shares {
			if x.band == b {
				return int64(float64(c.bytes) * float64(a.total-x.bytes) / float64(max(1, a.total)))
			}
		}
		return c.bytes
	}
	if c.on(b) {
		return 0
	}
	return c.bytes
}

// away is the bytes of inputs of s that are not on b.
func away(s *sub, b *band) (n int64) {
	for _, c := range s.in {
		n += c.away(b)
	}
	return n
}

// absent reports that c was made and is nowhere any more; of an alias, that this is so of an input behind it.
func (m *Machine) absent(c *chunk) bool {
	a := c.alias
	if a == nil {
		return c.made && c.at == nil
	}
	if a.losses != m.losses {
		a.losses, a.lost = m.losses, a.lost[:0]
		for _, x := range a.of.in {
			if x.made && x.at == nil {
				a.lost = append(a.lost, x)
			}
		}
	}
	return len(a.lost) > 0
}

// missing are the inputs of s that were made and are nowhere any more.
func (m *Machine) missing(s *sub) (lost []*chunk) {
	for _, c := range s.in {
		if !m.absent(c) {
			continue
		}
		if c.alias != nil {
			lost = append(lost, c.alias.lost...)
		} else {
			lost = append(lost, c)
		}
	}
	return lost
}

// ahead is how many subtasks a band of the given slots should have.
func (m *Machine) ahead(slots int32) int {
	per := int64(m.cfg.Ahead)
	if m.mean > 0 {
		per = min(max(2, int64(m.cfg.AheadTime/m.mean)), int64(m.cfg.LeaseMax))
	}
	return int(per) * int(slots)
}

// wait is how long n subtasks take on a band.
func (m *Machine) wait(n int, b *band) service.Nanos {
	return m.mean * service.Nanos(n) / service.Nanos(b.slots)
}
