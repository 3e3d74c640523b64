package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// Options say how rows are grouped.
type Options struct {
	Sort bool // groups ascend by key, else they stand by first appearance
	Keep bool // rows with a missing key form groups (dropna=False), which sort last; else they are in none
}

// Groups tells the group of every row.
type Groups struct {
	IDs   []int32 // of each row; -1 for none
	N     int
	First []int64 // the first row of each group: the key columns of the result are Take(First)

	full  bool                // every group has rows
	apart bool                // groups are the rows
	sizes *frame.Column       // once somebody asked
	sums  map[bytesAt][]int64 // of columns that Ahead has summed
}

// Of groups rows by key columns of equal length, at least one.
func Of(al mem.Allocator, keys []*frame.Column, o Options) (*Groups, error) {
	order := hash.Appearance
	if o.Sort {
		order = hash.Sorted
	}
	n, err := hash.Number(al, order, !o.Keep, keys)
	if err != nil {
		return nil, err
	}
	return &Groups{IDs: n.IDs[0], N: n.N, First: n.First, full: true}, nil
}

// One is all rows as one group; of no row it is one group without rows.
func One(al mem.Allocator, rows int) (*Groups, error) {
	ids, _, err := mem.Scratch[int32](al, rows)
	if err != nil {
		return nil, err
	}
	clear(ids)
	return &Groups{IDs: ids, N: 1, First: []int64{0}, full: rows > 0}, nil
}

// Keys are the key columns with one row per group.
func (g *Groups) Keys(al mem.Allocator, keys []*frame.Column) ([]*frame.Column, error) {
	if g.apart {
		return keys, nil
	}
	out := make([]*frame.Column, len(keys))
	for i, k := range keys {
		c, err := k.Take(al, g.First)
		if err != nil {
			return nil, err
		}
		out[i] = c
	}
	return out, nil
}

// Rows is the rows ordered by group, in their order within each: group i is rows[bounds[i]:bounds[i+1]].
// Dropped rows are left out.
func (g *Groups) Rows(al mem.Allocator) (rows []int64, bounds []int, err error) {
	bounds = g.bounds()
	rows, _, err = mem.Scratch[int64](al, bounds[g.N])
	if err != nil {
		return nil, nil, err
	}
	next := append([]int{}, bounds[:g.N]...)
	for i, id := range g.IDs {
		if id >= 0 {
			rows[next[id]] = int64(i)
			next[id]++
		}
	}
	return rows, bounds, nil
}

// bounds is where each group begins, and the last ends, once rows stand by group.
func (g *Groups) bounds() []int {
	bounds := make([]int, g.N+1)
	for _, id := range g.IDs {
		if id >= 0 {
			bounds[id+1]++
		}
	}
	for i := range g.N {
		bounds[i+1] += bounds[i]
	}
	return bounds
}

// Cumcount is the number of earlier rows of the group of each row, -1 for rows of none.
func (g *Groups) Cumcount(al mem.Allocator) ([]int64, error) {
	out, _, err := mem.Scratch[int64](al, len(g.IDs))
	if err != nil {
		return nil, err
	}
	seen, free, err := zeros[int64](al, g.N)
	if err != nil {
		return nil, err
	}
	defer free()
	for i, id := range g.IDs {
		if id < 0 {
			out[i] = -1
			continue
		}
		out[i] = seen[id]
		seen[id]++
	}
	return out, nil
}

// Numbered is Cumcount as a column, or the number of later rows; rows of no group are missing. Groups start
// from the counts of from; nil: from 0.
func (g *Groups) Numbered(al mem.Allocator, later bool, from *frame.Column) (*frame.Column, error) {
	out, c, err := column[int64](al, dtype.Int64, len(g.IDs))
	if err != nil {
		return nil, err
	}
	at, err := standing(al, g.N, from)
	if err != nil {
		return nil, err
	}
	defer at.free()
	seen := at.acc
	for k := range out {
		i := k
		if later {
			i = len(out) - 1 - k
		}
		id := g.IDs[i]
		if id < 0 {
			out[i] = 0
			continue
		}
		out[i] = seen[id]
		seen[id]++
	}
	return miss(al, c, func(i int) bool { return g.IDs[i] < 0 })
}

// Spread is the rows of per-group values that belong to the rows: what transform takes from an aggregate.
// Rows of no group are -1.
func (g *Groups) Spread(al mem.Allocator, perGroup *frame.Column) (*frame.Column, error) {
	return frame.TakeColumn(al, perGroup, g.IDs)
}
