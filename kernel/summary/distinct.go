package summary

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// DistinctRows is how many distinct values every one of n rows has over the columns, told apart by their 64-bit hashes; missing ones count as one
// value, or not at all.
func DistinctRows(al mem.Allocator, cols []*frame.Column, n int, dropNull bool) (*frame.Column, error) {
	hs := make([][]uint64, len(cols))
	for k, c := range cols {
		var err error
		if hs[k], err = hash.Rows(al, c); err != nil {
			return nil, err
		}
	}
	out := make([]int64, n)
	seen := make([]uint64, 0, len(cols))
	for i := range out {
		seen = seen[:0]
		for k, c := range cols {
			if h := hs[k][i]; (!dropNull || !c.IsNull(i)) && !slices.Contains(seen, h) {
				seen = append(seen, h)
			}
		}
		out[i] = int64(len(seen))
	}
	return frame.Of(out), nil
}
