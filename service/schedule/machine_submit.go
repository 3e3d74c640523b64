package schedule

import (
	"github.com/mars-project/mars-go/service"
)

// submit adds skeletons. With again they may be known: what is finished or stalled runs once more.
func (m *Machine) submit(session string, id service.TaskID, list []service.Subtask, known []service.ChunkMeta, again bool) {
	t := m.task(id, session)
	if t.canceled {
		return
	}
	if t.open == 0 && t.root == t {
		t.pass = max(t.pass, m.vtime) // what it did not use while it had nothing to do is gone
	}
	ins, outs := 0, 0
	for i := range list {
		ins, outs = ins+len(list[i].Inputs), outs+len(list[i].Outputs)
	}
	chunks := make([]*chunk, 0, ins+outs)
	subs := make([]sub, 0, len(list))
	fresh := make([]*sub, 0, len(list))
	for i := range list {
		x := &list[i]
		s := m.sub(x.ID)
		switch {
		case s == nil:
			subs = append(subs, sub{id: x.ID, task: t, state: waiting, wanted: again})
			s = &subs[len(subs)-1]
			t.put(s)
			t.open++
		case s.announced:
			s.announced = false
		case !again || s.state < finished:
			continue
		default:
			m.reopen(s)
		}
		if s.slots == 0 {
			s.attempt, s.slots, s.exchange = x.Attempt, max(1, x.Slots), x.Traits&service.Exchange != 0
			s.prio, s.once = x.Priority, x.Traits&service.Once != 0
			s.least, s.where = x.Least, x.Where
		} else {
			s.attempt = max(s.attempt+1, x.Attempt)
		}
		if x.Member.Gang > 0 && s.gang == nil {
			t.join(s, x.Member)
		}
		if again {
			s.prio, s.remade = x.Priority-urgent, true
		}
		s.state, s.mem, s.deps = waiting, x.Mem, 0
		s.gen++
		read, from := s.in, len(chunks)
		for j := range x.Inputs {
			c := m.chunk(x.Inputs[j].Key, x.Inputs[j].Bytes)
			c.readers++
			chunks = append(chunks, c)
		}
		s.in = chunks[from:len(chunks):len(chunks)]
		m.release(read)
		from = len(chunks)
		for j := range x.Outputs {
			o := &x.Outputs[j]
			c := m.chunk(o.Key, o.Bytes)
			c.hold = c.hold || o.Hold
			if s.exchange && c.alias == nil {
				c.alias = &alias{of: s, losses: -1}
				m.aliases[c] = struct{}{}
			}
			chunks = append(chunks, c)
		}
		s.out = chunks[from:len(chunks):len(chunks)]
		for _, d := range x.Deps {
			if p := m.sub(d); p != nil {
				p.succ = append(p.succ, edge{s, s.gen}) // a finished one may be run again
				if p.state != finished {
					s.deps++
				}
			}
		}
		fresh = append(fresh, s)
	}
	for i := range known {
		m.learn(&known[i])
	}
	for _, s := range fresh {
		if s.deps == 0 && s.state == waiting {
			m.ready(s)
		}
	}
}

// announce takes subtasks that a Rerun will bring. Who depends on one of them may come before it, from
// another task: it has to wait.
func (m *Machine) announce(e Announced) {
	for _, id := range e.Subtasks {
		t := m.task(id.Task(), e.Session)
		if t.canceled {
			continue // its Rerun will not come
		}
		s := m.sub(id)
		switch {
		case s == nil:
			s = &sub{id: id, task: t, wanted: true}
			t.put(s)
			t.open++
		case s.state != finished:
			continue // it waits or runs already, or waits for the Rerun
		default:
			m.reopen(s)
		}
		s.state, s.deps, s.announced, s.remade = waiting, 1, true, true
		s.gen++
	}
}

// reopen makes a subtask that has come to an end, or stalled, one that is not done: those that wait for it
// wait again.
func (m *Machine) reopen(s *sub) {
	if s.state != stalled {
		s.recoveries = 0
		s.failures, s.minMem, s.bad = 0, 0, nil // what spoke against bands and memory is of another time
		s.task.open++
	}
	if s.state != finished {
		return
	}
	m.losses++
	s.wanted = true
	for _, c := range s.out {
		c.made = c.at != nil // else it will be
	}
	live := s.succ[:0]
	for _, e := range s.succ {
		if e.gen != e.to.gen {
			continue
		}
		switch e.to.state {
		case finished, failed:
			continue
		case ready:
			m.unqueue(e.to)
			e.to.state = waiting
		}
		e.to.deps++ // of a leased one too: it may come back
		live = append(live, e)
	}
	s.succ = live
}
