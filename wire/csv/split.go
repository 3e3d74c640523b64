package csv

import (
	"bytes"
	"io"
	"math"

	"github.com/mars-project/mars-go/mem"
)

// Split cuts the rows into ranges of about chunk bytes. It reads a little text around each cut and decides
// from it whether the cut would be inside quotes: the answer under which the next rows have the right number
// of fields. Where both or neither do it reads on from the last cut. A guess can be wrong in text made to
// deceive; then the range before it does not read (IsOpenQuote, or a wrong number of fields), and SplitExact
// cuts right. With NRows, or lines skipped by number, it is SplitExact.
func Split(r io.ReaderAt, size int64, s *Schema, o Options, chunk int64) ([]Range, error) {
	return split(r, size, s, &o, chunk, false)
}

// SplitExact is Split that reads everything. Its ranges know their rows and lines.
func SplitExact(r io.ReaderAt, size int64, s *Schema, o Options, chunk int64) ([]Range, error) {
	return split(r, size, s, &o, chunk, true)
}

func split(r io.ReaderAt, size int64, s *Schema, o *Options, chunk int64, exact bool) ([]Range, error) {
	if chunk < 1 {
		return nil, invalid("chunks of %d bytes", chunk)
	}
	p, err := newParser(mem.Heap, s, o, Range{Line: s.Line, Past: s.Past})
	if err != nil {
		return nil, err
	}
	if exact || o.NRows != nil || p.b.d.skip != nil {
		return p.splitExact(r, size, chunk)
	}
	sp := splitter{d: p.b.d, r: r, size: size, nf: len(s.Fields)}
	out := []Range{{Lo: s.Start, Hi: size, Rows: -1, Line: s.Line, Last: true}}
	for at := s.Start + chunk; at < size; {
		pos, ok := sp.guess(at)
		if !ok {
			last := &out[len(out)-1]
			if pos, err = p.boundary(r, last.Lo, at, size); err != nil {
				return nil, err
			}
		}
		if pos >= size {
			break
		}
		last := &out[len(out)-1]
		if pos > last.Lo {
			last.Hi, last.Last = pos, false
			out = append(out, Range{Lo: pos, Hi: size, Rows: -1, Last: true})
		}
		at = max(at, pos) + chunk
	}
	return out, nil
}

// boundary is the first beginning of a record at or behind `at`, found by reading from lo, where one begins.
func (p *parser) boundary(r io.ReaderAt, lo, at, size int64) (int64, error) {
	feed := newFeeder(mem.Heap, r, p.o.File, lo, size)
	for more := false; ; {
		buf, final, err := feed.next(more)
		if err != nil {
			return 0, err
		}
		used := 0
		for used < len(buf) && lo < at {
			p.b.t.pos = p.b.t.pos[:0]
			next, k := p.b.d.record(&p.b.t, buf, used, final)
			if k == isPartial {
				break
			}
			if k == isOpen {
				return size, nil // Read says so with its line
			}
			lo += int64(next - used)
			used = next
		}
		if lo >= at || final {
			return lo, nil
		}
		more = used == 0
		feed.used(used)
	}
}

// splitExact reads everything once, counting rows and lines.
func (p *parser) splitExact(r io.ReaderAt, size, chunk int64) ([]Range, error) {
	left := int64(math.MaxInt64)
	if p.o.NRows != nil {
		left = int64(*p.o.NRows)
	}
	s := p.s
	p.b.t.line, p.b.t.past = s.Line, s.Past
	cur := Range{Lo: s.Start, Hi: s.Start, Line: s.Line, Past: s.Past}
	var out []Range
	feed := newFeeder(mem.Heap, r, p.o.File, s.Start, size)
	for more := false; left > 0; {
		buf, final, err := feed.next(more)
		if err != nil {
			return nil, err
		}
		total := 0
		for total < len(buf) && left > 0 {
			// as much as fits the range, then to the end of the record that crosses it
			part, last := buf[total:], final
			if room := cur.Lo + chunk - cur.Hi; room < int64(len(part)) {
				part, last = part[:max(room, 0)], false
			}
			n, used, err := p.b.count(part, last, left)
			if err == nil && used < len(part) && n < left {
				var m int64
				var k int
				m, k, err = p.b.count(buf[total+used:], final, 1)
				n, used = n+m, used+k
			}
			if err == nil && used == 0 {
				break // a record that goes on in the next block
			}
			if err != nil {
				return nil, err
			}
			total += used
			cur.Hi, cur.Rows, left = cur.Hi+int64(used), cur.Rows+n, left-n
			if cur.Hi-cur.Lo >= chunk {
				out = append(out, cur)
				cur = Range{Lo: cur.Hi, Hi: cur.Hi, Row: cur.Row + cur.Rows, Line: p.b.t.line, Past: p.b.t.past}
			}
		}
		if final {
			break
		}
		more = total == 0
		feed.used(total)
	}
	if cur.Rows > 0 || len(out) == 0 {
		out = append(out, cur)
	}
	out[len(out)-1].Last = true
	return out, nil
}

// A splitter guesses where records begin.
type splitter struct {
	d    *dialect
	r    io.ReaderAt
	size int64
	nf   int
}

// guess is a place at or behind `at` where a record begins; false where the text around does not tell.
func (s *splitter) guess(at int64) (int64, bool) {
	for window := int64(32 << 10); ; window *= 8 {
		buf := make([]byte, min(window, s.size-at))
		if n, err := s.r.ReadAt(buf, at); n < len(buf) {
			_ = err // reading the ranges will meet it again
			return 0, false
		}
		final := at+int64(len(buf)) == s.size
		pos, ok, more := s.judge(buf, final)
		if !more || final || window > 2<<20 {
			return at + int64(pos), ok
		}
	}
}

// judge compares the two ways to read buf. more says that a longer one would help.
func (s *splitter) judge(buf []byte, final bool) (pos int, ok, more bool) {
	var t fields
	out, k := s.d.row(&t, buf, 0, final)
	good, bad := 0, 1
	if k == isRow {
		good, bad = s.rows(buf, out, final)
	}
	q := -1
	if s.d.quoting {
		q = bytes.IndexByte(buf, s.d.quote)
	}
	if q < 0 { // nothing here can hide the end of a line
		return out, k == isRow, k == isPartial
	}
	in, inGood, inBad := s.inside(buf, final)
	switch {
	case bad == 0 && good > 0 && (inBad > 0 || inGood == 0 || in == out):
		return out, true, inBad == 0 && inGood == 0 && !final && in < 0
	case inBad == 0 && inGood > 0 && (bad > 0 || good == 0):
		return in, true, false
	}
	return 0, false, good < 3 || inGood < 3
}

// inside reads buf as if it began within quotes.
func (s *splitter) inside(buf []byte, final bool) (pos, good, bad int) {
	q := 0
	for {
		q = s.d.closing(buf, q)
		if q+1 >= len(buf) {
			return -1, 0, 0
		}
		if buf[q] == s.d.quote && (!s.d.double || buf[q+1] != s.d.quote) {
			break
		}
		q += 2
	}
	if s.d.class[buf[q+1]] == ordinary {
		return -1, 0, 1 // a closing quote stands before a separator or the end of a line
	}
	var t fields
	next, k := s.d.row(&t, buf, q+1, final)
	if k != isRow {
		return -1, 0, 0
	}
	good, bad = s.rows(buf, next, final)
	return next, good, bad
}

// rows counts records of the right and of a wrong number of fields from p on.
func (s *splitter) rows(buf []byte, p int, final bool) (good, bad int) {
	t := fields{line: 1}
	d := *s.d
	d.skip = nil
	for p < len(buf) && good+bad < 64 {
		t.pos = t.pos[:0]
		next, k := d.record(&t, buf, p, final)
		switch {
		case k == isPartial:
			return good, bad
		case k == isOpen, k == isRow && (len(t.pos) != 2*s.nf || s.strayQuote(buf, t.pos)):
			bad++
		case k == isRow:
			good++
		}
		p = next
	}
	return good, bad
}

// strayQuote reports a quote within a field that is not quoted: nobody writes that, it is a sign of a wrong
// reading.
func (s *splitter) strayQuote(buf []byte, pos []uint32) bool {
	if !s.d.quoting {
		return false
	}
	for i := 0; i < len(pos); i += 2 {
		if pos[i]&raw == 0 && bytes.IndexByte(buf[pos[i]:pos[i+1]], s.d.quote) >= 0 {
			return true
		}
	}
	return false
}
