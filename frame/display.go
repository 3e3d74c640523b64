package frame

import (
	"github.com/mars-project/mars-go/mem"
)

// A Display is pandas' display options. DefaultDisplay has pandas' defaults.
type Display struct {
	MaxRows       int // longer values are cut; 60
	MinRows       int // to so many rows; 10
	MaxColumns    int // 0: as many columns as fit in Width; else so many, wrapped at Width (notebooks have 20)
	Width         int // of a line; 80
	MaxColWidth   int // longer cells are cut, 0 for never; 50
	Precision     int // digits after the point; 6
	MaxSeqItems   int // labels of a printed index; 100
	MaxCategories int // 8
}

// DefaultDisplay is what a script sees: display.max_columns is 0.
func DefaultDisplay() Display {
	return Display{MaxRows: 60, MinRows: 10, Width: 80, MaxColWidth: 50, Precision: 6, MaxSeqItems: 100, MaxCategories: 8}
}

// A Corner is what printing needs of a long value: its first and last rows and its length. Tail is nil where
// Head is everything. Printing a frame or Series reads the first and last MinRows/2 rows of one longer than
// MaxRows; an index reads 10 at each end of one longer than MaxSeqItems, so 10 rows in each part serve all.
// (One thing is then told from the corners alone: whether all times of an index are at midnight.)
type Corner struct {
	Head *Frame
	Tail *Frame
	Rows int
}

// Whole is the corner of a frame that is all there.
func Whole(f *Frame) Corner { return Corner{Head: f, Rows: f.NRows} }

// Cut is the rows of a whole frame that a corner needs.
func Cut(f *Frame) Corner {
	const n = 10
	if f.NRows <= 100 {
		return Whole(f)
	}
	return Corner{Head: f.Slice(0, n), Tail: f.Slice(f.NRows-n, f.NRows), Rows: f.NRows}
}

// ends are the first lo and last hi rows.
func (k Corner) ends(lo, hi int) (*Frame, error) {
	tail := k.Tail
	if tail == nil {
		tail = k.Head
	}
	if lo > k.Head.NRows || hi > tail.NRows {
		return nil, invalid("printing needs %d first and %d last rows, not %d and %d", lo, hi, k.Head.NRows, tail.NRows)
	}
	a, b := k.Head.Slice(0, lo), tail.Slice(tail.NRows-hi, tail.NRows)
	return ConcatFrames(mem.Heap, a, b)
}

// shown is the rows that are printed, and after how many of them the dots come; 0 for no dots.
func (d Display) shown(k Corner) (f *Frame, cut int, err error) {
	if d.MaxRows == 0 || k.Rows <= d.MaxRows {
		if k.Tail == nil {
			return k.Head, 0, nil
		}
		f, err = k.ends(min(k.Rows, k.Head.NRows), k.Rows-min(k.Rows, k.Head.NRows))
		return f, 0, err
	}
	n := d.MaxRows
	if d.MinRows > 0 {
		n = min(n, d.MinRows)
	}
	n = max(n/2, 1)
	f, err = k.ends(n, n)
	return f, n, err
}

// String prints the frame as pandas prints a DataFrame, with default options.
func (f *Frame) String() string { return DefaultDisplay().Frame(Whole(f)) }

// String prints the index as pandas does, with default options.
func (x *Index) String() string {
	return DefaultDisplay().Index(Whole(&Frame{Index: x, NRows: x.N}))
}
