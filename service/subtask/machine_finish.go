package subtask

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// ended takes the result of a run that was started.
func (m *Machine) ended(x *service.Result) {
	r := m.runs[x.Run()]
	switch {
	case r == nil || r.state < running:
		return
	case r.state == running:
		m.running--
		m.take(r, -1)
	default:
		m.home(r)
	}
	r.lease.task.took(x.Ended - x.Started)
	if m.alone == r {
		m.alone = nil
	}
	switch {
	case r.aborted && x.Err != nil:
		m.drop(r)
	case x.Err == nil:
		m.finish(r, x)
	case r.displaced && pressed(x.Err):
		m.gaveWay(r, x)
	case pressed(x.Err):
		m.refusedMore(r, x)
	default:
		m.fail(r, x)
	}
	m.again()
}

// refusedMore queues a run again with twice the memory: its grant was too small and could not grow. After it
// was alone there is no more.
func (m *Machine) refusedMore(r *run, x *service.Result) {
	if r.alone && len(m.away) > 1 && m.displace(r.depth, false) { // they have what it lacks
		r.far = false
		m.queue(r) // it is held until one has ended
		return
	}
	if r.alone {
		f := *x.Err
		f.Kind = errs.OutOfMemory
		if f.Peer != "" { // see errs.From
			f.Lead("%s has no room, even for it alone, while its disks are full", m.cfg.Band)
		} else {
			f.Lead("needs more than the %s of memory of %s, even alone", service.Bytes(m.cfg.Mem), m.cfg.Band)
		}
		x.Err = &f
		m.fail(r, x)
		return
	}
	if r.mem *= 2; x.Err.Kind == errs.OutOfMemory && x.Err.Peer == "" { // one piece is more than the budget: nothing between is enough
		r.mem = max(r.mem, m.cfg.Mem)
	}
	r.far = false // its inputs were here a moment ago
	m.queue(r)
}

// finish passes a result on, frees what was read for the last time and wakes successors.
func (m *Machine) finish(r *run, x *service.Result) {
	for j, c := range r.made {
		if c == nil || j >= len(x.Facts) {
			continue
		}
		c.made, c.facts = true, x.Facts[j]
		if !c.promoted {
			x.Facts[j].Local = true
			c.facts.Local = false // as it would be promoted
			m.freeUnread(r, c)
		}
	}
	for _, c := range r.in {
		c.readers--
		m.freeUnread(r, c)
	}
	for _, s := range r.succ {
		if s.deps--; s.deps == 0 && s.state == blocked && m.runs[s.id] == s {
			m.queue(s)
		}
	}
	x.Lease = r.lease.id
	r.lease.owner.results = append(r.lease.owner.results, *x)
	m.forget(r)
}

func (m *Machine) freeUnread(r *run, c *local) {
	if c.readers == 0 && c.made && !c.promoted {
		c.promoted = true // once
		m.freed(r.lease.session, c.key)
	}
}

// freed gathers neighbours of a session into one effect.
func (m *Machine) freed(session string, k op.Key) {
	if n := len(m.free); n > 0 && m.free[n-1].Session == session {
		m.free[n-1].Keys = append(m.free[n-1].Keys, k)
		return
	}
	m.free = append(m.free, Free{session, []op.Key{k}})
}

// fail passes a failure on, and gives back all of the lease that waits for it.
func (m *Machine) fail(r *run, x *service.Result) {
	o := r.lease.owner
	x.Lease, x.Facts = r.lease.id, nil
	o.results = append(o.results, *x)
	o.urgent = true
	m.keep(r)
	m.forget(r)
	m.backSucc(r)
}

// backSucc gives back what waits for r, which will not be done here.
func (m *Machine) backSucc(r *run) {
	for _, s := range r.succ {
		if s.state == blocked && m.runs[s.id] == s {
			m.back(s)
		}
	}
}

// back gives a run back that has not started, with all that waits for it.
func (m *Machine) back(r *run) {
	o := r.lease.owner
	o.back = append(o.back, r.id)
	o.urgent = true
	m.keep(r)
	m.forget(r)
	m.backSucc(r)
}

// keep makes the chunks that r would have read, and those it would have made, chunks like others: somebody
// elsewhere reads them now.
func (m *Machine) keep(r *run) {
	for _, c := range r.in {
		if !c.promoted {
			c.promoted = true
			if c.made {
				r.lease.owner.promoted = append(r.lease.owner.promoted, service.Promotion{Task: r.lease.task.id, Facts: c.facts})
			}
		}
	}
}

// forget ends r here.
func (m *Machine) forget(r *run) {
	delete(m.runs, r.id)
	m.ready(r)
	t := r.lease.task
	if t.runs--; t.runs > 0 {
		return
	}
	delete(m.tasks, t.id)
	if m.canceled[t.id] {
		delete(m.canceled, t.id)
		m.gone = append(m.gone, t.id)
		r.lease.owner.urgent = true
	}
}
