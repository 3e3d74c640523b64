package csv

import (
	"io"

	"github.com/mars-project/mars-go/mem"
)

// Survey looks at all values of a range without keeping them: the schema that holds s and the range, and how
// many rows and lines there are. Errors are those of Read but for values: every value fits some schema.
func Survey(al mem.Allocator, r io.ReaderAt, rng Range, s *Schema, o Options) (t *Schema, rows, lines int64, err error) {
	p, err := newParser(al, s, &o, rng)
	if err != nil {
		return nil, 0, 0, err
	}
	t = s.Merge(s)
	g := guesser{s: t}
	for i := range t.Fields {
		g.c = append(g.c, o.classifierOf(&t.Fields[i]))
	}
	first := max(rng.Line, 1)
	if err := g.sample(p, r, rng); err != nil {
		return nil, 0, 0, err
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Fixed {
			continue
		}
		f.Format, f.DType = g.c[i].format, f.derive(g.c[i].zone)
		if !f.Date {
			f.Format = ""
		}
	}
	return t, p.rows, p.b.t.line - first, nil
}
