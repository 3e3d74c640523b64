package csv

import (
	"slices"
	"strconv"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// A Schema is what all ranges of a file have in common. It is plain data; its slices are never written after
// Sniff.
type Schema struct {
	Fields []Field // of a row, in the file's order
	Index  []int   // fields that are row labels; none means a RangeIndex
	Cols   []int   // fields that are columns, in the frame's order
	Start  int64   // where the first row begins, in bytes
	Line   int64   // and its line, counted from 1
	Past   int64   // records before it, as skiprows counts them
}

// A Field is one field of every row.
type Field struct {
	Name   frame.Label
	DType  dtype.DType
	Fixed  bool   // the user gave the dtype
	Keep   bool   // missing values leave integers and bools what they are: nullable ones
	Date   bool   // to be read as a datetime
	Format string // how datetimes are written; empty until one was seen
	Seen   Facts  // what the dtype was derived from
}

// Project is s with these columns only, in the given order.
func (s *Schema) Project(names ...frame.Label) (*Schema, error) {
	t := *s
	t.Cols = make([]int, 0, len(names))
	for _, n := range names {
		k := slices.IndexFunc(s.Cols, func(c int) bool { return s.Fields[c].Name.Same(n) })
		if k < 0 {
			return nil, errs.New(errs.NotFound, "no column %s in the file", n.Repr())
		}
		t.Cols = append(t.Cols, s.Cols[k])
	}
	return &t, nil
}

// Merge is the schema that holds what s and t hold; both come from one Sniff.
func (s *Schema) Merge(t *Schema) *Schema {
	out := *s
	out.Fields = slices.Clone(s.Fields)
	for i := range out.Fields {
		out.Fields[i].merge(&t.Fields[i])
	}
	return &out
}

func (f *Field) merge(g *Field) {
	if f.Fixed {
		return
	}
	f.Seen |= g.Seen
	switch {
	case f.Format == "":
		f.Format, f.DType.TZ = g.Format, g.DType.TZ
	case g.Format != "" && (g.Format != f.Format || g.zone() != f.zone()):
		f.Seen |= seenText
	}
	f.DType = f.derive(f.zone())
}

// zone is the zone of datetimes seen so far.
func (f *Field) zone() string { return f.DType.TZ }

// key is how the user names the field in maps of options.
func (f *Field) key() string { return f.Name.String() }

// A Range is a part of a file that begins and ends between rows.
type Range struct {
	Lo, Hi int64 // bytes
	Row    int64 // number of the first row in the file
	Rows   int64 // how many rows, -1 where nobody counted
	Line   int64 // line of Lo counted from 1, 0 where nobody counted
	Past   int64 // records before Lo as skiprows counts them, where lines are skipped
	Last   bool  // nothing comes after it
}

// where names a line for people.
func where(file string, line int64) string {
	if file == "" {
		file = "csv"
	}
	if line <= 0 {
		return file
	}
	return file + ":" + strconv.FormatInt(line, 10)
}
