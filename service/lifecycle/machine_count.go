package lifecycle

import (
	"github.com/mars-project/mars-go/service"
)

// need adds a reader of the data of c. A reader of an alias keeps the data behind it.
func (m *Machine) need(c int32) {
	m.count(c, 1, 0)
	if x := &m.chunks[c]; x.flags&alias != 0 && x.recipe >= 0 {
		m.read(x.recipe)
	}
}

// use adds a recipe that reads c.
func (m *Machine) use(c int32) { m.count(c, 0, 1) }

// unread removes a reader; the last one lets the data go.
func (m *Machine) unread(c int32) {
	m.count(c, -1, 0)
	m.settle(c)
}

// settle drops the data of c when nobody reads it. What cannot be made again stays as long as others are made
// of it.
func (m *Machine) settle(c int32) {
	x := &m.chunks[c]
	if x.data > 0 || x.recipe < 0 && x.users > 0 {
		return
	}
	if x.flags&alias != 0 {
		if x.recipe >= 0 && m.recipes[x.recipe].done {
			m.unreadAll(x.recipe)
		}
		return
	}
	if x.flags&(made|away) == 0 {
		return
	}
	if x.flags&local != 0 {
		m.gone.Local = append(m.gone.Local, x.key)
	} else {
		m.gone.Keys = append(m.gone.Keys, x.key)
	}
	m.unmade(c)
	m.chunks[c].flags &^= away
}

// unmade forgets that the data of c is somewhere.
func (m *Machine) unmade(c int32) {
	m.chunks[c].flags &^= made | local | partial
	delete(m.parts, c)
}

// count changes the counts of c, and with the first or last of them those of its recipe.
func (m *Machine) count(c, data, users int32) {
	x := &m.chunks[c]
	was := x.data > 0 || x.users > 0
	x.data += data
	x.users += users
	is := x.data > 0 || x.users > 0
	switch {
	case was == is:
	case is && x.recipe >= 0:
		m.recipes[x.recipe].alive++
	case is:
	case x.recipe >= 0:
		m.less(x.recipe)
	default: // an upload
		m.settle(c)
		m.dropChunk(c)
	}
}

// less counts one reason less to keep a recipe.
func (m *Machine) less(r int32) {
	if m.recipes[r].alive--; m.recipes[r].alive == 0 {
		m.work = append(m.work, r)
	}
}

// read makes r count in the data of its inputs, unreadAll ends that.
func (m *Machine) read(r int32) {
	if m.recipes[r].reading {
		return
	}
	m.recipes[r].reading = true
	for _, x := range m.recipes[r].in {
		m.need(x.chunk)
	}
}

func (m *Machine) unreadAll(r int32) {
	if !m.recipes[r].reading {
		return
	}
	m.recipes[r].reading = false
	for _, x := range m.recipes[r].in {
		m.unread(x.chunk)
	}
}

// collect frees recipes that nobody needs, which may free those of their inputs.
func (m *Machine) collect() {
	for len(m.work) > 0 {
		r := m.work[len(m.work)-1]
		m.work = m.work[:len(m.work)-1]
		x := &m.recipes[r]
		if x.alive > 0 || x.free {
			continue
		}
		x.free = true
		m.unreadAll(r)
		for _, c := range x.out {
			if c >= 0 {
				m.settle(c)
				m.dropChunk(c)
			}
		}
		for _, y := range x.in {
			m.count(y.chunk, 0, -1)
		}
		id := x.id
		delete(m.asked, r)
		*x = recipe{free: true}
		m.freeR = append(m.freeR, r)
		t := m.tasks[id.Task()]
		t.at[id.N()] = 0
		if t.recipes--; t.recipes == 0 && t.ended {
			m.forget(id.Task())
		}
	}
}

func (m *Machine) forget(id service.TaskID) {
	delete(m.tasks, id)
	m.emit(Forget{id})
}

func (m *Machine) dropChunk(c int32) {
	delete(m.index, m.chunks[c].key)
	m.unmade(c)
	delete(m.wanted, c)
	m.chunks[c] = chunk{recipe: -1}
	m.freeC = append(m.freeC, c)
}
