package schedule

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

func runOf(s *sub) []service.Run { return []service.Run{s.run()} }

// slotsOf is how many slots runs of a band take.
func (b *band) slotsOf(rs []service.Run) (n int32) {
	for s := b.last; s != nil; s = s.prev {
		if slices.Contains(rs, s.run()) {
			n += s.slots
		}
	}
	return n
}

// memberDone keeps a result until all members have one.
func (m *Machine) memberDone(s *sub, r *service.Result) {
	g, b := s.gang, s.band
	m.unlease(s)
	if s.task.canceled {
		m.told(&memberResult{s, b, *r})
		return
	}
	s.state = waiting
	if g.ending != "" {
		m.cameBack(g)
		return
	}
	if g.done = append(g.done, memberResult{s, b, *r}); len(g.done) < g.size {
		return
	}
	g.began = false
	m.emit(GangOver{Gang: g.name()})
	for i := range g.done {
		m.told(&g.done[i])
	}
	g.done = nil
}

// told passes the result of a member on.
func (m *Machine) told(x *memberResult) {
	m.finished(x.s, x.b, &x.r)
	m.emit(Done{Task: x.s.task.id, Band: x.b.name, Epoch: x.b.epoch, Results: []service.Result{x.r}})
}

// doneThere ends gangs of a task whose results lie on a band that is down, and are not told yet.
func (m *Machine) doneThere(t *task, b *band, e BandDown) {
	for _, g := range t.gangs {
		i := slices.IndexFunc(g.done, func(x memberResult) bool { return x.b == b })
		if i < 0 {
			continue
		}
		s := g.done[i].s
		g.done = slices.DeleteFunc(g.done, func(x memberResult) bool { return x.b == b })
		if !t.canceled {
			m.memberLost(s, b, e)
		}
	}
}

// memberBack takes a member that was not begun, so its gang begins once more.
func (m *Machine) memberBack(s *sub) {
	if s.band != nil {
		m.unlease(s)
	}
	if s.task.canceled {
		s.state = failed
		s.task.open--
		return
	}
	s.state = waiting
	m.attemptOver(s.gang, "a member was given back")
}

// memberFailed decides what becomes of a gang of which a run failed. What its members were told to end for
// the first that failed is no failure of their own.
func (m *Machine) memberFailed(s *sub, b *band, r *service.Result) {
	g := s.gang
	s.state = waiting
	if g.ending != "" {
		m.cameBack(g)
		return
	}
	why := fmt.Sprintf("rank %d: %s", g.rank(s), r.Err.Error())
	switch r.Err.Kind {
	case errs.Lost:
		if r.Outdated {
			m.attemptOver(g, "inputs were made again meanwhile")
			return
		}
		if len(r.Lost) > 0 {
			m.memberStalls(s, r.Lost, r.Err)
			return
		}
	case errs.Pressure:
		s.bad = b
		m.attemptOver(g, why)
		return
	case errs.Unavailable: // it has not begun
		s.bad = b
		m.blame(b, r.Err)
		if g.failures++; g.failures <= m.cfg.Retries {
			m.attemptOver(g, why)
			return
		}
	default:
		if g.tries++; g.retry && g.tries < gangTries {
			m.attemptOver(g, why)
			return
		}
	}
	m.gangFails(s, b.name, why, r.Err)
}

// memberLost is the end of the band of a member: it may have begun.
func (m *Machine) memberLost(s *sub, b *band, e BandDown) {
	g := s.gang
	s.state = waiting
	if g.ending != "" {
		m.cameBack(g)
		return
	}
	why := fmt.Sprintf("band %s is down: %s", b.name, e.Why)
	if g.tries++; e.Clean || g.retry && g.tries < gangTries {
		m.attemptOver(g, why)
		return
	}
	m.gangFails(s, b.name, why, &service.Failure{
		Kind: errs.Lost, Msg: fmt.Sprintf("%s; rank %d of %d was there, and the others cannot go on without it: retry_when_fail=True begins all of them again", why, g.rank(s), g.size),
	})
}

// memberStalls has inputs of a member made again, for which the others wait.
func (m *Machine) memberStalls(s *sub, lost []op.Key, f *service.Failure) {
	for _, k := range lost {
		if c := m.chunks[k]; c != nil {
			c.at, c.more = nil, nil
			m.losses++
		}
	}
	m.stallOn(s, lost, f)
	if s.state != failed {
		m.attemptOver(s.gang, "inputs are lost")
		return
	}
	s.gang.ending, s.gang.began = f.Error(), false
	m.emit(GangOver{s.gang.name(), f.Error()})
}

// gangFails is the end of a gang for good, by one of its members.
func (m *Machine) gangFails(s *sub, at service.Band, why string, f *service.Failure) {
	g := s.gang
	g.ending, g.began = why, false
	m.emit(GangOver{g.name(), why})
	m.fail(s, at, f)
}

// attemptOver ends an attempt: all that run of it are to come back.
func (m *Machine) attemptOver(g *gang, why string) {
	if g.ending == "" {
		g.ending = why
		m.emit(GangOver{g.name(), why})
	}
	m.cameBack(g)
}

// cameBack begins a gang again once none of its members is out.
func (m *Machine) cameBack(g *gang) {
	out := func(s *sub) bool { return s.state == leased }
	gone := func(s *sub) bool { return s.state == failed }
	if slices.ContainsFunc(g.members, out) || slices.ContainsFunc(g.members, gone) {
		return
	}
	why := g.ending
	g.ending, g.began, g.done = "", false, nil
	for _, s := range g.members {
		s.attempt = max(s.attempt, g.attempt) + 1
		if s.state == stalled {
			continue
		}
		m.emit(Retried{s.run(), why})
		if s.state == waiting && s.deps == 0 {
			m.ready(s)
		}
	}
}

// rank is the place of a member in its gang.
func (g *gang) rank(s *sub) int { return slices.Index(g.members, s) }

// disband ends the gangs of a task that is over.
func (m *Machine) disband(t *task) {
	for _, g := range t.gangs {
		if g == m.reserved {
			m.unreserve()
		}
		if g.began && g.ending == "" {
			g.ending, g.began = "its task is over", false
			m.emit(GangOver{g.name(), g.ending})
		}
		for i := range g.done { // what they have made is there
			m.told(&g.done[i])
		}
		g.done = nil
	}
}
