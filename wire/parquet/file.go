package parquet

import (
	"io"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// A File is what the footer says. It may be read from several goroutines.
type File struct {
	Columns []Column // in the file's order, those of the index too
	Index   []int    // columns that are row labels; none means a range
	Range   Range    // the labels where Index is empty
	Rows    int64
	Groups  []Group

	r    io.ReaderAt
	name string
	size int64
	meta *format.FileMetaData
}

// A Range is the labels of rows that are numbered: row i is Start + i*Step.
type Range struct {
	Name        frame.Label
	Start, Step int64
}

// A Column is a top-level column.
type Column struct {
	Name  frame.Label
	DType dtype.DType // of the rows as Read makes them
	Nulls int64       // missing rows, -1 where the file does not say
	Err   error       // why it cannot be read; then DType is zero

	leaf  int // place among the leaves; -1 for nested ones
	field string
	plain physical
	max   byte  // definition level of a value that is there
	rep   byte  // repetition level of its values
	tree  *node // of a nested column, whose leaf is -1
}

// Pending reports an integer or bool column that may miss rows, which nobody counted: Read makes it pending
// where rows are missing.
func (c *Column) Pending() bool { return c.Nulls < 0 && !frame.CanMiss(c.DType) && c.Err == nil }

// A Group is a row group.
type Group struct {
	Start, Rows  int64
	Bytes        int64 // compressed
	Uncompressed int64
	Stats        []Stats // by column
}

// Stats are what the footer says of a column in a row group.
type Stats struct {
	Nulls    int64       // -1 where it does not say
	Min, Max frame.Label // bounds of the values that are there; None where it does not say
}

// Open reads the footer. name stands in errors. Errors: Invalid for what is no Parquet file or a damaged one,
// and those of r.
func Open(r io.ReaderAt, size int64, name string) (f *File, err error) {
	t := &tracker{r: r, name: name}
	defer t.guard(&err)
	m, nulls, err := readFooter(t, size)
	if err != nil {
		return nil, t.wrap(err)
	}
	f = &File{r: r, name: name, size: size, meta: m}
	if err := f.describe(nulls); err != nil {
		return nil, t.wrap(err)
	}
	return f, nil
}

// Find is the place of a column by name, -1 when there is none.
func (f *File) Find(name frame.Label) int {
	for i := range f.Columns {
		if f.Columns[i].Name.Same(name) {
			return i
		}
	}
	return -1
}

// Data is the places of the columns that are not row labels and can be read; an error names the first that
// cannot.
func (f *File) Data() (cols []int, err error) {
	in := map[int]bool{}
	for _, k := range f.Index {
		in[k] = true
	}
	for i := range f.Columns {
		if in[i] {
			continue
		}
		if e := f.Columns[i].Err; e != nil && err == nil {
			err = e
		}
		cols = append(cols, i)
	}
	return cols, err
}

// describe fills f from the footer; nulls are the missing rows by row group and leaf.
func (f *File) describe(nulls [][]int64) error {
	meta := f.meta
	f.Rows = meta.NumRows
	notes := notesOf(meta)
	if len(meta.Schema) == 0 {
		return damaged("no schema")
	}
	leaf := 0
	for rest := meta.Schema[1:]; len(rest) > 0; {
		n, under := leaves(rest, 0)
		if n < 0 {
			return damaged("the schema ends early")
		}
		if name := rest[0].Name; !utf8.ValidString(name) {
			return errs.New(errs.Invalid, "the name of column %d is not UTF-8: %q", len(f.Columns), name)
		}
		f.Columns = append(f.Columns, columnOf(rest, leaf, notes))
		leaf, rest = leaf+under, rest[n:]
	}
	total := int64(0)
	for g := range meta.RowGroups {
		rg := &meta.RowGroups[g]
		if rg.NumRows < 0 || len(rg.Columns) != leaf || len(nulls[g]) != leaf {
			return errs.New(errs.Invalid, "row group %d has %d rows and %d of %d columns", g, rg.NumRows, len(rg.Columns), leaf)
		}
		grp := Group{Start: total, Rows: rg.NumRows, Stats: make([]Stats, len(f.Columns))}
		total += rg.NumRows
		for i := range rg.Columns {
			m := &rg.Columns[i].MetaData
			grp.Bytes += max(m.TotalCompressedSize, 0)
			grp.Uncompressed += max(m.TotalUncompressedSize, 0)
		}
		for i := range f.Columns {
			grp.Stats[i] = Stats{Nulls: -1}
			if c := &f.Columns[i]; c.leaf >= 0 {
				grp.Stats[i] = c.stats(&rg.Columns[c.leaf].MetaData, nulls[g][c.leaf], rg.NumRows)
			}
		}
		f.Groups = append(f.Groups, grp)
	}
	if total != f.Rows {
		return errs.New(errs.Invalid, "row groups have %d rows, the file %d", total, f.Rows)
	}
	for i := range f.Columns {
		f.settle(i)
	}
	f.Index, f.Range = notes.index(f.Columns)
	return nil
}

// settle gives column i the dtype that holds its missing rows, as pandas does when it converts from Arrow.
func (f *File) settle(i int) {
	c := &f.Columns[i]
	for g := range f.Groups {
		n := f.Groups[g].Stats[i].Nulls
		if n < 0 {
			c.Nulls = -1
			break
		}
		c.Nulls += n
	}
	if c.max == 0 {
		c.Nulls = 0
	}
	if c.Err == nil && c.Nulls > 0 && !frame.CanMiss(c.DType) {
		c.DType = c.DType.WithMissing()
	}
}

// maxDepth is how deep columns may nest.
const maxDepth = 64

// leaves is how many elements of a schema the first column takes, and how many of them are leaves; negative
// for a damaged one.
func leaves(els []format.SchemaElement, depth int) (n, leaf int) {
	if len(els) == 0 || depth > maxDepth {
		return -1, 0
	}
	n = 1
	if els[0].NumChildren.V <= 0 {
		return 1, 1
	}
	for range els[0].NumChildren.V {
		k, l := leaves(els[n:], depth+1)
		if k < 0 {
			return -1, 0
		}
		n, leaf = n+k, leaf+l
	}
	return n, leaf
}
