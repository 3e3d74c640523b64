package csv

import "bytes"

// count is the number of rows in buf, max at most, and how much of it they take. Lines in which nothing can
// be special are found by their ends alone.
func (b *block) count(buf []byte, final bool, max int64) (rows int64, used int, err error) {
	d := b.d
	if !d.plain || d.skip != nil || b.skip && !b.cut || d.quoting && bytes.IndexByte(buf, d.quote) >= 0 || bytes.IndexByte(buf, '\r') >= 0 {
		return b.countRecords(buf, final, max)
	}
	for used < len(buf) && rows < max {
		k := bytes.IndexByte(buf[used:], '\n')
		if k < 0 && !final {
			return rows, used, nil
		}
		if k < 0 {
			k = len(buf) - used
		}
		if d.keep || !d.isBlankLine(buf[used:used+k]) {
			rows++
		}
		used = min(used+k+1, len(buf))
		b.t.line++
	}
	return rows, used, nil
}

// isBlankLine reports a line of white space that separates nothing.
func (d *dialect) isBlankLine(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' || d.class[c] == isSep && !d.blanks {
			return false
		}
	}
	return true
}

func (b *block) countRecords(buf []byte, final bool, max int64) (rows int64, used int, err error) {
	strict := b.skip && !b.cut
	for used < len(buf) && rows < max {
		b.t.pos = b.t.pos[:0]
		line := b.t.line
		next, k := b.d.record(&b.t, buf, used, final)
		switch k {
		case isPartial:
			b.t.line = line
			return rows, used, nil
		case isOpen:
			return rows, used, openQuote(b.file, line)
		case isRow:
			if !strict || len(b.t.pos) <= 2*b.nf {
				rows++
			}
		}
		used = next
	}
	return rows, used, nil
}
