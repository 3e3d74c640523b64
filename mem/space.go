package mem

import (
	"math/bits"
	"os"
)

// A space hands out runs of granules from arenas, which are stretches of address space. Free runs are warm
// (their pages may be in memory, and cost nothing to use again) or cold (untouched or given back to the
// system). Good fit over size classes with a bitmap, as in TLSF (Masmano et al. 2004); neighbours of one
// temperature are joined.
type space struct {
	granule int64
	arena   int64 // address space taken at once
	arenas  []*arena
	warm    bins
	cold    bins
	spare   *run // run structs to use again
	files   bool // arenas are files that other processes can map
}

type arena struct {
	raw  []byte // as mapped
	mem  []byte // aligned to huge pages
	runs []*run // the run that starts or ends at a granule
	file *os.File
}

// release gives n bytes of pages at off back to the system; they read as zeros afterwards.
func (a *arena) release(off, n int64) {
	if a.file != nil {
		osPunch(a.file, off, n)
		return
	}
	osFree(a.mem[off : off+n])
}

func (a *arena) unmap() {
	osUnmap(a.raw)
	if a.file != nil {
		_ = a.file.Close()
	}
}

// hugePage is what the system may hand out at once.
const hugePage = 2 << 20

type heat uint8

const (
	live heat = iota
	warm
	cold
)

type run struct {
	in         *arena
	off, n     int32 // in granules
	heat       heat
	prev, next *run // neighbours in its bin
}

// bins are lists of free runs by size class.
type bins struct {
	full [numClass / 64]uint64
	head [numClass]*run
}

func (b *bins) push(c int, r *run) {
	r.prev, r.next = nil, b.head[c]
	if r.next != nil {
		r.next.prev = r
	}
	b.head[c] = r
	b.full[c/64] |= 1 << (c % 64)
}

func (b *bins) remove(c int, r *run) {
	if r.prev != nil {
		r.prev.next = r.next
	} else {
		b.head[c] = r.next
	}
	if r.next != nil {
		r.next.prev = r.prev
	}
	if b.head[c] == nil {
		b.full[c/64] &^= 1 << (c % 64)
	}
	r.prev, r.next = nil, nil
}

// from is a run of class c or the next larger one there is.
func (b *bins) from(c int) *run {
	w := c / 64
	m := b.full[w] &^ (1<<(c%64) - 1)
	for m == 0 {
		if w++; w == len(b.full) {
			return nil
		}
		m = b.full[w]
	}
	return b.head[w*64+bits.TrailingZeros64(m)]
}

// largest is a run of the largest class there is.
func (b *bins) largest() *run {
	for w := len(b.full) - 1; w >= 0; w-- {
		if m := b.full[w]; m != 0 {
			return b.head[w*64+bits.Len64(m)-1]
		}
	}
	return nil
}

func (s *space) size(r *run) int64 { return int64(r.n) * s.granule }

func (s *space) bytes(r *run) []byte {
	lo, hi := int64(r.off)*s.granule, int64(r.off+r.n)*s.granule
	return r.in.mem[lo:hi:hi]
}

func (s *space) bins(h heat) *bins {
	if h == warm {
		return &s.warm
	}
	return &s.cold
}

// take makes a live run of n bytes, a class size, out of free memory of heat h; nil when no run is large
// enough.
func (s *space) take(n int64, h heat) *run {
	b := s.bins(h)
	r := b.from(class(n))
	if r == nil {
		return nil
	}
	b.remove(class(s.size(r)), r)
	rest := r.n - int32(n/s.granule)
	r.n, r.heat = r.n-rest, live
	s.index(r)
	if rest > 0 {
		s.put(s.newRun(r.in, r.off+r.n, rest), h)
	}
	return r
}

// grow maps an arena that has room for n bytes.
func (s *space) grow(n int64) error {
	size := max(s.arena, (n+s.granule-1)/s.granule*s.granule)
	a := &arena{runs: make([]*run, size/s.granule)}
	var err error
	if s.files {
		a.raw, a.file, err = osShare(int(size))
		a.mem = a.raw
	} else {
		a.raw, a.mem, err = osMap(int(size))
	}
	if err != nil {
		return err
	}
	s.arenas = append(s.arenas, a)
	s.put(s.newRun(a, 0, int32(size/s.granule)), cold)
	return nil
}

// put makes r a free run of heat h, joined with its free neighbours of the same heat.
func (s *space) put(r *run, h heat) {
	if r.off > 0 {
		if l := r.in.runs[r.off-1]; l != nil && l.heat == h && l.off+l.n == r.off {
			s.bins(h).remove(class(s.size(l)), l)
			r.off, r.n = l.off, r.n+l.n
			s.drop(l)
		}
	}
	if end := r.off + r.n; int(end) < len(r.in.runs) {
		if l := r.in.runs[end]; l != nil && l.heat == h && l.off == end {
			s.bins(h).remove(class(s.size(l)), l)
			r.n += l.n
			s.drop(l)
		}
	}
	r.heat = h
	s.index(r)
	s.bins(h).push(class(s.size(r)), r)
}

// cool gives at most want bytes of pages, rounded up to huge pages, of the largest warm run back to the
// system and returns their number of bytes; 0: none left.
func (s *space) cool(want int64) int64 {
	r := s.warm.largest()
	if r == nil {
		return 0
	}
	s.warm.remove(class(s.size(r)), r)
	if keep := (int64(r.off+r.n)*s.granule - want) / hugePage * hugePage / s.granule; keep > int64(r.off) { // the front stays warm
		n := int32(keep) - r.off
		rest := s.newRun(r.in, int32(keep), r.n-n)
		r.n = n
		s.index(r)
		s.warm.push(class(s.size(r)), r)
		r = rest
	}
	n := s.size(r)
	r.in.release(int64(r.off)*s.granule, n)
	s.put(r, cold)
	if int(r.n) == len(r.in.runs) {
		s.leave(r)
	}
	return n
}

// leave unmaps the arena that a cold run is the whole of.
func (s *space) leave(r *run) {
	a := r.in
	s.cold.remove(class(s.size(r)), r)
	s.drop(r)
	s.unmap(a)
}

func (s *space) unmap(a *arena) {
	for i, x := range s.arenas {
		if x == a {
			s.arenas = append(s.arenas[:i], s.arenas[i+1:]...)
			break
		}
	}
	a.unmap()
}

func (s *space) index(r *run) {
	r.in.runs[r.off] = r
	r.in.runs[r.off+r.n-1] = r
}

func (s *space) newRun(a *arena, off, n int32) *run {
	r := s.spare
	if r == nil {
		r = new(run)
	} else {
		s.spare = r.next
	}
	*r = run{in: a, off: off, n: n}
	return r
}

func (s *space) drop(r *run) {
	*r = run{next: s.spare}
	s.spare = r
}
