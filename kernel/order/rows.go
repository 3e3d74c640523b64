package order

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Key is a column to order by.
type Key struct {
	Col        *frame.Column
	Desc       bool
	NullsFirst bool
	ByValue    bool // categories order by what they stand for, not by code
}

// plain is the keys whose categories order by value as columns of those values.
func plain(keys []Key) []Key {
	out := append([]Key(nil), keys...)
	for i, k := range out {
		if k.ByValue && k.Col.DType.IsCategorical() {
			c, err := k.Col.Uncode(mem.Heap)
			if err != nil {
				panic(err) // the Go heap does not refuse
			}
			out[i].Col = c
		}
	}
	return out
}

// Rows is the order of the n rows by the keys, the first key first; ties stay as they were. Missing values go
// last unless told otherwise, also when descending. Strings order by bytes, categoricals by category.
func Rows(keys []Key, n int) []int64 {
	rows, err := RowsIn(mem.Heap, keys, n)
	if err != nil {
		panic(err) // the Go heap does not refuse
	}
	return rows
}

// RowsIn is Rows in memory of al. What else it needs, about 12 bytes for each row and 8 more for each key
// that does not fit 64 bits with those before it, is given back before it returns, where al can take it.
//
// Keys become numbers in order, of which as many bits as fit are packed into a word for each row. Words are
// sorted; rows of equal words are ordered by what was left out.
func RowsIn(al mem.Allocator, keys []Key, n int) ([]int64, error) {
	rows, _, err := mem.Scratch[int64](al, n)
	if err != nil {
		return nil, err
	}
	if len(keys) == 0 || n < 2 || n > math.MaxUint32 {
		for i := range rows {
			rows[i] = int64(i)
		}
		if len(keys) == 0 || n < 2 {
			return rows, nil
		}
	}
	keys = plain(keys)
	if n > math.MaxUint32 {
		compare := Comparer(keys, keys)
		slices.SortStableFunc(rows, func(a, b int64) int { return compare(int(a), int(b)) })
		return rows, nil
	}
	o := newSorter(al, keys, n)
	defer o.end()
	return rows, o.sort(rows)
}
