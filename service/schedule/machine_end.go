package schedule

import (
	"fmt"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// reported takes what a band says. Runs that are not current are left out.
func (m *Machine) reported(r *service.Report) {
	b := m.bands[r.Band]
	if b == nil || r.Epoch != b.epoch {
		return
	}
	b.load, b.away = r.Load, int(r.Away)
	var d Done // neighbours of one task go on together
	flush := func() {
		if len(d.Results) > 0 {
			m.emit(d)
		}
		d = Done{}
	}
	for i := range r.Results {
		x := &r.Results[i]
		s := m.sub(x.ID)
		if s == nil || s.state != leased || s.attempt != x.Attempt || s.band != b {
			continue
		}
		if x.Err != nil {
			flush()
			m.failedRun(s, x)
			continue
		}
		if s.gang != nil {
			flush()
			m.memberDone(s, x)
			continue
		}
		m.finish(s, x)
		if d.Task != s.task.id {
			flush()
			d = Done{Task: s.task.id, Band: b.name, Epoch: b.epoch, Results: make([]service.Result, 0, len(r.Results)-i)}
		}
		d.Results = append(d.Results, *x)
	}
	flush()
	for _, x := range r.Returned {
		if s := m.sub(x.ID); s != nil && s.state == leased && s.attempt == x.Attempt && s.band == b {
			m.back(s)
		}
	}
	if len(r.Promoted) > 0 {
		m.emit(Promoted{b.name, b.epoch, r.Promoted})
	}
	if len(r.Results) > 0 {
		b.refused = false
	}
	m.changed(b)
	if r.Answer {
		b.refused = len(r.Returned) == 0
		m.unask(b)
	}
}

// unask ends a revoke: what was not given back counts as busy again.
func (m *Machine) unask(b *band) {
	for s := b.first; s != nil; s = s.next {
		s.revoking = false
	}
	b.revoked = 0
	m.changed(b)
}

// back takes a subtask out of its lease that was not run.
func (m *Machine) back(s *sub) {
	if s.gang != nil {
		m.memberBack(s)
		return
	}
	m.unlease(s)
	s.attempt++
	if s.task.canceled {
		s.state = failed
		s.task.open--
		return
	}
	s.state = waiting
	if s.deps == 0 {
		s.state = ready
		if s.choosy() {
			m.enqueue(s)
		} else {
			m.common.push(s) // whoever has nothing to do, not the band that gave it back
		}
	}
}

// failedRun decides what becomes of a subtask whose run failed.
func (m *Machine) failedRun(s *sub, r *service.Result) {
	b := s.band
	m.unlease(s)
	if s.task.canceled {
		s.state = failed
		s.task.open--
		return
	}
	if s.gang != nil {
		m.memberFailed(s, b, r)
		return
	}
	switch r.Err.Kind {
	case errs.Lost:
		if r.Outdated {
			m.again(s, false, "its inputs were made again meanwhile", nil)
			return
		}
		if len(r.Lost) > 0 {
			for _, k := range r.Lost {
				if c := m.chunks[k]; c != nil {
					c.at, c.more = nil, nil // made or, when it runs again already, not yet
					m.losses++
				}
			}
			m.stallOn(s, r.Lost, r.Err)
			return
		}
	case errs.Pressure:
		s.bad = b
		m.again(s, false, "no memory on "+b.name.String(), nil)
		return
	case errs.Unavailable:
		s.bad = b
		m.blame(b, r.Err)
		m.again(s, true, r.Err.Error(), r.Err)
		return
	case errs.OutOfMemory:
		if r.Err.Quota != "" { // the session has reached what it may have there, which is no fault of the node: it may have room elsewhere
			if m.others(b) {
				s.bad = b
				m.again(s, true, r.Err.Error(), r.Err)
				return
			}
			break
		}
		if r.Err.Peer == b.node.name { // its disk is full, which is no want of memory: another one may have room
			if !m.others(b) {
				break
			}
			s.bad = b
			m.strike(b.node, r.Err.Error())
			m.again(s, true, r.Err.Error(), r.Err)
			return
		}
		s.minMem = b.mem + 1
		if m.larger(s) {
			m.again(s, false, fmt.Sprintf("%s of memory on %s is not enough", service.Bytes(b.mem), b.name), nil)
			return
		}
	}
	m.fail(s, b.name, r.Err)
}

// blame strikes the node that could not be reached, which may be that of b itself. What failed because of
// something that is no node, as a user's source, strikes nobody.
func (m *Machine) blame(b *band, f *service.Failure) {
	if f.Peer == b.node.name {
		m.strike(b.node, f.Error())
	} else if n := m.nodes[f.Peer]; n != nil {
		m.strike(n, fmt.Sprintf("%s: %s", b.name, f.Error()))
	}
}

// blamed takes failures that blame another node. Where that is gone the failure is nobody's fault: the inputs
// are elsewhere, or are made again.
func (m *Machine) blamed(e Blamed) {
	b := m.bands[e.Band]
	if b == nil || e.Epoch != b.epoch {
		return
	}
	for i := range e.Results {
		x := &e.Results[i]
		s := m.sub(x.ID)
		switch {
		case s == nil || s.state != leased || s.attempt != x.Attempt || s.band != b:
		case !e.Gone || s.task.canceled:
			m.failedRun(s, x)
		case s.gang != nil:
			m.unlease(s)
			m.memberBack(s)
		default:
			m.unlease(s)
			m.again(s, false, x.Err.Error(), nil)
		}
	}
	m.changed(b)
}

// others reports whether some band of another node is there.
func (m *Machine) others(b *band) bool {
	for _, x := range m.bands {
		if x.node != b.node && !x.closed {
			return true
		}
	}
	return false
}

// larger reports whether some band has the memory that s needs.
func (m *Machine) larger(s *sub) bool {
	for _, b := range m.bands {
		if s.fits(b) && !b.closed {
			return true
		}
	}
	return false
}

// again makes s run once more. A run that may have done harm counts against Retries.
func (m *Machine) again(s *sub, counts bool, why string, f *service.Failure) {
	if counts {
		if s.failures++; int(s.failures) > m.cfg.Retries {
			if f == nil {
				f = &service.Failure{Kind: errs.Unavailable, Msg: why}
			}
			g := *f
			g.Lead("failed %d times, last", s.failures)
			m.fail(s, service.Band{}, &g)
			return
		}
	}
	s.attempt++
	s.state = waiting
	m.emit(Retried{s.run(), why})
	if s.deps == 0 {
		m.ready(s)
	}
}

// stall stops a subtask that was taken from a queue and whose inputs are nowhere.
func (m *Machine) stall(s *sub, lost []*chunk) {
	keys := make([]op.Key, len(lost))
	for i, c := range lost {
		keys[i] = c.key
	}
	m.stallOn(s, keys, &service.Failure{Kind: errs.Lost, Msg: fmt.Sprintf("input %s is lost", keys[0].Short())})
}

func (m *Machine) stallOn(s *sub, lost []op.Key, f *service.Failure) {
	if s.recoveries++; int(s.recoveries) > m.cfg.Recoveries {
		g := *f
		g.Lead("lost its inputs %d times, last", s.recoveries)
		m.fail(s, service.Band{}, &g)
		return
	}
	s.state = stalled
	m.emit(Stalled{s.run(), lost})
}

// cancel takes all that is queued out and asks the bands to stop the rest.
func (m *Machine) cancel(id service.TaskID) {
	t := m.tasks[id]
	if t == nil {
		m.emit(Canceled{id})
		return
	}
	if t.canceled {
		if len(t.stopping) == 0 {
			m.emit(Canceled{id})
		}
		return
	}
	t.canceled = true
	t.stopping = map[*band]bool{}
	m.disband(t)
	var on []*band
	for _, s := range t.subs {
		if s == nil {
			continue
		}
		switch s.state {
		case ready:
			m.unqueue(s)
		case leased:
			if !t.stopping[s.band] {
				t.stopping[s.band] = true
				on = append(on, s.band)
			}
			continue
		case finished, failed:
			continue
		}
		s.state, s.announced = failed, false
		t.open--
		m.release(s.in)
		s.in = nil
	}
	for _, b := range on {
		m.emit(Stop{b.name, id})
	}
	if len(on) == 0 {
		m.emit(Canceled{id})
	}
}

// stopped says that b runs nothing of t any more.
func (m *Machine) stopped(t *task, b *band) {
	if b == nil || !t.stopping[b] {
		return
	}
	delete(t.stopping, b)
	for s := b.first; s != nil; {
		next := s.next
		if s.task == t {
			m.unlease(s)
			s.state = failed
			t.open--
			m.release(s.in)
			s.in = nil
		}
		s = next
	}
	if len(t.stopping) == 0 {
		m.emit(Canceled{t.id})
	}
}

// forget drops a task, but for what is being made again.
func (m *Machine) forget(id service.TaskID) {
	t := m.tasks[id]
	if t == nil {
		return
	}
	left := false
	for i, s := range t.subs {
		if s == nil {
			continue
		}
		if s.remade && !t.canceled && (s.state < finished || s.state == stalled) {
			left = true
			continue
		}
		m.drop(s)
		t.subs[i] = nil
	}
	if left {
		return
	}
	m.disband(t)
	delete(m.tasks, id)
	if t.depth > 0 {
		m.nested--
	}
	for i, x := range m.order {
		if x == t {
			m.order = append(m.order[:i], m.order[i+1:]...)
			break
		}
	}
}

// drop forgets a subtask. Those of other tasks that wait for it will see that its outputs are lost.
func (m *Machine) drop(s *sub) {
	was := s.state
	switch was {
	case ready:
		m.unqueue(s)
	case leased:
		m.unlease(s)
	}
	if was < finished || was == stalled {
		s.task.open--
	}
	if s.gang != nil {
		s.gang.part(s)
	}
	m.release(s.in) // an exchange that is finished still reads
	out, succ := s.out, s.succ
	s.state, s.announced, s.in, s.succ = failed, false, nil, nil
	for _, c := range out {
		m.unread(c)
	}
	if was == finished {
		return
	}
	for _, e := range succ {
		if e.gen != e.to.gen || e.to.task == s.task {
			continue
		}
		if e.to.deps--; e.to.deps == 0 && e.to.state == waiting {
			m.ready(e.to)
		}
	}
}
