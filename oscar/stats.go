package oscar

// Stats is a look at a System; the numbers are of about the same moment.
type Stats struct {
	Actors  int // that live here
	Queued  int // messages that wait in mailboxes, and senders that wait for room
	Links   int
	Asking  int // asks of ours that peers have not answered
	Serving int // asks of peers that we have not answered
}

// Stats counts what is going on; it takes the lock of every actor for a moment.
func (s *System) Stats() (st Stats) {
	s.cells.Range(func(_, x any) bool {
		c := x.(*cell)
		c.mu.Lock()
		st.Actors++
		st.Queued += len(c.in) + len(c.senders)
		c.mu.Unlock()
		return true
	})
	s.ports.Range(func(_, x any) bool {
		p := x.(*Port)
		p.mu.Lock()
		st.Links++
		st.Asking += len(p.asks)
		st.Serving += len(p.serving)
		p.mu.Unlock()
		return true
	})
	return st
}
