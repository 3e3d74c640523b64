package csv

import (
	"io"
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// Read turns a range into a frame with the schema's columns. Without row labels of its own its index is a
// range from rng.Row on. The result depends on the bytes of the range alone.
//
// Outcomes besides the frame and errors of r and al: 1. A *Misfit: a value needs another dtype than the
// schema has. 2. Invalid: a row with too many fields, a quote that does not end (see IsOpenQuote), text that
// is not UTF-8, a value that is not of the dtype that the user gave. Errors name file and line.
func Read(al mem.Allocator, r io.ReaderAt, rng Range, s *Schema, o Options) (*frame.Frame, error) {
	p, err := newParser(al, s, &o, rng)
	if err != nil {
		return nil, err
	}
	err = p.run(r, rng, p.convert)
	if err != nil {
		return nil, err
	}
	if p.misfit != nil {
		return nil, errs.Wrap(errs.Type, p.misfit, "")
	}
	return p.frame(rng)
}

// Try is Read that goes on where a value needs another dtype than the schema has: t is the schema that holds
// s and the range. A column of f whose dtype is another in t holds nothing of use.
func Try(al mem.Allocator, r io.ReaderAt, rng Range, s *Schema, o Options) (f *frame.Frame, t *Schema, err error) {
	p, err := newParser(al, s, &o, rng)
	if err != nil {
		return nil, nil, err
	}
	if err := p.run(r, rng, p.convert); err != nil {
		return nil, nil, err
	}
	t = s
	if p.misfit != nil {
		t = p.misfit.Schema
	}
	f, err = p.frame(rng)
	return f, t, err
}

// A parser walks a range.
type parser struct {
	al     mem.Allocator
	s      *Schema
	o      *Options
	b      block
	cols   []*column // fields that are read
	rows   int64
	misfit *Misfit
}

// A column is a field that is read.
type column struct {
	k    int
	conv converter   // nil once a value did not fit
	c    *classifier // set then
	wide Field
}

func newParser(al mem.Allocator, s *Schema, o *Options, rng Range) (*parser, error) {
	d, err := o.dialect()
	if err != nil {
		return nil, err
	}
	if d.skip != nil && !d.skipsFrom(s.Past) {
		d.skip = nil
	}
	if d.skip != nil && rng.Line == 0 {
		return nil, errs.New(errs.Internal, "lines are skipped by number, and the range does not know its lines")
	}
	p := &parser{al: al, s: s, o: o, b: block{
		d: d, nf: len(s.Fields), t: fields{line: rng.Line, past: rng.Past, most: 2 * (len(s.Fields) + 1)}, file: o.File,
		x:   indexer{level: asm.Active()},
		cut: len(o.UseCols) > 0, skip: o.SkipBadLines,
	}}
	return p, nil
}

// skipsFrom reports a record to skip behind this many.
func (d *dialect) skipsFrom(past int64) bool {
	for i := range d.skip {
		if i >= past {
			return true
		}
	}
	return false
}

// where names a line; in a range that does not know its lines they count from its beginning.
func (p *parser) where(line int64) string { return where(p.o.File, line) }

// run fills blocks from the range and hands them to f.
func (p *parser) run(r io.ReaderAt, rng Range, f func(b *block) error) error {
	feed := newFeeder(p.al, r, p.o.File, rng.Lo, rng.Hi)
	defer feed.done()
	if p.b.t.line == 0 {
		p.b.t.line = 1
	}
	left := int64(math.MaxInt64)
	if rng.Rows >= 0 {
		left = rng.Rows
	}
	for more := false; left > 0; {
		buf, final, err := feed.next(more)
		if err != nil {
			return err
		}
		used := 0
		for left > 0 && (used == 0 || final || len(buf)-used >= pieceBytes) {
			k, err := p.piece(buf[used:], feed.mem()[used:], final, left)
			if err != nil {
				return err
			}
			if used += k; k == 0 {
				break
			}
			if p.rows == 0 && p.cols == nil {
				if err := p.open(rng, k); err != nil {
					return err
				}
			}
			rows := int64(p.b.rows) // f may leave some out
			if err := f(&p.b); err != nil {
				return err
			}
			p.rows += rows
			left -= rows
		}
		feed.used(used)
		if final && used == len(buf) {
			break
		}
		more = used == 0
	}
	if p.cols == nil {
		return p.open(rng, 0)
	}
	return nil
}

// piece cuts the first rows of buf, which mem holds with what is around it, and returns how much of it they
// are.
func (p *parser) piece(buf, mem []byte, final bool, left int64) (int, error) {
	p.b.mem = mem
	if len(buf) > pieceBytes {
		if k, err := p.b.fill(buf[:pieceBytes], false, left); k > 0 || err != nil {
			return k, err
		}
	}
	return p.b.fill(buf, final, left)
}

// open makes the columns; used is how many bytes the rows of the first block took.
func (p *parser) open(rng Range, used int) error {
	hint := int(max(rng.Rows, 0))
	if rng.Rows < 0 && used > 0 {
		hint = int(float64(p.b.rows) * float64(rng.Hi-rng.Lo) / float64(used) * 1.02)
	}
	p.cols = []*column{}
	for _, k := range append(append([]int{}, p.s.Index...), p.s.Cols...) {
		f := p.s.Fields[k]
		c, err := p.o.converterOf(p.al, &f, hint)
		if err != nil {
			return err
		}
		p.cols = append(p.cols, &column{k: k, conv: c, wide: f})
	}
	return nil
}

func (p *parser) convert(b *block) error {
	for _, c := range p.cols {
		if err := p.add(c, b); err != nil {
			return err
		}
	}
	return nil
}

// add adds the rows of a block to a column, or looks at them where the column gave up.
func (p *parser) add(c *column, b *block) error {
	if c.conv == nil {
		return p.look(c, b, 0)
	}
	bad, err := c.conv.add(b, c.k)
	if err != nil {
		return err
	}
	return p.fit(c, b, bad)
}

// fit gives a column up whose row bad does not fit; b.rows is none.
func (p *parser) fit(c *column, b *block, bad int) error {
	if bad == b.rows {
		return nil
	}
	if c.wide.Fixed {
		return invalid("%s: column %s: %q is no %s", p.where(b.line(bad)), c.wide.Name.Repr(), cut(b.cell(bad, c.k)), c.wide.DType)
	}
	p.widen(c, b, bad)
	return p.look(c, b, bad)
}

// look says what the rows from one on are.
func (p *parser) look(c *column, b *block, from int) error {
	c.c.scan(b, c.k, from, &c.wide)
	p.misfit.Schema.Fields[c.k] = c.wide
	return nil
}

// widen gives up the dtype of a column and only looks at its values from now on.
func (p *parser) widen(c *column, b *block, bad int) {
	c.wide.Seen |= c.conv.seen()
	c.conv.drop()
	c.conv, c.c = nil, p.o.classifierOf(&c.wide)
	if p.misfit == nil {
		p.misfit = &Misfit{Schema: p.s.Merge(p.s), Field: c.k, Where: p.where(b.line(bad)), Value: cut(b.cell(bad, c.k))}
	}
}

// frame puts the columns together.
func (p *parser) frame(rng Range) (*frame.Frame, error) {
	cols := make([]*frame.Column, len(p.cols))
	for i, c := range p.cols {
		var err error
		if c.conv == nil {
			cols[i], err = hole(p.al, p.s.Fields[c.k].DType, int(p.rows))
		} else {
			cols[i], err = c.conv.column()
		}
		if err != nil {
			return nil, err
		}
	}
	nix := len(p.s.Index)
	ix := frame.NewRange(rng.Row, 1, int(p.rows))
	names := make([]frame.Label, len(p.cols))
	for i, c := range p.cols {
		names[i] = p.s.Fields[c.k].Name
	}
	switch {
	case nix == 1:
		ix = frame.NewIndex(names[0], cols[0])
	case nix > 1:
		ix = frame.NewMulti(names[:nix], cols[:nix]...)
	}
	return &frame.Frame{Index: ix, Names: names[nix:], Cols: cols[nix:], NRows: int(p.rows)}, nil
}

// hole is rows of nothing.
func hole(al mem.Allocator, d dtype.DType, rows int) (*frame.Column, error) {
	if d.IsObject() {
		return frame.NewObjects(make([]any, rows)), nil
	}
	b, err := al.Alloc(d.Size())
	if err != nil {
		return nil, err
	}
	clear(b.Bytes())
	return frame.NewConst(al, frame.NewPlain(d, b, 0, 1, frame.Bitmap{}), rows)
}
