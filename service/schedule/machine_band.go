package schedule

import (
	"fmt"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A band is what the scheduler knows of a band.
type band struct {
	name    service.Band
	node    *node
	serial  int32
	epoch   uint64
	slots   int32
	mem     int64
	labels  map[string]string
	usable  bool
	closed  bool  // gets nothing new
	out     int   // subtasks in its leases, and by the depth of their tasks
	used    int32 // slots that these take
	taken   int32 // of them, by members of gangs
	held    int32 // slots that are kept free for the gang that comes next
	depths  [service.MaxDepth + 1]int32
	away    int  // of them, without a slot: they wait for other tasks
	first   *sub // of them, oldest first
	last    *sub
	queue   queue
	dirty   bool
	revoked int  // asked back and not answered
	refused bool // it gave nothing back, and nothing has changed since
	load    service.Load
	near    int64
	holds   holds
	pos     [3]int32 // in the heaps, counted from 1
}

// A node is what the scheduler knows of a node.
type node struct {
	name    string
	bands   []*band
	strikes []service.Nanos
	until   service.Nanos // avoided until then
}

// bandHeap orders bands, and knows where each is.
type bandHeap struct {
	items []*band
	at    int
	less  func(a, b *band) bool
}

func (h *bandHeap) len() int { return len(h.items) }

func (h *bandHeap) top() *band {
	if len(h.items) == 0 {
		return nil
	}
	return h.items[0]
}

func (h *bandHeap) add(b *band) {
	h.items = append(h.items, b)
	b.pos[h.at] = int32(len(h.items))
	h.fix(b)
}

func (h *bandHeap) remove(b *band) {
	i := int(b.pos[h.at]) - 1
	if i < 0 {
		return
	}
	n := len(h.items) - 1
	h.swap(i, n)
	h.items[n] = nil
	h.items = h.items[:n]
	b.pos[h.at] = 0
	if i < n {
		h.fix(h.items[i])
	}
}

func (h *bandHeap) swap(i, j int) {
	h.items[i], h.items[j] = h.items[j], h.items[i]
	h.items[i].pos[h.at], h.items[j].pos[h.at] = int32(i+1), int32(j+1)
}

// fix puts b where it belongs; nothing happens when it is not in the heap.
func (h *bandHeap) fix(b *band) {
	i := int(b.pos[h.at]) - 1
	if i < 0 {
		return
	}
	for i > 0 && h.less(h.items[i], h.items[(i-1)/2]) {
		h.swap(i, (i-1)/2)
		i = (i - 1) / 2
	}
	for {
		k := 2*i + 1
		if k >= len(h.items) {
			return
		}
		if k+1 < len(h.items) && h.less(h.items[k+1], h.items[k]) {
			k++
		}
		if !h.less(h.items[k], h.items[i]) {
			return
		}
		h.swap(i, k)
		i = k
	}
}

// moreIdle orders by what a slot has to do, then by memory in use, then by age.
func moreIdle(a, b *band) bool {
	if x, y := int64(a.busy())*int64(b.slots), int64(b.busy())*int64(a.slots); x != y {
		return x < y
	}
	if x, y := a.pressure(), b.pressure(); x != y {
		return x < y
	}
	return a.serial < b.serial
}

func moreLoaded(a, b *band) bool {
	if x, y := int64(a.busy()-a.revoked)*int64(b.slots), int64(b.busy()-b.revoked)*int64(a.slots); x != y {
		return x > y
	}
	return a.serial < b.serial
}

func moreQueued(a, b *band) bool {
	if x, y := int64(a.queue.n)*int64(b.slots), int64(b.queue.n)*int64(a.slots); x != y {
		return x > y
	}
	return a.serial < b.serial
}

// pressure is the share of memory in use, in eighths.
func (b *band) pressure() int64 {
	if b.load.MemLimit <= 0 {
		return 0
	}
	return 8 - 8*b.load.MemFree/b.load.MemLimit
}

// changed puts b where it belongs after its numbers changed.
func (m *Machine) changed(b *band) {
	m.idle.fix(b)
	m.loaded.fix(b)
}

func (m *Machine) load(b *band, l service.Load) {
	b.load = l
	m.changed(b)
}

func (m *Machine) bandUp(e BandUp) {
	b := m.bands[e.Band]
	if b == nil {
		n := m.nodes[e.Band.Node]
		if n == nil {
			n = &node{name: e.Band.Node}
			m.nodes[e.Band.Node] = n
		}
		m.serial++
		b = &band{name: e.Band, node: n, serial: m.serial}
		b.queue.band = b
		m.bands[e.Band] = b
		n.bands = append(n.bands, b)
		m.queued.add(b)
	}
	m.use(b, false)
	if b.epoch != e.Epoch {
		b.away = 0
	}
	b.epoch, b.slots, b.mem, b.closed, b.labels = e.Epoch, max(1, e.Slots), e.Mem, e.Closed, e.Labels
	m.copied(b, e.Keys) // before anybody misses it
	m.judge(b)
}

// copied notes chunks that a band has too.
func (m *Machine) copied(b *band, keys []op.Key) {
	for _, k := range keys {
		if c := m.chunks[k]; c != nil && !c.on(b) {
			m.locate(c, b)
		}
	}
}

// judge makes b usable, or not.
func (m *Machine) judge(b *band) {
	m.use(b, !b.closed && m.bands[b.name] == b && b.node.until <= m.now)
}

func (m *Machine) use(b *band, on bool) {
	switch {
	case on && !b.usable:
		m.slots += int64(b.slots)
		m.idle.add(b)
		m.loaded.add(b)
	case !on && b.usable:
		m.slots -= int64(b.slots)
		m.idle.remove(b)
		m.loaded.remove(b)
	}
	b.usable = on
	if on {
		m.unpark()
	} else {
		m.scatter(b)
	}
}

// scatter finds other queues for what waits for b.
func (m *Machine) scatter(b *band) {
	if b.queue.n == 0 {
		return
	}
	for _, s := range b.queue.drain() {
		s.state = ready
		m.enqueue(s)
	}
	m.queued.fix(b)
}

func (m *Machine) bandDown(e BandDown) {
	b := m.bands[e.Band]
	if b == nil {
		return
	}
	delete(m.bands, e.Band)
	for i, x := range b.node.bands {
		if x == b {
			b.node.bands = append(b.node.bands[:i], b.node.bands[i+1:]...)
			break
		}
	}
	m.losses++
	m.leaves(b)
	m.use(b, false)
	m.queued.remove(b)
	if !e.Clean {
		m.strike(b.node, e.Why)
	}
	if m.reserved != nil && b.held > 0 {
		m.unreserve()
	}
	// The oldest of them ran, one on each slot: only these may have done harm.
	ran := int(b.slots)
	for s := b.first; s != nil; s = b.first {
		started := s.deps == 0 && ran > 0 && !e.Clean
		if started {
			ran--
		}
		m.unlease(s)
		if s.task.canceled {
			s.state = failed
			s.task.open--
			continue
		}
		if s.gang != nil {
			m.memberLost(s, b, e)
			continue
		}
		if s.once { // what the band had done with it is not known
			m.fail(s, b.name, &service.Failure{Kind: errs.Lost, Msg: fmt.Sprintf("band %s is down: %s; the function may have begun there, and once=True never begins it twice", b.name, e.Why)})
			continue
		}
		m.again(s, started, fmt.Sprintf("band %s is down: %s", b.name, e.Why), nil)
	}
	for _, t := range m.order {
		m.stopped(t, b)
		m.doneThere(t, b, e)
	}
	m.unpark()
}

// leave forgets that c is on b.
func (c *chunk) leave(b *band) {
	if c.alias != nil {
		for i := range c.alias.shares {
			if c.alias.shares[i].band == b {
				c.alias.total -= c.alias.shares[i].bytes
				c.alias.shares[i].bytes = 0
			}
		}
	}
	for i, x := range c.more {
		if x == b {
			c.more = append(c.more[:i], c.more[i+1:]...)
			break
		}
	}
	if c.at == b {
		c.at = nil
		if len(c.more) > 0 {
			c.at, c.more = c.more[0], c.more[1:]
		}
	}
}

// strike counts a failure of a node. Too many, and it is avoided for a while.
func (m *Machine) strike(n *node, why string) {
	live := n.strikes[:0]
	for _, t := range n.strikes {
		if m.now-t < m.cfg.StrikeTime {
			live = append(live, t)
		}
	}
	n.strikes = append(live, m.now)
	if len(n.strikes) < m.cfg.Strikes {
		return
	}
	n.strikes = n.strikes[:0]
	n.until = m.now + m.cfg.Avoid
	m.emit(Avoid{n.name, n.until, why})
	for _, b := range n.bands {
		m.judge(b)
	}
}

// tick sets the time. Nodes that were avoided long enough are good again.
func (m *Machine) tick(now service.Nanos) {
	m.now = max(m.now, now)
	for name, n := range m.nodes {
		if len(n.bands) == 0 && n.until <= m.now && (len(n.strikes) == 0 || m.now-n.strikes[len(n.strikes)-1] > m.cfg.StrikeTime) {
			delete(m.nodes, name)
		}
	}
	for {
		var best *node // few nodes are bad at a time, and all are looked at so that the order is that of names
		for _, n := range m.nodes {
			if n.until > 0 && n.until <= m.now && (best == nil || n.name < best.name) {
				best = n
			}
		}
		if best == nil {
			return
		}
		m.pardon(best)
	}
}

func (m *Machine) pardon(n *node) {
	n.until = 0
	m.emit(Avoid{Node: n.name})
	for _, b := range n.bands {
		m.judge(b)
	}
}
