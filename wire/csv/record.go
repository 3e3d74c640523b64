package csv

import (
	"bytes"
)

// What a record turned out to be.
type kind uint8

const (
	isRow     kind = iota
	isBlank        // nothing to see: blank, a comment, or skipped
	isPartial      // its end is not in the buffer
	isOpen         // the text ends in a quoted field
)

// raw marks the beginning of a field that holds quotes or escapes to be taken out.
const raw = 1 << 31

// fields are the places of fields in a buffer: pairs of first and behind last byte.
type fields struct {
	pos  []uint32
	line int64 // of the next record, counted from 1
	past int64 // records, blank and skipped ones among them, before the next: what skiprows counts
	saw  int   // fields of the last record
	most int   // places of a record that are kept, 0 for all
	raw  bool  // some field is raw
}

// put adds a field of a record.
func (t *fields) put(lo, hi int) {
	if t.saw++; t.most == 0 || 2*t.saw <= t.most {
		t.pos = append(t.pos, uint32(lo), uint32(hi))
		t.raw = t.raw || lo&raw != 0
	}
}

// record cuts the record that begins at p and returns where the next one begins. final says that no text
// follows the buffer. States and their order are those of pandas' tokenizer.
func (d *dialect) record(t *fields, buf []byte, p int, final bool) (next int, k kind) {
	if d.skip != nil && d.skip[t.past] {
		next, k = d.skipped(t, buf, p, final)
	} else {
		next, k = d.seen(t, buf, p, final)
	}
	if k == isRow || k == isBlank {
		t.past++
	}
	return next, k
}

// skipped leaves a record out, also one whose quotes the text does not end.
func (d *dialect) skipped(t *fields, buf []byte, p int, final bool) (int, kind) {
	keep := len(t.pos)
	next, k := d.row(t, buf, p, final)
	t.pos = t.pos[:keep]
	if k == isRow || k == isOpen {
		k = isBlank
	}
	return next, k
}

// seen is record for one that is not skipped.
func (d *dialect) seen(t *fields, buf []byte, p int, final bool) (int, kind) {
	n := len(buf)
	c := buf[p]
	if c == d.comment && c != 0 {
		return d.restOfLine(t, buf, p, final, isBlank)
	}
	if !d.keep || d.blanks {
		q := p
		for q < n && (buf[q] == ' ' || buf[q] == '\t') && (d.class[buf[q]] != isSep || d.blanks) {
			q++
		}
		switch {
		case q == n && !final:
			return p, isPartial
		case q == n:
			return n, isBlank
		case (buf[q] == '\n' || buf[q] == '\r') && !d.keep:
			return d.endOfLine(t, buf, q, final, isBlank)
		}
	}
	return d.row(t, buf, p, final)
}

// row cuts a record that is no blank line.
func (d *dialect) row(t *fields, buf []byte, p int, final bool) (int, kind) {
	t.saw = 0
	if d.expr != nil {
		return d.byExpr(t, buf, p, final)
	}
	n := len(buf)
	if d.blanks {
		for p < n && (buf[p] == ' ' || buf[p] == '\t') {
			p++
		}
	}
	for {
		if d.trim {
			for p < n && buf[p] == ' ' {
				p++
			}
		}
		if p < n && buf[p] == d.quote && d.quoting {
			next, k := d.quoted(t, buf, p, final)
			if k != isRow {
				return next, k
			}
			p = next
		} else {
			lo, flag := p, 0
			for p < n {
				c := d.class[buf[p]]
				if c == ordinary {
					p++
					continue
				}
				if c == isEscape {
					p, flag = p+2, raw
					continue
				}
				if c == isSep && len(d.sep) > 1 && !bytes.HasPrefix(buf[p:], d.sep) {
					p++
					continue
				}
				break
			}
			p = min(p, n)
			t.put(lo|flag, p)
		}
		if p == n {
			if !final {
				return p, isPartial
			}
			t.line++
			return n, isRow
		}
		switch d.class[buf[p]] {
		case isSep:
			p += len(d.sep)
			if !d.blanks {
				continue
			}
			for p < n && (buf[p] == ' ' || buf[p] == '\t') {
				p++
			}
			if p < n && (buf[p] == '\n' || buf[p] == '\r') {
				return d.endOfLine(t, buf, p, final, isRow)
			}
			if p == n && final {
				t.line++
				return n, isRow
			}
		case isComment:
			return d.restOfLine(t, buf, p, final, isRow)
		default:
			return d.endOfLine(t, buf, p, final, isRow)
		}
	}
}

// endOfLine takes the end of a line at p: \n, \r\n or \r.
func (d *dialect) endOfLine(t *fields, buf []byte, p int, final bool, k kind) (int, kind) {
	if buf[p] == '\r' {
		if p+1 == len(buf) && !final {
			return p, isPartial
		}
		if p+1 < len(buf) && buf[p+1] == '\n' {
			p++
		}
	}
	t.line++
	return p + 1, k
}

// restOfLine leaves out a comment.
func (d *dialect) restOfLine(t *fields, buf []byte, p int, final bool, k kind) (int, kind) {
	q := bytes.IndexAny(buf[p:], "\r\n")
	switch {
	case q >= 0:
		return d.endOfLine(t, buf, p+q, final, k)
	case !final:
		return p, isPartial
	}
	t.line++
	return len(buf), k
}

// quoted cuts the field whose quote is at p and returns the place behind it: a separator, the end of the line
// or of the text.
func (d *dialect) quoted(t *fields, buf []byte, p int, final bool) (int, kind) {
	n, lo, flag := len(buf), p+1, 0
	q := lo
	for {
		q = d.closing(buf, q)
		if q >= n {
			if final {
				return n, isOpen
			}
			return n, isPartial
		}
		if buf[q] != d.quote { // an escape
			flag, q = raw, q+2
			continue
		}
		if q+1 == n {
			if !final {
				return n, isPartial
			}
			break
		}
		if !d.double || buf[q+1] != d.quote {
			break
		}
		flag, q = raw, q+2
	}
	t.line += int64(bytes.Count(buf[lo:q], newline))
	end := q + 1
	if end < n && d.double && d.class[buf[end]] == isComment { // pandas takes it for text there
		flag, end = raw, end+1
	}
	if flag == raw && end > q+1 || end < n && d.class[buf[end]] == ordinary || end < n && d.class[buf[end]] == isEscape || len(d.sep) > 1 {
		// text behind the closing quote belongs to the field
		for end < n {
			c := d.class[buf[end]]
			switch {
			case c == isEscape:
				end += 2
				continue
			case c == ordinary || c == isSep && len(d.sep) > 1 && !bytes.HasPrefix(buf[end:], d.sep):
				end++
				continue
			}
			break
		}
		end = min(end, n)
		flag = raw
	}
	if flag != 0 {
		t.put(p|raw, end)
	} else {
		t.put(lo, q)
	}
	return end, isRow
}

var newline = []byte{'\n'}

// closing is the place of the next quote or escape from q on, len(buf) when there is none.
func (d *dialect) closing(buf []byte, q int) int {
	if q >= len(buf) {
		return len(buf)
	}
	if d.escape == 0 {
		k := bytes.IndexByte(buf[q:], d.quote)
		if k < 0 {
			return len(buf)
		}
		return q + k
	}
	for q < len(buf) && buf[q] != d.quote && buf[q] != d.escape {
		q++
	}
	return q
}

// byExpr cuts a trimmed line by the expression.
func (d *dialect) byExpr(t *fields, buf []byte, p int, final bool) (int, kind) {
	q := bytes.IndexAny(buf[p:], "\r\n")
	if q < 0 && !final {
		return p, isPartial
	}
	end := len(buf)
	if q >= 0 {
		end = p + q
	}
	line := buf[p:end]
	if d.comment != 0 {
		if k := bytes.IndexByte(line, d.comment); k >= 0 {
			line = line[:k]
		}
	}
	lo := p + len(line) - len(bytes.TrimLeft(line, " \t\v\f"))
	line = bytes.TrimSpace(line)
	at := 0
	for at <= len(line) {
		m := d.expr.FindIndex(line[at:])
		if m == nil || m[1] == 0 {
			break
		}
		t.put(lo+at, lo+at+m[0])
		at += m[1]
	}
	t.put(lo+at, lo+len(line))
	if q < 0 {
		t.line++
		return end, isRow
	}
	return d.endOfLine(t, buf, end, final, isRow)
}

// unescape takes quotes and escapes out of a raw field in place and returns what is left.
func (d *dialect) unescape(b []byte) []byte {
	w, in := 0, false
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case c == d.escape && c != 0:
			if i+1 < len(b) {
				i++
				b[w] = b[i]
				w++
			}
			continue
		case i == 0 && c == d.quote && d.quoting:
			in = true
			continue
		case in && c == d.quote:
			if !d.double || i+1 >= len(b) || b[i+1] != d.quote {
				in = false
				continue
			}
			i++
		}
		b[w] = c
		w++
	}
	return b[:w]
}
