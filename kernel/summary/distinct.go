package summary

import (
	"math/bits"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// DistinctRows is how many distinct values every one of n rows has over the columns, told apart by their
// 64-bit hashes; missing ones do not count, or as one value, or where the columns have nothing but objects in
// common as one of each sort: None, NaN, NaT and NA.
func DistinctRows(al mem.Allocator, cols []*frame.Column, n int, dropNull bool) (*frame.Column, error) {
	hs := make([][]uint64, len(cols))
	for k, c := range cols {
		var err error
		if hs[k], err = hash.Rows(al, c); err != nil {
			return nil, err
		}
	}
	sorts := meetAsObjects(cols)
	out := make([]int64, n)
	seen := make([]uint64, 0, len(cols))
	for i := range out {
		var missing missingSort
		seen = seen[:0]
		for k, c := range cols {
			h := hs[k][i]
			if isTimedelta(c, i) {
				h = bits.RotateLeft64(h, 32) // no time has the same ticks
			}
			switch {
			case !c.IsNull(i):
				if !slices.Contains(seen, h) {
					seen = append(seen, h)
				}
			case dropNull:
			case sorts:
				missing |= sortOf(c, i)
			default:
				missing = missingNaN
			}
		}
		out[i] = int64(len(seen) + bits.OnesCount8(uint8(missing)))
	}
	return frame.Of(out), nil
}

// isTimedelta reports that row i of c is a time between two others.
func isTimedelta(c *frame.Column, i int) bool {
	if c.Objects == nil {
		return c.DType.IsTimedelta()
	}
	_, ok := c.Objects[i].(frame.Timedelta)
	return ok
}

// meetAsObjects reports that rows of the columns are rows of objects.
func meetAsObjects(cols []*frame.Column) bool {
	for i, c := range cols {
		if c.DType.IsObject() || i > 0 && c.DType != cols[0].DType && dtype.Common(cols[0].DType, c.DType).IsObject() {
			return true
		}
	}
	return false
}

// A missingSort is a set of the ways in which a cell can be missing.
type missingSort uint8

const (
	missingNaN missingSort = 1 << iota
	missingNone
	missingNaT
	missingNA
)

// sortOf is the way in which row i of c is missing.
func sortOf(c *frame.Column, i int) missingSort {
	switch {
	case c.Objects != nil:
		switch c.Objects[i].(type) {
		case nil:
			return missingNone
		case frame.Missing:
			return missingNA
		case frame.Timestamp, frame.Timedelta:
			return missingNaT
		}
	case c.DType.Null:
		return missingNA
	case c.DType.IsTemporal():
		return missingNaT
	}
	return missingNaN
}
