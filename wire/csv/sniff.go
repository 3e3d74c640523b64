package csv

import (
	"io"
	"math"
	"unicode/utf8"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// How much Sniff looks at: all of a small file, else pieces of its head, middle and tail.
const (
	sniffWhole = 2 << 20
	sniffHead  = 512 << 10
	sniffPiece = 128 << 10
)

// Sniff reads the header and samples, and says what the columns are. What the samples do not show is found by
// Read.
// Errors: Invalid for a file without columns, for options that do not fit the header or each other; those of
// r.
func Sniff(r io.ReaderAt, size int64, o Options) (*Schema, error) {
	d, err := o.dialect()
	if err != nil {
		return nil, err
	}
	s, err := readHeader(d, r, size, &o)
	if err != nil {
		return nil, err
	}
	p, err := newParser(mem.Heap, s, &o, Range{Line: s.Line, Past: s.Past})
	if err != nil {
		return nil, err
	}
	g := guesser{s: s}
	for i := range s.Fields {
		g.c = append(g.c, o.classifierOf(&s.Fields[i]))
	}
	rngs, err := p.samples(r, size)
	if err != nil {
		return nil, err
	}
	for more := true; more; more = s.undate(&o, g.c) {
		for _, rng := range rngs {
			if err := g.sample(p, r, rng); err != nil {
				return nil, err
			}
		}
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		f.Format, f.DType = g.c[i].format, f.derive(g.c[i].zone)
		if !f.Date {
			f.Format = ""
		}
	}
	return s, nil
}

// undate takes row labels of which none is a date for what their texts say, as pandas does; columns stay
// texts then. It reports that there are some.
func (s *Schema) undate(o *Options, cs []*classifier) (some bool) {
	for _, k := range s.Index {
		if f := &s.Fields[k]; f.Date && f.Seen&seenText != 0 && f.Seen&seenTime == 0 {
			f.Date, f.Seen, some = false, 0, true
			cs[k] = o.classifierOf(f)
		}
	}
	return some
}

// readHeader finds names, and the number of fields of a row, which the first one decides.
func readHeader(d *dialect, r io.ReaderAt, size int64, o *Options) (*Schema, error) {
	start, err := skipBOM(r, size)
	if err != nil {
		return nil, errs.Wrap(errs.KindOf(err), err, "%s", where(o.File, 0))
	}
	feed := newFeeder(mem.Heap, r, o.File, start, size)
	t := &fields{line: 1}
	row := int(o.Header - HeaderRow)
	if o.Header == InferHeader {
		row = 0
		if o.Names != nil {
			row = -1
		}
	}
	var cells [][]byte
	for seen := range row + 1 {
		c, used, err := firstRecord(d, feed, t)
		switch {
		case err != nil:
			return nil, err
		case c == nil && seen > 0:
			return nil, invalid("%s: Passed header=%d but only %d lines in file", where(o.File, 0), row, seen)
		case c == nil && o.Names == nil:
			return nil, noColumns(o)
		}
		cells, start = c, start+used
	}
	if err := o.checkHeader(cells, t.line-1); err != nil {
		return nil, err
	}
	s := &Schema{Start: start, Line: t.line, Past: t.past}
	first, _, err := firstRecord(d, feed, t)
	switch {
	case err != nil:
		return nil, err
	case first == nil && cells == nil && o.Names == nil:
		return nil, noColumns(o)
	}
	leading, named, err := s.name(o, cells, len(first))
	if err != nil {
		return nil, err
	}
	return s, s.choose(o, cells, leading, named)
}

// checkHeader refuses names that are no text. line is the last one of the header.
func (o *Options) checkHeader(cells [][]byte, line int64) error {
	for _, c := range cells {
		if !utf8.Valid(c) {
			return invalid("%s: %q is not UTF-8", where(o.File, line), cut(c))
		}
	}
	return nil
}

func noColumns(o *Options) error {
	return invalid("%s: No columns to parse from file", where(o.File, 0))
}

// skipBOM is where the text begins.
func skipBOM(r io.ReaderAt, size int64) (int64, error) {
	var b [3]byte
	n, err := r.ReadAt(b[:min(size, 3)], 0)
	if err != nil && err != io.EOF {
		return 0, errs.Wrap(errs.KindOf(err), err, "byte 0")
	}
	switch {
	case n == 3 && string(b[:]) == "\xef\xbb\xbf":
		return 3, nil
	case n >= 2 && (string(b[:2]) == "\xff\xfe" || string(b[:2]) == "\xfe\xff"):
		return 0, invalid("the text is UTF-16: say so by encoding \"utf-16\"")
	}
	return 0, nil
}

// name makes the fields. It says how many of them are row labels, because the first row is longer than the
// header, and how many there are but for those that nobody named.
func (s *Schema) name(o *Options, header [][]byte, width int) (leading, named int, err error) {
	var names []frame.Label
	switch {
	case o.Names != nil:
		seen := map[string]bool{}
		for _, n := range o.Names {
			if seen[n] {
				return 0, 0, invalid("Duplicate names are not allowed.")
			}
			seen[n] = true
			names = append(names, frame.L(n))
		}
		if n := len(o.UseCols); n > 0 && n != len(names) && !o.NoIndex && width > len(names) {
			return 0, 0, invalid("Number of passed names did not match number of header fields in the file")
		}
		width = max(width, len(header))
	case header != nil:
		for _, n := range mangle(header) {
			names = append(names, frame.L(n))
		}
	default:
		for i := range width {
			names = append(names, frame.L(i))
		}
	}
	if len(o.Names) > 0 && len(o.Names) == len(o.UseCols) && len(names) < width && o.byPlace() { // the names are those of the columns used
		return 0, width, s.nameUsed(o, names, width)
	}
	named = len(names)
	switch extra := width - named; {
	case extra <= 0:
	case o.NoIndex || len(o.UseCols) >= named:
		for i := range extra {
			names = append(names, frame.L(math.MinInt64+i)) // nobody asks for them
		}
	default:
		leading = extra
		names = append(make([]frame.Label, extra), names...)
		named += extra
	}
	s.Fields = make([]Field, len(names))
	for i, n := range names {
		s.Fields[i].Name = n
	}
	return leading, named, nil
}

// byPlace reports columns that are told by place.
func (o *Options) byPlace() bool {
	for _, l := range o.UseCols {
		if _, ok := l.Int(); !ok {
			return false
		}
	}
	return true
}

// nameUsed gives the names to the columns that are read, which are told by place.
func (s *Schema) nameUsed(o *Options, names []frame.Label, width int) error {
	s.Fields = make([]Field, width)
	used := make([]bool, width)
	for _, l := range o.UseCols {
		n, ok := l.Int()
		if !ok || n < 0 || n >= int64(width) {
			return invalid("Usecols do not match columns, columns expected but not found: [%s]", l.Repr())
		}
		used[n] = true
	}
	k := 0
	for i := range s.Fields {
		s.Fields[i].Name = frame.L(math.MinInt64 + i)
		if used[i] && k < len(names) {
			s.Fields[i].Name = names[k]
			k++
		}
	}
	return nil
}

// A guesser collects what samples show.
type guesser struct {
	s *Schema
	c []*classifier
}

// sample adds what a range shows.
func (g *guesser) sample(p *parser, r io.ReaderAt, rng Range) error {
	p.b.t.line, p.b.t.past = max(rng.Line, 1), rng.Past
	p.rows, p.cols = 0, []*column{}
	return p.run(r, rng, func(b *block) error {
		for _, k := range append(append([]int{}, g.s.Index...), g.s.Cols...) {
			if f := &g.s.Fields[k]; !f.Fixed {
				g.c[k].scan(b, k, 0, f)
			}
		}
		return nil
	})
}

// samples are ranges to look at. Pieces that cannot be cut at a row are left out.
func (p *parser) samples(r io.ReaderAt, size int64) (out []Range, err error) {
	s, whole := p.s, size-p.s.Start <= sniffWhole
	if p.o.NRows != nil || p.b.d.skip != nil {
		rng := Range{Lo: s.Start, Hi: size, Rows: -1, Line: s.Line, Past: s.Past}
		if p.o.NRows != nil {
			rng.Rows = int64(*p.o.NRows)
		}
		if !whole {
			rng.Hi, err = p.boundary(r, s.Start, s.Start+sniffWhole, size)
		}
		return []Range{rng}, err
	}
	if whole {
		return []Range{{Lo: s.Start, Hi: size, Rows: -1, Line: s.Line, Past: s.Past}}, nil
	}
	sp := splitter{d: p.b.d, r: r, size: size, nf: len(s.Fields)}
	hi, err := p.boundary(r, s.Start, s.Start+sniffHead, size)
	if err != nil {
		return nil, err
	}
	out = []Range{{Lo: s.Start, Hi: hi, Rows: -1, Line: s.Line, Past: s.Past}}
	for _, lo := range []int64{s.Start + (size-s.Start)/2, size - sniffPiece} {
		from, ok := sp.guess(lo)
		hi := size
		if ok && lo+sniffPiece < size {
			hi, ok = sp.guess(lo + sniffPiece)
		}
		if ok && from < hi {
			out = append(out, Range{Lo: from, Hi: hi, Rows: -1})
		}
	}
	return out, nil
}
