package csv

import (
	"io"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Where leaves out rows before their texts are kept.
type Where struct {
	Fields []int // what Keep looks at
	// Keep says which of n rows stay, in ascending order, given their fields.
	Keep func(n int, cols []*frame.Column) ([]int64, error)
	Sure bool // dtypes that the user did not give are known to hold for all values: those of rows that are left out need no look
}

// TryWhere is Try of the rows that stay; rows is how many the range has. Without row labels of its own the
// frame is labeled by the places of its rows, counted from rng.Row on. Dtypes and errors are those that all
// rows give, but for the dtypes that Sure leaves alone.
func TryWhere(al mem.Allocator, r io.ReaderAt, rng Range, s *Schema, o Options, w Where) (f *frame.Frame, t *Schema, rows int64, err error) {
	p, err := newParser(al, s, &o, rng)
	if err != nil {
		return nil, nil, 0, err
	}
	q := &sieve{parser: p, w: w, kept: vec[int64]{al: al}, probes: map[int]converter{}}
	if err := p.run(r, rng, q.convert); err != nil {
		return nil, nil, 0, err
	}
	t, rows = s, p.rows
	if p.misfit != nil {
		t = p.misfit.Schema
	}
	p.rows = int64(q.kept.n)
	if f, err = p.frame(rng); err != nil || len(s.Index) > 0 {
		return f, t, rows, err
	}
	for i := range q.kept.all() {
		q.kept.data[i] += rng.Row
	}
	labels, err := q.kept.done()
	if err != nil {
		return nil, nil, 0, err
	}
	ix := frame.NewIndex(frame.Label{}, frame.NewPlain(dtype.Int64, labels, 0, f.NRows, frame.Bitmap{}))
	return f.WithIndex(ix), t, rows, nil
}

// A sieve is a parser that leaves out rows.
type sieve struct {
	*parser
	w      Where
	kept   vec[int64]        // places of the rows that stay
	probes map[int]converter // what fields of all rows are checked by
}

// convert adds the rows of a block that stay.
func (q *sieve) convert(b *block) error {
	rows, all, err := q.passing(b)
	if err != nil {
		return err
	}
	out, err := q.kept.room(len(rows))
	if err != nil {
		return err
	}
	for i, r := range rows {
		out[i] = q.rows + r
	}
	q.kept.n += len(rows)
	if all {
		return q.parser.convert(b)
	}
	for _, c := range q.cols {
		if err := q.probe(c, b); err != nil {
			return err
		}
	}
	b.keep(rows)
	for _, c := range q.cols {
		if c.conv == nil {
			continue
		}
		if err := q.add(c, b); err != nil {
			return err
		}
	}
	return nil
}

// passing are the rows of a block that stay. All do where Keep cannot be asked.
func (q *sieve) passing(b *block) (rows []int64, all bool, err error) {
	cols := make([]*frame.Column, len(q.w.Fields))
	for i, k := range q.w.Fields {
		f := q.s.Fields[k]
		conv, err := q.o.converterOf(mem.Heap, &f, b.rows)
		if err != nil {
			return nil, false, err
		}
		bad := 0
		if b.isUTF8() {
			if bad, err = conv.add(b, k); err != nil {
				return nil, false, err
			}
		}
		if bad < b.rows { // converting it says more
			rows = make([]int64, b.rows)
			for i := range rows {
				rows[i] = int64(i)
			}
			return rows, true, nil
		}
		if cols[i], err = conv.column(); err != nil {
			return nil, false, err
		}
	}
	rows, err = q.w.Keep(b.rows, cols)
	return rows, len(rows) == b.rows, err
}

// probe looks whether all rows of a block fit the dtype of a column.
func (q *sieve) probe(c *column, b *block) error {
	switch {
	case c.conv == nil:
		return q.look(c, b, 0)
	case q.w.Sure && !c.wide.Fixed, c.wide.DType == dtype.Str:
		return nil
	}
	t := q.probes[c.k]
	if t == nil || !again(t) {
		var err error
		if t, err = q.o.converterOf(mem.Heap, &c.wide, b.rows); err != nil {
			return err
		}
		q.probes[c.k] = t
	}
	bad, err := t.add(b, c.k)
	if err != nil {
		return err
	}
	if !c.wide.Fixed {
		c.wide.Seen |= t.seen()
	}
	return q.fit(c, b, bad)
}

// again empties a converter; false for one that cannot be used again.
func again(t converter) bool {
	switch t := t.(type) {
	case *ints:
		t.v.n = 0
	case *floats:
		t.v.n = 0
	case *dates:
		t.v.n = 0
	default:
		return false
	}
	return true
}

// keep leaves only these rows of a block.
func (b *block) keep(rows []int64) {
	lines := make([]int64, len(rows))
	for i, r := range rows {
		lines[i] = b.line(int(r))
	}
	out := b.spare[:0]
	for _, r := range rows {
		if b.gap == 0 {
			out = append(out, b.t.pos[2*int(r)*b.nf:][:2*b.nf]...)
			continue
		}
		p := b.t.pos[int(r)*b.nf:][:b.nf+1]
		for k := range b.nf {
			out = append(out, p[k]+1, p[k+1])
		}
	}
	b.spare, b.t.pos = b.t.pos, out
	b.gap, b.rows, b.lines = 0, len(rows), lines
}
