package jsonl

import (
	"bytes"
	"io"
	"math"

	"github.com/mars-project/mars-go/dtype/timetext"
	"github.com/mars-project/mars-go/mem"
)

// A row finds the columns of the values of a line. Lines that name the same columns in the same order cost no
// look-ups.
type row struct {
	names []string
	at    map[string]int
	vals  []span // by column, of the line at hand
	buf   []byte
}

// scan cuts a line into the values of columns. Of a name that comes twice the last value counts. What no
// column has goes to fresh, which says its column, negative to leave it out.
func (r *row) scan(s *scanner, fresh func(name string) int) error {
	clear(r.vals)
	next := 0
	err := s.object(0, func(name, v span) error {
		k := -1
		if n := s.b[name.lo:name.hi]; name.kind == text && next < len(r.names) && r.names[next] == view(n) {
			k = next
		} else {
			n, err := s.chars(name, r.buf)
			if err != nil {
				return err
			}
			if name.kind == escaped {
				r.buf = n
			}
			j, ok := r.at[view(n)]
			if !ok {
				j = fresh(string(n))
			}
			if k = j; k < 0 {
				return nil
			}
		}
		r.vals[k] = v
		next = k + 1
		return nil
	})
	if err != nil {
		return err
	}
	if s.blanks(); s.at < len(s.b) {
		return s.bad(s.at, "expected the end of the line, here is %s", s.here())
	}
	return nil
}

func newRow(names []string) *row {
	r := &row{names: names, at: make(map[string]int, len(names)), vals: make([]span, len(names))}
	for i, n := range names {
		r.at[n] = i
	}
	return r
}

// Survey says what the values of a range are, and how many rows and lines it has. Errors: Invalid for what is
// no line of JSON, with file and line; those of al and r.
func Survey(al mem.Allocator, r io.ReaderAt, rng Range, file string, conv *Conversions) (out *Schema, rows, count int64, err error) {
	out = &Schema{}
	row := newRow(nil)
	iso, err := timetext.New(timetext.ISO, false)
	if err != nil {
		return nil, 0, 0, err
	}
	var dated []bool
	fresh := func(name string) int {
		k := len(row.names)
		row.names, row.vals, row.at[name] = append(row.names, name), append(row.vals, span{}), k
		out.Fields, dated = append(out.Fields, Field{Name: name}), append(dated, conv.Dated(name))
		return k
	}
	var buf []byte
	rows, count, err = lines(al, r, rng, file, func(int) error { return nil }, func(b []byte) error {
		s := &scanner{b: b}
		if err := row.scan(s, fresh); err != nil {
			return err
		}
		for k, v := range row.vals {
			f := &out.Fields[k]
			if v.kind == absent {
				continue
			}
			f.Rows++
			if v.kind == text && f.Seen&SeenText != 0 && !dated[k] { // nothing new
				continue
			}
			seen, err := s.facts(v, iso, dated[k], &buf)
			if err != nil {
				return err
			}
			f.Seen |= seen
		}
		return nil
	})
	return out, rows, count, err
}

// facts says what a value is.
func (s *scanner) facts(v span, iso *timetext.Layout, dated bool, buf *[]byte) (Facts, error) {
	switch v.kind {
	case null:
		return SeenNull, nil
	case yes, no:
		return SeenBool, nil
	case nested:
		return SeenNested, nil
	case number:
		return numberFacts(s.b[v.lo:v.hi], dated), nil
	}
	b, err := s.chars(v, *buf)
	if err != nil {
		return 0, err
	}
	if v.kind == escaped {
		*buf = b
	}
	f := SeenText
	if x, ok := fromText(b); ok {
		if f = SeenNumeral; floatFacts(x)&SeenFloat != 0 {
			f |= SeenPart
		}
	}
	if dated {
		f |= timeFacts(iso, b)
	}
	return f, nil
}

func numberFacts(b []byte, dated bool) (f Facts) {
	v, big, ok := integer(b)
	switch {
	case ok && big:
		return SeenUint
	case ok:
		f = SeenInt
		if v < 0 {
			f |= SeenNegative
		}
		if dated {
			f |= stampFacts(v)
		}
		return f
	}
	if bytes.Equal(b, []byte("-0")) {
		return SeenInt
	}
	return floatFacts(float(b))
}

// floatFacts says whether a float is whole.
func floatFacts(x float64) Facts {
	if x == math.Trunc(x) && math.Abs(x) < 1<<63 {
		if x < 0 {
			return SeenWhole | SeenNegative
		}
		return SeenWhole
	}
	return SeenFloat
}
