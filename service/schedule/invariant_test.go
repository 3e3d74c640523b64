package schedule

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// check makes the counts of m from scratch and compares.
func check(m *Machine) error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	out := map[*band]int{}
	used, taken := map[*band]int32{}, map[*band]int32{}
	depths := map[*band][service.MaxDepth + 1]int32{}
	nested := 0
	queued := map[*queue]int{}
	readers := map[op.Key]int32{}
	deps := map[*sub]int32{}
	for _, t := range m.order {
		open, parked := 0, 0
		if t.depth > 0 {
			nested++
		}
		for n, s := range t.subs {
			if s == nil {
				continue
			}
			if s.id != t.id.Subtask(n) || s.task != t {
				bad("%s stands at %s", s.id, t.id.Subtask(n))
			}
			if s.state < finished || s.state == stalled {
				open++
			}
			if (s.state == leased) != (s.band != nil) || (s.state == ready) != (s.queue != nil) {
				bad("%s in state %d has band %v and queue %v", s.id, s.state, s.band != nil, s.queue != nil)
			}
			switch s.state {
			case leased:
				out[s.band]++
				used[s.band] += s.slots
				if s.gang != nil {
					taken[s.band] += s.slots
				}
				n := depths[s.band]
				n[s.deep]++
				depths[s.band] = n
				if m.bands[s.band.name] != s.band {
					bad("%s is leased to a band that is gone", s.id)
				}
				if !s.fits(s.band) && s.minMem <= s.band.mem {
					bad("%s is leased to %s, which is not what it wants", s.id, s.band.name)
				}
			case ready:
				queued[s.queue]++
				if s.queue == &m.parked {
					parked++
					if m.other(s) != nil {
						bad("%s is parked and fits a band", s.id)
					}
				}
				if s.queue == &m.common && s.choosy() {
					bad("%s is choosy and stands in the common queue", s.id)
				}
				if s.deps != 0 {
					bad("%s is ready with %d dependencies", s.id, s.deps)
				}
				found := 0
				if l := s.queue.lines[lineKey{t, s.remade}]; l != nil {
					for _, e := range l.subs {
						if e.s == s && e.live(s.queue) {
							found++
						}
					}
				}
				if found == 0 {
					bad("%s is not in its queue", s.id)
				}
			}
			for _, c := range s.in {
				readers[c.key]++
				if m.chunks[c.key] != c {
					bad("%s reads a chunk that was forgotten", s.id)
				}
			}
			if s.state == finished && s.in != nil && !s.exchange {
				bad("%s is finished and still reads", s.id)
			}
			if s.announced {
				deps[s]++
			}
			for _, e := range s.succ {
				if e.gen == e.to.gen && s.state != finished {
					deps[e.to]++
				}
			}
		}
		if parked != t.parked {
			bad("%s has %d parked, counted %d", t.id, t.parked, parked)
		}
		if open != t.open {
			bad("%s has %d open subtasks, counted %d", t.id, t.open, open)
		}
	}
	for _, c := range m.chunks {
		for _, b := range append([]*band{c.at}, c.more...) {
			if b != nil && !slices.Contains(b.holds.chunks, c) {
				bad("%s is on %s, which does not know", c.key.Short(), b.name)
			}
		}
		if _, ok := m.aliases[c]; ok != (c.alias != nil) {
			bad("%s is an alias: %v", c.key.Short(), c.alias != nil)
		}
	}
	for _, t := range m.order {
		for _, s := range t.subs {
			if s != nil && s.state < finished && s.deps != deps[s] {
				bad("%s waits for %d, counted %d", s.id, s.deps, deps[s])
			}
		}
	}
	for k, c := range m.chunks {
		if c.readers != readers[k] {
			bad("chunk %s has %d readers, counted %d", k.Short(), c.readers, readers[k])
		}
		if c.readers == 0 && !c.hold && !producing(m, c) {
			bad("chunk %s is kept for nobody", k.Short())
		}
		for _, b := range append([]*band{c.at}, c.more...) {
			if b != nil && m.bands[b.name] != b {
				bad("chunk %s is on a band that is gone", k.Short())
			}
		}
	}
	if nested != m.nested {
		bad("%d tasks are waited for, counted %d", m.nested, nested)
	}
	var slots int64
	for name, b := range m.bands {
		if b.depths != depths[b] {
			bad("band %s has %v out by depth, counted %v", name, b.depths, depths[b])
		}
		held := int32(0)
		if g := m.reserved; g != nil {
			for _, h := range g.hold {
				if h.b == b {
					held += int32(h.n) * g.slots()
				}
			}
		}
		if b.used != used[b] || b.taken != taken[b] || b.held != held || held > b.slots {
			bad("band %s has %d slots used, %d taken and %d held, counted %d, %d and %d", name, b.used, b.taken, b.held, used[b], taken[b], held)
		}
		if b.name != name || b.out != out[b] {
			bad("band %s has %d out, counted %d", name, b.out, out[b])
		}
		n, revoking := 0, 0
		for s := b.first; s != nil; s = s.next {
			n++
			if s.revoking {
				revoking++
			}
			if s.next == nil && b.last != s {
				bad("the list of band %s has no end", name)
			}
		}
		if n != b.out || revoking != b.revoked {
			bad("band %s has a list of %d (revoking %d), wants %d (%d)", name, n, revoking, b.out, b.revoked)
		}
		if b.queue.n != queued[&b.queue] {
			bad("queue of %s has %d, counted %d", name, b.queue.n, queued[&b.queue])
		}
		if b.usable {
			slots += int64(b.slots)
		} else if b.queue.n > 0 {
			bad("band %s is not usable and has a queue", name)
		}
		for i, h := range []*bandHeap{&m.idle, &m.loaded, &m.queued} {
			in := b.pos[i] > 0
			if in != (i == 2 || b.usable) || in && h.items[b.pos[i]-1] != b {
				bad("band %s is lost in heap %d", name, i)
			}
		}
	}
	if m.common.n != queued[&m.common] || m.parked.n != queued[&m.parked] {
		bad("the common queue has %d, counted %d; %d are parked, counted %d", m.common.n, queued[&m.common], m.parked.n, queued[&m.parked])
	}
	if m.gangs.n != queued[&m.gangs] {
		bad("%d members wait, counted %d", m.gangs.n, queued[&m.gangs])
	}
	for _, t := range m.order {
		for _, g := range t.gangs {
			if err := checkGang(m, g); err != nil {
				bad("%w", err)
			}
		}
	}
	if slots != m.slots {
		bad("%d slots, counted %d", m.slots, slots)
	}
	for _, h := range []*bandHeap{&m.idle, &m.loaded, &m.queued} {
		for i := 1; i < len(h.items); i++ {
			if h.less(h.items[i], h.items[(i-1)/2]) {
				bad("heap %d is out of order at %s", h.at, h.items[i].name)
			}
		}
	}
	// Nobody is idle while something could be given out.
	if b := m.idle.top(); b != nil && b.out == 0 && !b.shared() && m.common.n > 0 && b.mem >= headMem(&m.common) {
		bad("band %s is idle and %d are ready", b.name, m.common.n)
	}
	if len(errs) > 0 {
		return fmt.Errorf("%d broken, first: %w", len(errs), errs[0])
	}
	return nil
}

// checkGang checks that of a gang all members are out, or none is, unless its attempt is over or some are
// done.
func checkGang(m *Machine, g *gang) error {
	out := 0
	for _, s := range g.members {
		if s.gang != g || s.task != g.task {
			return fmt.Errorf("%s is no member of its gang", s.id)
		}
		if s.state == leased {
			out++
			if g.began && s.attempt != g.attempt {
				return fmt.Errorf("%s of gang %s has attempt %d", s.id, g.name(), s.attempt)
			}
		}
	}
	switch {
	case g.began && g.ending == "" && !g.task.canceled && out+len(g.done) != g.size:
		return fmt.Errorf("%d members of gang %s of %d are out and %d are done", out, g.name(), g.size, len(g.done))
	case out > 0 && !g.began && g.ending == "" && !g.task.canceled:
		return fmt.Errorf("%d members of gang %s are out, which has not begun", out, g.name())
	case g == m.reserved && !g.pending():
		return fmt.Errorf("slots are kept free for gang %s, which is not ready", g.name())
	}
	return nil
}

func headMem(q *queue) int64 {
	if s := q.head(); s != nil {
		return s.minMem
	}
	return 0
}

// producing reports that a subtask will still make c: its record waits for that.
func producing(m *Machine, c *chunk) bool {
	for _, t := range m.order {
		for _, s := range t.subs {
			if s == nil || s.state == finished {
				continue
			}
			for _, o := range s.out {
				if o == c {
					return true
				}
			}
		}
	}
	return false
}

// leaseOnce checks over a history that a run is leased at most once.
type leaseOnce map[service.Run]service.LeaseID

func (l leaseOnce) add(effects []Effect) error {
	for _, e := range effects {
		if a, ok := e.(Assign); ok {
			for _, r := range a.Runs {
				if old, ok := l[r]; ok {
					return fmt.Errorf("%s is in %s and in %s", r, old, a.Lease)
				}
				l[r] = a.Lease
			}
		}
	}
	return nil
}
