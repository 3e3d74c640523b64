package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/frame"
)

// Duplicates is the options of DropDuplicates and Duplicated.
type Duplicates struct {
	Subset      []string // the columns that are compared; nil means all
	Keep        string   // which of equal rows stays: "first" (the default), "last", or "none" (keep=False)
	IgnoreIndex bool     // DropDuplicates: the result is labeled 0, 1, ...
}

// DropDuplicates keeps one of equal rows, in the order of the input. Missing values are equal, but None and
// NaN of objects where one column is compared. Errors: NotFound for an unknown column.
func (d *DataFrame) DropDuplicates(o ...Duplicates) *DataFrame {
	d = only(d, o)
	p := one(o)
	return FrameOf(apply(&groupby.DropDuplicates{Subset: frame.TextLabels(p.Subset), Keep: groupby.KeepOf(p.Keep), IgnoreIndex: p.IgnoreIndex}, d))
}

// DropDuplicates keeps one of equal values, in the order of the input.
func (s *Series) DropDuplicates(o ...Duplicates) *Series {
	s = only(s, o)
	p := one(o)
	return SeriesOf(apply(&groupby.DropDuplicates{Subset: frame.TextLabels(p.Subset), Keep: groupby.KeepOf(p.Keep), IgnoreIndex: p.IgnoreIndex}, s))
}

// Duplicated tells the rows that DropDuplicates would drop.
func (d *DataFrame) Duplicated(o ...Duplicates) *Series {
	d = only(d, o)
	p := one(o)
	return SeriesOf(apply(&groupby.Duplicated{Subset: frame.TextLabels(p.Subset), Keep: groupby.KeepOf(p.Keep)}, d))
}

// Duplicated tells the values that DropDuplicates would drop.
func (s *Series) Duplicated(o ...Duplicates) *Series {
	s = only(s, o)
	return SeriesOf(apply(&groupby.Duplicated{Keep: groupby.KeepOf(one(o).Keep)}, s))
}

// Unique is the distinct values in the order of their first appearance, labeled 0, 1, ...; a missing value
// comes once. pandas gives them as an array.
func (s *Series) Unique() *Series { return SeriesOf(apply(&groupby.Unique{}, s)) }
