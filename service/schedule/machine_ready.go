package schedule

// ready puts a subtask into a queue.
func (m *Machine) ready(s *sub) {
	if s.exchange {
		m.finishExchange(s)
		return
	}
	if s.gang != nil && s.gang.began { // it waits for those of its attempt that are out
		return
	}
	s.state = ready
	if s.gang != nil {
		m.gangs.push(s)
		return
	}
	m.enqueue(s)
}

// finishExchange ends an exchange. It goes on reading its inputs until nobody reads its output.
func (m *Machine) finishExchange(s *sub) {
	s.state = finished
	s.task.open--
	for _, c := range s.out {
		a := c.alias
		a.shares, a.total, a.losses = a.shares[:0], 0, -1
		for _, in := range s.in {
			if in.at == nil {
				continue
			}
			in.at.near += in.bytes
			a.total += in.bytes
			if in.at.near == in.bytes {
				a.shares = append(a.shares, share{band: in.at})
			}
		}
		for i := range a.shares {
			a.shares[i].bytes, a.shares[i].band.near = a.shares[i].band.near, 0
		}
		c.made = true
	}
	m.exchanges = append(m.exchanges, s)
	m.wake(s)
	for _, c := range s.out {
		m.unread(c)
	}
}

// wake tells those that depend on s that it is done.
func (m *Machine) wake(s *sub) {
	for _, e := range s.succ {
		if e.gen != e.to.gen {
			continue
		}
		if e.to.deps--; e.to.deps == 0 && e.to.state == waiting {
			m.ready(e.to)
		}
	}
}

// unread forgets a chunk that nobody will read.
func (m *Machine) unread(c *chunk) {
	if c.readers > 0 || c.hold {
		return
	}
	if m.chunks[c.key] == c {
		c.gone = true
		delete(m.chunks, c.key)
		delete(m.aliases, c)
	}
	if a := c.alias; a != nil && a.of.state == finished && a.of.in != nil {
		in := a.of.in
		a.of.in = nil
		m.release(in)
	}
}

// release ends the reading of chunks.
func (m *Machine) release(in []*chunk) {
	for _, c := range in {
		c.readers--
		m.unread(c)
	}
}

func (m *Machine) locate(c *chunk, b *band) {
	if c.at == nil {
		m.losses++
	}
	c.made = true
	if c.at == nil {
		c.at = b
	} else if !c.on(b) {
		c.more = append(c.more, b)
	} else {
		return
	}
	b.hold(c)
}
