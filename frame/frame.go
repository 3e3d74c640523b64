package frame

import (
	"fmt"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// A Frame is one chunk of a DataFrame: an index and named columns of equal length. A Series is a frame of one
// column, whose name may be None.
type Frame struct {
	Index *Index
	Names []Label // of the columns; may repeat. Tuples of one length are a MultiIndex of columns
	Axis  []Label // names of the levels of the column labels; nil when none has a name
	Cols  []*Column
	NRows int
	Ord   *Column // hidden ordinal: the int64 place of each row in the whole value, for restoring orders; nil when nobody asked
}

// New is the frame of its parts; a nil index is the range 0, 1, ... It returns Invalid when lengths differ.
func New(index *Index, names []Label, cols ...*Column) (*Frame, error) {
	f := &Frame{Index: index, Names: names, Cols: cols}
	switch {
	case len(names) != len(cols):
		return nil, errs.New(errs.Invalid, "%d names for %d columns", len(names), len(cols))
	case index != nil:
		f.NRows = index.N
	case len(cols) > 0:
		f.NRows = cols[0].Rows
	}
	if index == nil {
		f.Index = NewRange(0, 1, f.NRows)
	}
	for i, c := range cols {
		if c.Rows != f.NRows {
			return nil, errs.New(errs.Invalid, "column %s has %d rows, the index %d", names[i].Repr(), c.Rows, f.NRows)
		}
	}
	return f, nil
}

// Must is New that panics: for tests, and for code that made the parts itself.
func Must(f *Frame, err error) *Frame {
	if err != nil {
		panic(err)
	}
	return f
}

// NewSeries is the frame of one column.
func NewSeries(index *Index, name Label, c *Column) (*Frame, error) {
	return New(index, []Label{name}, c)
}

// Len is the number of rows.
func (f *Frame) Len() int { return f.NRows }

// Find is the place of the first column named l, -1 when there is none. Labels match as in Python: 1 finds
// 1.0.
func (f *Frame) Find(l Label) int {
	for i, n := range f.Names {
		if n == l {
			return i
		}
	}
	for i, n := range f.Names {
		if n.Same(l) {
			return i
		}
	}
	return -1
}

// Col is the first column named l, nil when there is none.
func (f *Frame) Col(l Label) *Column {
	if i := f.Find(l); i >= 0 {
		return f.Cols[i]
	}
	return nil
}

// DTypes are the dtypes of the columns.
func (f *Frame) DTypes() []dtype.DType {
	ds := make([]dtype.DType, len(f.Cols))
	for i, c := range f.Cols {
		ds[i] = c.DType
	}
	return ds
}

// Select is the frame of the columns at these places, in this order; index and ordinal are shared.
func (f *Frame) Select(places ...int) *Frame {
	g := f.bare(len(places))
	for i, p := range places {
		g.Names[i], g.Cols[i] = f.Names[p], f.Cols[p]
	}
	return g
}

// With is f with column l set to c: replaced where it is, else added last. c must have f's rows.
func (f *Frame) With(l Label, c *Column) *Frame {
	if c.Rows != f.NRows {
		panic(fmt.Sprintf("frame: With a column of %d rows in a frame of %d", c.Rows, f.NRows))
	}
	n := len(f.Cols)
	at := f.Find(l)
	if at < 0 {
		at = n
		n++
	}
	g := f.bare(n)
	copy(g.Names, f.Names)
	copy(g.Cols, f.Cols)
	if at == len(f.Cols) {
		g.Names[at] = l
	}
	g.Cols[at] = c
	return g
}

// Drop is f without the columns at these places.
func (f *Frame) Drop(places ...int) *Frame {
	gone := make(map[int]bool, len(places))
	for _, p := range places {
		gone[p] = true
	}
	var keep []int
	for i := range f.Cols {
		if !gone[i] {
			keep = append(keep, i)
		}
	}
	return f.Select(keep...)
}

// WithIndex is f under another index of as many rows.
func (f *Frame) WithIndex(x *Index) *Frame {
	if x.N != f.NRows {
		panic(fmt.Sprintf("frame: an index of %d rows for a frame of %d", x.N, f.NRows))
	}
	g := *f
	g.Index = x
	return &g
}

// WithOrd is f with another hidden ordinal; nil takes it away.
func (f *Frame) WithOrd(ord *Column) *Frame {
	g := *f
	g.Ord = ord
	return &g
}

// bare is a frame of n columns to fill, with f's index, rows and ordinal.
func (f *Frame) bare(n int) *Frame {
	return &Frame{Index: f.Index, Names: make([]Label, n), Axis: f.Axis, Cols: make([]*Column, n), NRows: f.NRows, Ord: f.Ord}
}
