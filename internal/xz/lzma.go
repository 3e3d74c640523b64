package xz

import "encoding/binary"

// A prob is the probability of a zero bit in 2048ths.
type prob = uint16

const half = 1 << 10

func fill(p []prob) {
	for i := range p {
		p[i] = half
	}
}

// lengths are the probabilities of lengths of matches.
type lengths struct {
	choice   [2]prob
	low, mid [16][8]prob
	high     [256]prob
}

func (l *lengths) reset() {
	l.choice = [2]prob{half, half}
	for i := range l.low {
		fill(l.low[i][:])
		fill(l.mid[i][:])
	}
	fill(l.high[:])
}

// A decoder is the state of LZMA that goes on from chunk to chunk.
type decoder struct {
	lc, lp, pb int
	state      int
	reps       [4]int // last distances less one
	isMatch    [12][16]prob
	isRep      [12]prob
	isRepG0    [12]prob
	isRepG1    [12]prob
	isRepG2    [12]prob
	isRep0Long [12][16]prob
	slots      [4][64]prob
	special    [128]prob
	align      [16]prob
	match, rep lengths
	literals   []prob

	src   []byte // what is left of the chunk
	rng   uint32
	code  uint32
	ended bool // more was asked for than there is
}

// properties sets what the encoder chose, and begins anew.
func (d *decoder) properties(p byte) bool {
	if p >= 9*5*5 {
		return false
	}
	d.lc, d.lp, d.pb = int(p)%9, int(p)/9%5, int(p)/45
	if d.lc+d.lp > 4 {
		return false
	}
	d.literals = make([]prob, 0x300<<(d.lc+d.lp))
	d.begin()
	return true
}

// begin forgets everything but the properties.
func (d *decoder) begin() {
	d.state, d.reps = 0, [4]int{}
	for i := range d.isMatch {
		fill(d.isMatch[i][:])
		fill(d.isRep0Long[i][:])
	}
	for _, p := range []*[12]prob{&d.isRep, &d.isRepG0, &d.isRepG1, &d.isRepG2} {
		fill(p[:])
	}
	for i := range d.slots {
		fill(d.slots[i][:])
	}
	fill(d.special[:])
	fill(d.align[:])
	fill(d.literals)
	d.match.reset()
	d.rep.reset()
}

func (d *decoder) normalize() {
	if d.rng < 1<<24 {
		d.rng <<= 8
		d.code <<= 8
		if len(d.src) == 0 {
			d.ended = true
			return
		}
		d.code |= uint32(d.src[0])
		d.src = d.src[1:]
	}
}

func (d *decoder) bit(p *prob) int {
	bound := d.rng >> 11 * uint32(*p)
	b := 0
	if d.code < bound {
		d.rng = bound
		*p += (2048 - *p) >> 5
	} else {
		d.code -= bound
		d.rng -= bound
		*p -= *p >> 5
		b = 1
	}
	d.normalize()
	return b
}

// tree reads bits, the highest first.
func (d *decoder) tree(p []prob, bits int) int {
	m := 1
	for range bits {
		m = m<<1 | d.bit(&p[m])
	}
	return m - 1<<bits
}

// reverse reads bits, the lowest first.
func (d *decoder) reverse(p []prob, bits int) (v int) {
	m := 1
	for i := range bits {
		b := d.bit(&p[m])
		m = m<<1 | b
		v |= b << i
	}
	return v
}

// direct reads bits that are as likely one as zero.
func (d *decoder) direct(bits int) (v int) {
	for range bits {
		d.rng >>= 1
		v <<= 1
		if d.code >= d.rng {
			d.code -= d.rng
			v |= 1
		}
		d.normalize()
	}
	return v
}

func (d *decoder) length(l *lengths, pos int) int {
	if d.bit(&l.choice[0]) == 0 {
		return 2 + d.low8(l.low[pos][:])
	}
	if d.bit(&l.choice[1]) == 0 {
		return 10 + d.low8(l.mid[pos][:])
	}
	return 18 + d.tree(l.high[:], 8)
}

func (d *decoder) low8(p []prob) int { return d.tree(p, 3) }

// distance is that of a match of a length, less one.
func (d *decoder) distance(length int) int {
	slot := d.tree(d.slots[min(length-2, 3)][:], 6)
	if slot < 4 {
		return slot
	}
	bits := slot>>1 - 1
	dist := (2 | slot&1) << bits
	if slot < 14 {
		return dist + d.reverse(d.special[dist-slot:], bits)
	}
	return dist + d.direct(bits-4)<<4 + d.reverse(d.align[:], 4)
}

// literal reads a byte; behind a match it is likely to differ from the byte at the last distance.
func (d *decoder) literal(buf []byte, begun int) byte {
	prev := 0
	if len(buf) > begun {
		prev = int(buf[len(buf)-1])
	}
	at := (len(buf)-begun)&(1<<d.lp-1)<<d.lc | prev>>(8-d.lc)
	p := d.literals[0x300*at:][:0x300]
	m := 1
	if d.state >= 7 {
		like := int(buf[len(buf)-1-d.reps[0]])
		for m < 0x100 {
			like <<= 1
			want := like & 0x100
			b := d.bit(&p[0x100+want+m])
			m = m<<1 | b
			if want>>8 != b {
				break
			}
		}
	}
	for m < 0x100 {
		m = m<<1 | d.bit(&p[m])
	}
	return byte(m)
}

// after are the states behind a literal.
var after = [12]int{0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 4, 5}

// decode appends size bytes that src is packed from. The history begins at begun.
func (d *decoder) decode(buf []byte, begun, size int, src []byte) ([]byte, error) {
	if len(src) < 5 || src[0] != 0 {
		return buf, errData
	}
	d.rng, d.code, d.src, d.ended = 0xffffffff, binary.BigEndian.Uint32(src[1:]), src[5:], false
	first := max(begun, 0)
	for end := len(buf) + size; len(buf) < end; {
		if d.ended {
			return buf, errData
		}
		pos := (len(buf) - begun) & (1<<d.pb - 1)
		if d.bit(&d.isMatch[d.state][pos]) == 0 {
			if d.state >= 7 && d.reps[0] >= len(buf)-first {
				return buf, errData
			}
			buf = append(buf, d.literal(buf, begun))
			d.state = after[d.state]
			continue
		}
		n := d.copyOf(pos)
		if d.reps[0] >= len(buf)-first || n > end-len(buf) {
			return buf, errData
		}
		from := len(buf) - 1 - d.reps[0]
		for i := range n { // may read what it writes
			buf = append(buf, buf[from+i])
		}
	}
	if d.ended || len(d.src) > 0 || d.code != 0 {
		return buf, errData
	}
	return buf, nil
}

// copyOf reads a match: its length; the distance is in reps[0].
func (d *decoder) copyOf(pos int) int {
	s := d.state
	next := func(below, other int) {
		d.state = other
		if s < 7 {
			d.state = below
		}
	}
	if d.bit(&d.isRep[s]) == 0 {
		n := d.length(&d.match, pos)
		next(7, 10)
		d.reps = [4]int{d.distance(n), d.reps[0], d.reps[1], d.reps[2]}
		return n
	}
	switch r := &d.reps; {
	case d.bit(&d.isRepG0[s]) == 0:
		if d.bit(&d.isRep0Long[s][pos]) == 0 {
			next(9, 11)
			return 1
		}
	case d.bit(&d.isRepG1[s]) == 0:
		r[0], r[1] = r[1], r[0]
	case d.bit(&d.isRepG2[s]) == 0:
		r[0], r[1], r[2] = r[2], r[0], r[1]
	default:
		r[0], r[1], r[2], r[3] = r[3], r[0], r[1], r[2]
	}
	n := d.length(&d.rep, pos)
	next(8, 11)
	return n
}
