package csv

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// blockBytes is how much text is read at a time.
const blockBytes = 256 << 10

// pieceBytes is how much of it is worked on at a time: it and the places of its fields nearly fit the
// first-level cache, which the passes over columns read again and again. It is a multiple of 64, so that no
// run of 64 bytes crosses its end.
const pieceBytes = 32 << 10

// headPad and tailPad are how many bytes of a buffer can be read before the text and behind it, so that loops
// may load words that cross its ends.
const (
	headPad = 64
	tailPad = 64
)

// maxRecord bounds one record; places of fields are 31 bits.
const maxRecord = 1 << 30

// maxFields bounds the fields of a row.
const maxFields = 1 << 20

// maxPlaces bounds the places of fields in a block, which short rows of many columns would let grow without
// text.
const maxPlaces = 1 << 20

// A feeder hands out the text of a range in blocks that begin at records.
type feeder struct {
	r      io.ReaderAt
	file   string
	al     mem.Allocator
	at, hi int64 // what is not read yet
	block  *mem.Block
	lo, n  int // buffered text
	eof    bool
}

func newFeeder(al mem.Allocator, r io.ReaderAt, file string, lo, hi int64) *feeder {
	return &feeder{r: r, file: file, al: al, at: lo, hi: hi}
}

// next is the text from the first byte that was not used on, longer than last time if more was said to be
// needed. final says that no text follows it.
func (f *feeder) next(more bool) (buf []byte, final bool, err error) {
	if f.block == nil {
		if f.block, err = f.al.Alloc(headPad + int(min(blockBytes, max(f.hi-f.at, 1))) + tailPad); err != nil {
			return nil, false, err
		}
	} else if more && f.lo == 0 && f.n == f.block.Len()-headPad-tailPad {
		size := 2 * f.n
		if size > maxRecord {
			return nil, false, invalid("%s: a record of more than %d bytes", where(f.file, 0), maxRecord/2)
		}
		b, err := f.al.Alloc(headPad + size + tailPad)
		if err != nil {
			return nil, false, err
		}
		copy(b.Bytes()[headPad:], f.block.Bytes()[headPad:headPad+f.n])
		mem.Free(f.al, f.block)
		f.block = b
	}
	p := f.block.Bytes()[headPad : f.block.Len()-tailPad]
	if f.lo > 0 {
		copy(p, p[f.lo:f.n])
		f.lo, f.n = 0, f.n-f.lo
	}
	for f.n < len(p) && f.at < f.hi && !f.eof {
		k, err := f.r.ReadAt(p[f.n:min(len(p), f.n+int(min(f.hi-f.at, int64(len(p)))))], f.at)
		f.n += k
		f.at += int64(k)
		if errors.Is(err, io.EOF) {
			f.eof = f.at < f.hi
			break
		}
		if err != nil {
			return nil, false, errs.Wrap(errs.KindOf(err), err, "%s: byte %d", where(f.file, 0), f.at)
		}
	}
	if f.eof {
		return nil, false, errs.New(errs.Lost, "%s: the text ends at byte %d, not at %d: it has changed", where(f.file, 0), f.at, f.hi)
	}
	return p[:f.n], f.at >= f.hi, nil
}

// mem is the text that next gave, with what is around it.
func (f *feeder) mem() []byte { return f.block.Bytes() }

// used says how much of the last text is done with.
func (f *feeder) used(n int) { f.lo = n }

// done gives the buffer back.
func (f *feeder) done() {
	if f.block != nil {
		mem.Free(f.al, f.block)
		f.block = nil
	}
}

// A block is the rows of a piece of text, every row with the same number of fields.
type block struct {
	d     *dialect
	mem   []byte // buf with headPad bytes before it and tailPad behind
	buf   []byte
	x     indexer
	t     fields
	gap   uint32   // 1: t.pos are the ends of fields, each of which begins behind the end before; 0: pairs of first and behind last byte
	spare []uint32 // for the other form
	first int64    // line of the first row
	lines []int64  // of each row, when rows are not lines
	nf    int      // fields of a row
	rows  int
	used  int  // of buf
	utf   int8 // 1: buf is UTF-8, -1: it is not, 0: nobody looked
	file  string
	cut   bool // rows of too many fields lose those
	skip  bool // rows of too many fields are left out; else they are errors
}

// fill cuts buf into rows, limit at most, and returns how much of it was used.
func (b *block) fill(buf []byte, final bool, limit int64) (p int, err error) {
	b.buf, b.t.pos, b.lines, b.rows = buf, b.t.pos[:0], b.lines[:0], 0
	b.utf, b.used = 0, 0
	defer func() { b.used = p }()
	if p, ok := b.index(buf, final, limit); ok {
		return p, nil
	}
	b.t.pos, b.gap, b.t.raw = b.t.pos[:0], 0, false
	p, err = b.tokenize(buf, final, limit)
	if err == nil && b.t.raw {
		for at := 0; at < len(b.t.pos); at += 2 {
			if b.t.pos[at]&raw != 0 {
				b.unescape(at)
			}
		}
	}
	return p, err
}

// tokenize is fill for text of every kind.
func (b *block) tokenize(buf []byte, final bool, limit int64) (p int, err error) {
	for p < len(buf) && int64(b.rows) < limit && len(b.t.pos) < maxPlaces {
		n, line := len(b.t.pos), b.t.line
		next, k := b.d.record(&b.t, buf, p, final)
		switch k {
		case isPartial:
			b.t.pos, b.t.line = b.t.pos[:n], line
			return p, nil
		case isOpen:
			return p, openQuote(b.file, line)
		case isBlank:
			p = next
			continue
		}
		p = next
		if saw := b.t.saw; saw != b.nf {
			for range b.nf - saw {
				b.t.put(0, 0)
			}
			if saw > b.nf {
				switch {
				case b.cut:
					b.t.pos = b.t.pos[:n+2*b.nf]
				case b.skip:
					b.t.pos = b.t.pos[:n]
					continue
				default:
					return p, invalid("%s: expected %d fields, saw %d", where(b.file, line), b.nf, saw)
				}
			}
		}
		b.lines = append(b.lines, line)
		b.rows++
	}
	return p, nil
}

// cells are the fields of one column of a block: field i of it is mem[headPad:][lo:hi], lo, hi = pos[i*step]
// + gap, pos[i*step+1].
type cells struct {
	mem  []byte
	pos  []uint32
	step int
	gap  uint32
}

// column is field k of all rows.
func (b *block) column(k int) cells {
	if b.rows == 0 {
		return cells{mem: b.mem}
	}
	if b.gap == 1 {
		return cells{b.mem, b.t.pos[k:], b.nf, 1}
	}
	return cells{b.mem, b.t.pos[2*k:], 2 * b.nf, 0}
}

// at is where the text of field i lies.
func (c *cells) at(i int) (lo, hi uint32) {
	p := c.pos[i*c.step:][:2]
	return p[0] + c.gap, p[1]
}

// text is the text of field i.
func (c *cells) text(i int) []byte {
	lo, hi := c.at(i)
	return c.mem[headPad+int(lo) : headPad+int(hi)]
}

// line is the line of row i.
func (b *block) line(i int) int64 {
	switch {
	case len(b.lines) > 0:
		return b.lines[i]
	case b.x.feeds:
		return b.first + int64(bytes.Count(b.buf[:b.t.pos[2*i*b.nf]], newline))
	}
	return b.first + int64(i)
}

// cell is the text of field k of row i.
func (b *block) cell(i, k int) []byte {
	c := b.column(k)
	return c.text(i)
}

// unescape cleans a raw field in place.
func (b *block) unescape(at int) {
	lo, hi := b.t.pos[at]&^raw, b.t.pos[at+1]
	b.t.pos[at], b.t.pos[at+1] = lo, lo+uint32(len(b.d.unescape(b.buf[lo:hi])))
}

// isUTF8 reports that all of the block is UTF-8, so that every field is.
func (b *block) isUTF8() bool {
	if b.utf == 0 {
		b.utf = -1
		if utf8.Valid(b.buf[:b.used]) {
			b.utf = 1
		}
	}
	return b.utf > 0
}

// firstRecord reads records from lo on until one is a row, and returns copies of its fields.
// Outcomes: 1. its fields, where it begins, and where the next one begins. 2. nil: there is none.
func firstRecord(d *dialect, f *feeder, t *fields) (cells [][]byte, used int64, err error) {
	t.most = 2 * (maxFields + 1)
	for more := false; ; {
		buf, final, err := f.next(more)
		if err != nil {
			return nil, used, err
		}
		p := 0
		for p < len(buf) {
			line := t.line
			t.pos = t.pos[:0]
			next, k := d.record(t, buf, p, final)
			if k == isOpen {
				return nil, used, openQuote(f.file, line)
			}
			if k == isPartial {
				t.line = line
				break
			}
			used += int64(next - p)
			if k == isRow {
				if t.saw > maxFields {
					return nil, used, invalid("%s: a row of %d fields; %d are the most", where(f.file, line), t.saw, maxFields)
				}
				for i := 0; i < len(t.pos); i += 2 {
					text := buf[t.pos[i]&^raw : t.pos[i+1]]
					if t.pos[i]&raw != 0 {
						text = d.unescape(slices.Clone(text))
					}
					cells = append(cells, slices.Clone(text))
				}
				f.used(next)
				return cells, used, nil
			}
			p = next
		}
		if final {
			return nil, used, nil
		}
		more = p == 0
		f.used(p)
	}
}
