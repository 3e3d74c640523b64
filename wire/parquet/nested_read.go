package parquet

import (
	"bytes"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// cellBytes is what a level of a nested column takes as a Go value, at most: a cell, and its share of a list
// or record that holds it.
const cellBytes = 64

// A leafReader goes through the entries of a leaf: a value, or the level at which it is missing.
type leafReader struct {
	reps, defs []byte // of entries; reps is nil where nothing repeats
	values     *frame.Column
	max        byte
	at         int
}

// def is the definition level of the next entry.
func (l *leafReader) def() (byte, error) {
	if l.at >= len(l.defs) {
		return 0, damaged("the levels of its leaves differ")
	}
	return l.defs[l.at], nil
}

// more reports that the next entry is another element of the list of this repetition level.
func (l *leafReader) more(rep byte) bool {
	return l.at < len(l.defs) && l.reps != nil && l.reps[l.at] >= rep
}

// nested reads a nested column of row groups lo to hi: lists as []any, structs as records, maps as lists of
// pairs.
func (f *File) nested(al mem.Allocator, t *tracker, c *Column, lo, hi, rows int) (*frame.Column, error) {
	room, err := al.Alloc(rows * dtype.Object.Size()) // Go memory, which nobody counts: room for it must be there all the same
	if err != nil {
		return nil, err
	}
	defer mem.Free(al, room)
	out := make([]any, rows)
	at := 0
	for g := lo; g < hi; g++ {
		n := int(f.Groups[g].Rows)
		if err := f.nestedGroup(al, t, c, g, out[at:at+n]); err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "row group %d, column %s", g, c.Name.Repr())
		}
		at += n
	}
	return frame.NewObjects(out), nil
}

// nestedGroup reads the rows of a row group.
func (f *File) nestedGroup(al mem.Allocator, t *tracker, c *Column, g int, out []any) error {
	if len(out) == 0 {
		return nil
	}
	var blocks []*mem.Block
	defer func() {
		for _, b := range blocks {
			mem.Free(al, b)
		}
	}()
	r := reader{leaves: make([]leafReader, c.tree.n), first: c.tree.leaf}
	var walk func(n *node) error
	walk = func(n *node) error {
		if n.what != leafShape {
			for _, k := range n.kids {
				if err := walk(k); err != nil {
					return err
				}
			}
			return nil
		}
		b, err := f.leaf(al, t, &n.of, g, &r.leaves[n.leaf-r.first])
		blocks = append(blocks, b...)
		return err
	}
	if err := walk(c.tree); err != nil {
		return err
	}
	for i := range out {
		if l := &r.leaves[0]; l.reps != nil && l.at < len(l.reps) && l.reps[l.at] != 0 {
			return damaged("a row begins in the middle of a list")
		}
		v, err := r.value(c.tree)
		if err != nil {
			return err
		}
		out[i] = v
	}
	for i := range r.leaves {
		if l := &r.leaves[i]; l.at != len(l.defs) {
			return damaged("%d of %d values are in its rows", l.at, len(l.defs))
		}
	}
	return nil
}

// leaf decodes a leaf. The blocks are what its levels and cells need; the caller frees them.
func (f *File) leaf(al mem.Allocator, t *tracker, c *Column, g int, l *leafReader) (blocks []*mem.Block, err error) {
	n := f.meta.RowGroups[g].Columns[c.leaf].MetaData.NumValues
	if n < 0 || n > 1<<40 {
		return nil, damaged("%d values", n)
	}
	b, err := al.Alloc(int(n) * cellBytes)
	if err != nil {
		return nil, err
	}
	blocks = append(blocks, b)
	levels := b.Bytes()
	l.defs, l.max = levels[:n:n], c.max
	if c.rep > 0 {
		l.reps = levels[n : 2*n : 2*n]
	}
	if c.plain.what == void {
		l.values, err = frame.NewObjects(make([]any, n)), f.levelsOnly(al, t, c, g, l)
		return blocks, err
	}
	s, err := sinkOf(al, c, c.DType, int(n))
	if err != nil {
		return blocks, err
	}
	defer s.close()
	if err := f.chunk(al, t, c, g, s, 0, chunkJob{entries: n, miss: true, levels: l}); err != nil {
		return blocks, err
	}
	l.values, err = s.column()
	return blocks, err
}

// levelsOnly reads the levels of a leaf that has no values.
func (f *File) levelsOnly(al mem.Allocator, t *tracker, c *Column, g int, l *leafReader) error {
	return f.chunk(al, t, c, g, nothing{}, 0, chunkJob{entries: int64(len(l.defs)), miss: true, levels: l})
}

// nothing is the sink of pages without values.
type nothing struct{}

func (nothing) group(int) error        { return nil }
func (nothing) dictionary(*page) error { return nil }
func (nothing) close()                 {}
func (nothing) column() (*frame.Column, error) {
	return nil, errs.New(errs.Internal, "a column of nothing")
}

func (nothing) page(pg *page, _ int) error {
	if pg.n > 0 {
		return damaged("values of a column that has none")
	}
	return nil
}

// A reader puts rows together of the leaves of a column, as Dremel does:
// https://research.google/pubs/pub36632/
type reader struct {
	leaves []leafReader
	first  int // the file's number of the first
}

// value is the next value of a node: nil where it is missing.
func (r *reader) value(n *node) (any, error) {
	head := &r.leaves[n.leaf-r.first]
	def, err := head.def()
	if err != nil {
		return nil, err
	}
	if def < n.def {
		return nil, r.skip(n)
	}
	switch n.what {
	case leafShape:
		v := head.values.Cell(head.at)
		head.at++
		return kept(v), nil
	case recordShape:
		return r.record(n)
	}
	return r.list(n, head, def)
}

func (r *reader) record(n *node) (any, error) {
	out := make(frame.Record, len(n.kids))
	for i, k := range n.kids {
		v, err := r.value(k)
		if err != nil {
			return nil, err
		}
		out[i] = frame.Part{Name: k.name, Value: v}
	}
	return out, nil
}

// list is the next list, def being the level of its first entry.
func (r *reader) list(n *node, head *leafReader, def byte) (any, error) {
	out := []any{}
	if def == n.def { // no element is there
		return out, r.skip(n)
	}
	for {
		v, err := r.value(n.kids[0])
		if err != nil {
			return nil, err
		}
		if n.what == mapShape {
			if v, err = pair(v); err != nil {
				return nil, err
			}
		}
		out = append(out, v)
		if !head.more(n.rep) {
			return out, nil
		}
	}
}

// pair is a key and its value.
func pair(v any) (any, error) {
	kv, ok := v.(frame.Record)
	if !ok || len(kv) != 2 {
		return nil, damaged("a map without a key and a value")
	}
	return frame.Tuple{kv[0].Value, kv[1].Value}, nil
}

// skip passes the one entry that each leaf has where a node is missing.
func (r *reader) skip(n *node) error {
	for i := n.leaf - r.first; i < n.leaf-r.first+n.n; i++ {
		if _, err := r.leaves[i].def(); err != nil {
			return err
		}
		r.leaves[i].at++
	}
	return nil
}

// kept is a cell that outlives the column it was taken of.
func kept(v any) any {
	switch v := v.(type) {
	case string:
		return strings.Clone(v)
	case []byte:
		return bytes.Clone(v)
	}
	return v
}
