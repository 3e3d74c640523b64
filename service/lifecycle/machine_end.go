package lifecycle

import (
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// finished takes the result of a subtask that is done. What it made and nobody reads, or of which nobody
// knows any more, is deleted.
func (m *Machine) finished(x *service.Result) {
	r, known := m.find(x.ID)
	if known && m.recipes[r].done {
		return // reported twice
	}
	if !known {
		for i := range x.Facts {
			f := &x.Facts[i]
			if c, ok := m.index[f.Key]; (!ok || m.chunks[c].data == 0) && !f.Local {
				m.gone.Keys = append(m.gone.Keys, f.Key)
			}
		}
		return
	}
	p := &m.recipes[r]
	p.done = true
	p.attempt = max(p.attempt, x.Attempt)
	parts := m.asked[r]
	delete(m.asked, r)
	for i, c := range p.out {
		if c < 0 || i >= len(x.Facts) && p.traits&service.Exchange == 0 {
			continue
		}
		y := &m.chunks[c]
		y.flags = y.flags&^away | made
		if parts != nil {
			if m.parts[c] == nil {
				m.parts[c] = map[int32]bool{}
			}
			for k := range parts {
				m.parts[c][k] = true
			}
			y.flags |= partial
		} else {
			delete(m.parts, c)
			y.flags &^= partial
		}
		if i < len(x.Facts) && x.Facts[i].Local {
			y.flags |= local
		}
		m.settle(c)
	}
	if p.traits&service.Exchange == 0 {
		m.unreadAll(r)
	} else {
		for _, c := range p.out {
			if c >= 0 {
				m.settle(c)
			}
		}
	}
	m.less(r)
}

// value keeps the chunks of a value, with one handle more.
func (m *Machine) value(f service.Manifest) {
	v := m.values[f.Value]
	if v == nil {
		v = &value{}
		m.values[f.Value] = v
	}
	v.refs++
	old := v.chunks
	v.m, v.chunks = f, make([]int32, len(f.Chunks))
	for i := range f.Chunks {
		v.chunks[i] = m.chunk(f.Chunks[i].Key)
		m.need(v.chunks[i])
	}
	for _, c := range old {
		m.unread(c)
	}
}

func (m *Machine) decref(k op.Key) {
	v := m.values[k]
	if v == nil {
		return
	}
	if v.refs--; v.refs > 0 {
		return
	}
	delete(m.values, k)
	for _, c := range v.chunks {
		m.unread(c)
	}
}

// end releases what a task holds and, when it failed, what its subtasks that are not done would have read. Of
// one that did not fail these are made again for others.
func (m *Machine) end(id service.TaskID, failed bool) {
	t := m.tasks[id]
	if t == nil {
		m.emit(Forget{id})
		return
	}
	t.ended = true
	held := make([]int32, 0, len(t.held))
	for c := range t.held {
		held = append(held, c)
	}
	slices.Sort(held)
	t.held = map[int32]bool{}
	for _, c := range held {
		m.unread(c)
	}
	if failed {
		m.abandon(t)
	}
	if t.recipes == 0 && m.tasks[id] == t {
		m.forget(id)
	}
}

// abandon ends the recipes of a task that are not done. What others need of them is made again.
func (m *Machine) abandon(t *task) {
	var open []int32
	for _, r := range t.at {
		if r > 0 && !m.recipes[r-1].done {
			open = append(open, r-1)
		}
	}
	for _, r := range open {
		m.recipes[r].done = true
		delete(m.asked, r)
		m.unreadAll(r)
	}
	var need []op.Key
	for _, r := range open {
		for _, c := range m.recipes[r].out {
			if x := c; x >= 0 && m.chunks[x].data > 0 && m.chunks[x].flags&(made|alias) == 0 {
				need = append(need, m.chunks[x].key)
			}
		}
	}
	for _, r := range open {
		m.less(r)
	}
	m.collect()
	m.recover(need)
}

// broken ends a recipe that failed when it ran again, with those of ended tasks that would have read what it
// makes. Runs of tasks that go on are told.
func (m *Machine) broken(e Broken) {
	first, ok := m.find(e.ID)
	if !ok || m.recipes[first].done {
		return
	}
	bad := map[int32]bool{first: true}
	order := []int32{first}
	for grown := true; grown; {
		grown = false
		for i := range m.recipes {
			r, p := int32(i), &m.recipes[i]
			if p.free || p.done || bad[r] {
				continue
			}
			for _, x := range p.in {
				if k := m.chunks[x.chunk].recipe; k < 0 || !bad[k] {
					continue
				}
				if m.tasks[p.id.Task()].ended {
					bad[r], grown = true, true
					order = append(order, r)
				}
				break
			}
		}
	}
	for i := range m.recipes {
		p := &m.recipes[i]
		if p.free || p.done || bad[int32(i)] {
			continue
		}
		for _, x := range p.in {
			if k := m.chunks[x.chunk].recipe; k >= 0 && bad[k] {
				m.emit(Unrecoverable{Key: m.chunks[x.chunk].key, Run: service.Run{ID: p.id, Attempt: p.attempt}, Why: e.Why})
				break
			}
		}
	}
	for _, r := range order {
		m.recipes[r].done = true
		m.unreadAll(r)
		m.less(r)
	}
}

// close drops everything.
func (m *Machine) close() {
	var all Delete
	for i := range m.chunks {
		if x := &m.chunks[i]; x.flags&(made|away) != 0 && x.flags&alias == 0 {
			if x.flags&local != 0 {
				all.Local = append(all.Local, x.key)
			} else {
				all.Keys = append(all.Keys, x.key)
			}
		}
	}
	ids := make([]service.TaskID, 0, len(m.tasks))
	for id := range m.tasks {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	m.reset()
	m.gone = all
	for _, id := range ids {
		m.emit(Forget{id})
	}
}

// Counts are the numbers of the session. Bytes estimates the records.
func (m *Machine) Counts() service.LifecycleCounts {
	c := service.LifecycleCounts{Values: len(m.values), Recipes: len(m.recipes) - len(m.freeR)}
	for i := range m.chunks {
		if m.chunks[i].data > 0 {
			c.Chunks++
		}
	}
	refs, outs, places := 0, 0, 0
	for _, t := range m.tasks {
		places += cap(t.at)
	}
	for i := range m.recipes {
		refs, outs = refs+len(m.recipes[i].in), outs+len(m.recipes[i].out)
	}
	c.Bytes = int64(cap(m.chunks)*40 + cap(m.recipes)*96 + refs*8 + outs*4 + len(m.index)*40 + places*4)
	return c
}
