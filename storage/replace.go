package storage

// Replace keeps v, an equal value, in the place of the value of p, which p goes on holding until Release. It
// reports false, and nothing changes, where others use the value, where it is not in memory or is Parts, and
// where v takes more room than there is.
func (p *Pin) Replace(v Value) bool {
	s, e := p.s, p.e
	blocks := blocksOf(v, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.own != nil || e.value == nil || e.parts > 0 || e.pins > 1 || e.job != none || e.gone || s.closed {
		return false
	}
	was, a := e.value, e.by()
	old := s.policy.drop(e)
	if fit, _ := s.policy.room(s.policy.gain(v, blocks), a, a.gain(v, blocks)); fit != fits {
		s.policy.keep(e, was, old)
		return false
	}
	s.keep(e, v, blocks)
	p.own = old
	s.news.tell()
	return true
}
