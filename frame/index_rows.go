package frame

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// Take is the index of these rows; a negative row has the missing label (NaN, NaT). A RangeIndex stays one
// when the labels left are an arithmetic sequence, as in pandas 3: one early-ending pass over the rows
// decides. An index of int64 data is never turned into a RangeIndex. The token is dropped, and the
// frequency where a slice would not take the rows.
func (x *Index) Take(al mem.Allocator, rows []int64) (*Index, error) { return takeIndex(al, x, rows) }

// takeIndex is Index.Take over rows of either type.
func takeIndex[R Row](al mem.Allocator, x *Index, rows []R) (*Index, error) {
	if x.Kind == RangeIndex {
		if len(rows) == 1 && rows[0] >= 0 { // pandas keeps the step of one row
			y := NewRange(x.Start+int64(rows[0])*x.Step, x.Step, 1)
			y.Names = x.Names
			return y, x.inside(int64(rows[0]))
		}
		c, err := takeRange(al, x.Level(0), rows)
		if err != nil {
			return nil, err
		}
		return x.fromColumn(al, c)
	}
	y := &Index{Kind: x.Kind, Names: x.Names, Levels: make([]*Column, len(x.Levels)), N: len(rows)}
	for i, c := range x.Levels {
		t, err := TakeColumn(al, c, rows)
		if err != nil {
			return nil, err
		}
		if y.Levels[i], err = t.settleIndex(al); err != nil {
			return nil, err
		}
	}
	if y.Kind != MultiIndex {
		y.Kind = IndexKindOf(y.Levels[0].DType)
	}
	if x.Freq != "" && consecutive(rows) {
		y.Freq = x.Freq
	}
	return y, nil
}

// consecutive reports rows that a slice would take.
func consecutive[R Row](rows []R) bool {
	for i, r := range rows {
		if r < 0 || i > 0 && r != rows[i-1]+1 {
			return false
		}
	}
	return true
}

func (x *Index) inside(r int64) error {
	if r >= int64(x.N) {
		panic("frame: Take of a row beyond the index")
	}
	return nil
}

// fromColumn is the one-level index of c with x's names.
func (x *Index) fromColumn(al mem.Allocator, c *Column) (*Index, error) {
	c, err := c.settleIndex(al)
	if err != nil {
		return nil, err
	}
	y := NewIndex(x.Names[0], c)
	return y, nil
}

// settleIndex gives a level that misses rows the dtype that can miss them; an index is never pending.
func (c *Column) settleIndex(al mem.Allocator) (*Column, error) {
	if !c.IsPending() {
		return c, nil
	}
	return c.Settle(al, c.NullCount() > 0)
}

// Slice is the view of rows lo to hi; a RangeIndex stays one.
func (x *Index) Slice(lo, hi int) *Index {
	if lo < 0 || hi < lo || hi > x.N {
		panic("frame: slice out of range")
	}
	if lo == 0 && hi == x.N {
		return x
	}
	if x.Kind == RangeIndex {
		y := NewRange(x.Start+int64(lo)*x.Step, x.Step, hi-lo)
		y.Names = x.Names
		return y
	}
	y := &Index{Kind: x.Kind, Names: x.Names, Levels: make([]*Column, len(x.Levels)), N: hi - lo, Freq: x.Freq}
	for i, c := range x.Levels {
		y.Levels[i] = c.Slice(lo, hi)
	}
	return y
}

// ConcatIndexes is the labels of the indexes one after the other. Ranges that continue each other stay a
// RangeIndex, other ranges become int64 labels. Names stay where all agree, else None, and so does the
// frequency: who puts rows together that are no chunks of one frame drops it. Dtypes must be equal (Type
// otherwise), except that a RangeIndex is int64.
func ConcatIndexes(al mem.Allocator, xs ...*Index) (*Index, error) {
	a := xs[0]
	if len(xs) == 1 {
		return a, nil
	}
	n := 0
	names := append([]Label{}, a.Names...)
	for _, x := range xs {
		if x.NLevels() != a.NLevels() {
			return nil, errs.New(errs.Type, "concat of indexes of %d and %d levels", a.NLevels(), x.NLevels())
		}
		for i := range names {
			if x.Names[i] != names[i] {
				names[i] = Label{}
			}
		}
		n += x.N
	}
	y := &Index{Kind: a.Kind, Names: names, Levels: make([]*Column, a.NLevels()), N: n}
	parts := make([]*Column, len(xs))
	for k := range y.Levels {
		for i, x := range xs {
			parts[i] = x.Level(k)
		}
		c, err := Concat(al, parts...)
		if err != nil {
			return nil, err
		}
		y.Levels[k] = c
	}
	if y.Kind == MultiIndex {
		return y, nil
	}
	c := y.Levels[0]
	if c.Enc == Range && c.DType == dtype.Int64 && !allRanges(xs) {
		p, err := c.Decode(al)
		if err != nil {
			return nil, err
		}
		c = p
	}
	all := NewIndex(names[0], c)
	all.Freq = a.Freq
	for _, x := range xs {
		if x.Freq != all.Freq {
			all.Freq = ""
		}
	}
	return all, nil
}

func allRanges(xs []*Index) bool {
	for _, x := range xs {
		if x.Kind != RangeIndex && x.N > 0 {
			return false
		}
	}
	return true
}
