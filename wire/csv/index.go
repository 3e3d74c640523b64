package csv

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/mars-project/mars-go/kernel/asm"
)

// Cutting text in two stages: J. Langdale, D. Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal 28
// (2019), https://arxiv.org/abs/1902.08318. The first finds separators, line feeds and quotes of 64 bytes at
// a time as bits of words; whether a byte is within quotes is the parity of the quotes before it. What this
// cannot tell apart (quotes within fields, lines that are short, long or blank, lone carriage returns) is
// left to the tokenizer.

// indexBytes is how much of a long record's block is indexed at once.
const indexBytes = 1 << 20

// An indexer is what the first stage carries from a word of 64 bytes to the next, and its memory.
type indexer struct {
	level  asm.Level
	marks  []asm.Marks
	inside uint64 // all ones within quotes
	edge   uint64 // 1: the last byte was a separator, a line feed, or a closing quote, outside quotes
	closed uint64 // 1: the last byte was a closing quote
	back   uint64 // 1: the last byte was a carriage return outside quotes

	quotes  bool // there are quoted fields
	doubled bool // with quotes in them
	feeds   bool // with line feeds in them
	backs   bool // lines end in \r\n
}

// index cuts buf into rows, limit at most. Outcomes: 1. true: the rows are cut, used bytes of them. 2. false:
// the tokenizer has to.
func (b *block) index(buf []byte, final bool, limit int64) (used int, ok bool) {
	d, x := b.d, &b.x
	if !d.simple || d.skip != nil || len(buf) == 0 {
		return 0, false
	}
	if len(buf) > indexBytes {
		buf, final = buf[:indexBytes], false
	}
	k, rows, ok := b.scan(buf)
	if !ok {
		return 0, false
	}
	pos := b.t.pos[:k]
	switch n := len(buf); {
	case !final:
		for k > 1 && buf[pos[k-1]] != '\n' {
			k--
		}
	case x.inside != 0 || x.back != 0:
		return 0, false
	case buf[n-1] != '\n':
		pos = append(pos, uint32(n))
		k, rows = k+1, rows+1
	}
	if rows == 0 || k-1 != rows*b.nf {
		return 0, false
	}
	if int64(rows) > limit {
		rows = int(limit)
		k = 1 + rows*b.nf
	}
	pos = pos[:k]
	for i := b.nf; i < k; i += b.nf {
		if e := int(pos[i]); e < len(buf) && buf[e] != '\n' {
			return 0, false
		}
	}
	if b.nf == 1 && !d.keep && anyBlank(buf, pos) {
		return 0, false
	}
	used = min(int(pos[k-1])+1, len(buf))
	b.t.pos, b.rows, b.gap, b.first, b.lines = pos, rows, 1, b.t.line, b.lines[:0]
	b.t.line += int64(rows)
	if x.feeds {
		b.t.line = b.first + int64(bytes.Count(buf[:used], newline))
		if buf[used-1] != '\n' {
			b.t.line++
		}
	}
	if x.quotes || x.backs {
		b.pairs(buf)
	}
	return used, true
}

// scan is the first stage: the ends of fields go to b.t.pos, behind the place before the first one. It says
// how many places there are and how many line feeds outside quotes, and false for text that it cannot cut.
func (b *block) scan(buf []byte) (k, rows int, ok bool) {
	x := &b.x
	*x = indexer{level: x.level, marks: x.marks, edge: 1}
	words := (len(buf) + 63) / 64
	x.marks = slices.Grow(x.marks[:0], words)[:words]
	padded := b.mem[headPad : headPad+64*words]
	if tail := len(buf) & 63; tail != 0 {
		clear(padded[len(buf):])
	}
	ascii := asm.Delimit(x.level, x.marks, padded, b.d.sep[0], b.d.quote)
	if ascii {
		b.utf = 1
	}
	if tail := len(buf) & 63; tail != 0 { // padding is no text, whatever the separator is
		m := &x.marks[words-1]
		in := uint64(1)<<tail - 1
		m.Ends, m.Feeds, m.Quotes, m.Backs = m.Ends&in, m.Feeds&in, m.Quotes&in, m.Backs&in
	}
	quoting := uint64(0)
	if b.d.quoting {
		quoting = ^quoting
	}
	n := 0
	for i := range x.marks {
		m := &x.marks[i]
		m.Quotes &= quoting
		if m.Quotes|m.Backs|x.inside|x.closed|x.back != 0 && !x.step(m, b.d.double) {
			return 0, 0, false
		}
		x.edge = m.Ends>>63 | x.closed
		rows += bits.OnesCount64(m.Feeds)
		n += bits.OnesCount64(m.Ends)
	}
	pos := slices.Grow(b.t.pos[:0], n+asm.PlacesRoom+1)
	pos = pos[:cap(pos)]
	pos[0] = ^uint32(0)
	b.t.pos = pos
	return 1 + asm.Places(x.level, pos[1:], x.marks, 0), rows, true
}

// step takes the quotes and carriage returns of a word into account: m is left with what is outside quotes.
func (x *indexer) step(m *asm.Marks, double bool) bool {
	in := parity(m.Quotes) ^ x.inside
	opens, closes := m.Quotes&in, m.Quotes&^in
	if in&m.Feeds != 0 {
		x.feeds = true
	}
	m.Ends, m.Feeds, m.Backs = m.Ends&^in, m.Feeds&^in, m.Backs&^in
	again := opens & (closes<<1 | x.closed) // a quote in a quoted field
	bad := opens &^ ((m.Ends|closes)<<1 | x.edge)
	bad |= (closes<<1 | x.closed) &^ (m.Ends | m.Backs | opens)
	bad |= (m.Backs<<1 | x.back) &^ m.Feeds
	if bad != 0 || again != 0 && !double {
		return false
	}
	x.quotes = x.quotes || m.Quotes != 0
	x.doubled = x.doubled || again != 0
	x.backs = x.backs || m.Backs != 0
	x.inside = uint64(int64(in) >> 63)
	x.closed, x.back = closes>>63, m.Backs>>63
	return true
}

// parity has bit i set where an odd number of the bits 0 to i of q are.
func parity(q uint64) uint64 {
	for s := 1; s < 64; s *= 2 {
		q ^= q << s
	}
	return q
}

// anyBlank reports a row of white space alone; rows have one field.
func anyBlank(buf []byte, pos []uint32) bool {
	for i := 1; i < len(pos); i++ {
		p, e := pos[i-1]+1, pos[i]
		for p < e && (buf[p] == ' ' || buf[p] == '\t') {
			p++
		}
		if p == e || buf[p] == '\r' {
			return true
		}
	}
	return false
}

// pairs replaces ends of fields by where their text begins and ends: without quotes and carriage returns.
func (b *block) pairs(buf []byte) {
	ends := b.t.pos
	out := slices.Grow(b.spare[:0], 2*(len(ends)-1))
	left := b.nf
	for i := 1; i < len(ends); i++ {
		lo, hi := ends[i-1]+1, ends[i]
		if left--; left == 0 {
			left = b.nf
			if hi > lo && buf[hi-1] == '\r' {
				hi--
			}
		}
		if hi > lo && buf[lo] == b.d.quote && b.d.quoting {
			lo, hi = lo+1, hi-1
			if b.x.doubled && bytes.IndexByte(buf[lo:hi], b.d.quote) >= 0 {
				hi = lo + uint32(len(b.d.halve(buf[lo:hi])))
			}
		}
		out = append(out, lo, hi)
	}
	b.spare, b.t.pos, b.gap = ends, out, 0
}

// halve makes one quote of two, in place.
func (d *dialect) halve(p []byte) []byte {
	w := bytes.IndexByte(p, d.quote)
	for i := w; i < len(p); i++ {
		p[w] = p[i]
		w++
		if p[i] == d.quote {
			i++
		}
	}
	for i := w; i < len(p); i++ {
		p[i] = ' ' // nobody counts its lines twice
	}
	return p[:w]
}
