package dataframe

import "github.com/mars-project/mars-go/dataframe/merge"

// Merge joins rows of two frames, or named series, with equal keys, as database joins do; missing keys match
// each other.
//
// Rows stand in the order of the left side, then the right one (how=right: of the right side); of an outer
// join, and with Sort, by ascending key. Columns of both sides, except that a key of one name is one column.
// Rows without a partner miss the other side's columns: integers become float64 and bools objects, when there
// are such rows. An anti join is the rows of one side that have none.
//
// Of keys whose dtypes differ, outer and right joins make a column of the common dtype, also when no row
// misses; pandas then keeps the left one.
// Errors: NotFound for a label that is none, Invalid for what pandas raises as MergeError and ValueError.
func Merge(left, right Handle, o ...MergeOptions) *DataFrame {
	left = only(left, o)
	m, err := merge.New(o)
	if err != nil {
		return FrameOf(bad("dataframe.merge", err))
	}
	return mergeOf(m, left, right)
}

// Merge is the function Merge with d as the left side.
func (d *DataFrame) Merge(right Handle, o ...MergeOptions) *DataFrame {
	d = only(d, o)
	m, err := merge.New(o)
	if err != nil {
		return FrameOf(bad("dataframe.merge", err))
	}
	return mergeOf(m, d, right)
}
