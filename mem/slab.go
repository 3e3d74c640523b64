package mem

// A slab is a run cut into slots of one size.
type slab struct {
	run  *run
	mem  []byte
	slot int64
	free []int32 // slots to give out, last first
	at   int     // place in the list of slabs with free slots; -1 when it has none
	n    int     // number of slots
}

// slabs are the slabs of one slot size that have free slots.
type slabs []*slab

func newSlab(r *run, mem []byte, slot int64) *slab {
	n := int(int64(len(mem)) / slot)
	s := &slab{run: r, mem: mem, slot: slot, n: n, free: make([]int32, n), at: -1}
	for i := range s.free {
		s.free[i] = int32(n - 1 - i)
	}
	return s
}

func (l *slabs) add(s *slab) {
	s.at = len(*l)
	*l = append(*l, s)
}

func (l *slabs) remove(s *slab) {
	last := len(*l) - 1
	(*l)[s.at] = (*l)[last]
	(*l)[s.at].at = s.at
	(*l)[last] = nil
	*l = (*l)[:last]
	s.at = -1
}

// get takes a slot from the slab that was used last.
func (l *slabs) get() (*slab, int32) {
	if len(*l) == 0 {
		return nil, 0
	}
	s := (*l)[len(*l)-1]
	i := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	if len(s.free) == 0 {
		l.remove(s)
	}
	return s, i
}

// put gives a slot back and reports whether s is empty and no longer needed.
func (l *slabs) put(s *slab, i int32) bool {
	s.free = append(s.free, i)
	if s.at < 0 {
		l.add(s)
	}
	if len(s.free) < s.n || len(*l) == 1 {
		return false
	}
	l.remove(s)
	return true
}

func (s *slab) bytes(i int32) []byte {
	lo, hi := int64(i)*s.slot, int64(i+1)*s.slot
	return s.mem[lo:hi:hi]
}

// drop removes the slabs that are empty.
func (l *slabs) drop(f func(*slab)) {
	for i := len(*l) - 1; i >= 0; i-- {
		if s := (*l)[i]; len(s.free) == s.n {
			l.remove(s)
			f(s)
		}
	}
}
