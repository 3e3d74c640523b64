package group

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// nunique counts the distinct values of each group: values are numbered, rows go by group, and each value
// remembers the last group that it was seen in.
func nunique(al mem.Allocator, g *Groups, c *frame.Column, keepNull bool) (*frame.Column, error) {
	n, out, err := column[int64](al, dtype.Int64, g.N)
	if err != nil {
		return nil, err
	}
	clear(n)
	num, err := hash.Number(al, hash.Appearance, !keepNull, []*frame.Column{c})
	if err != nil {
		return nil, err
	}
	values := num.IDs[0]
	seen, free, err := zeros[int32](al, num.N)
	if err != nil {
		return nil, err
	}
	defer free()
	if slices.IsSorted(g.IDs) {
		for i, id := range g.IDs {
			if v := values[i]; id >= 0 && v >= 0 && seen[v] <= id {
				seen[v] = id + 1
				n[id]++
			}
		}
		return out, nil
	}
	values, ends, free2, err := byGroup(al, g, values)
	if err != nil {
		return nil, err
	}
	defer free2()
	at := int32(0)
	for id, end := range ends {
		for _, v := range values[at:end] {
			if v >= 0 && seen[v] <= int32(id) {
				seen[v] = int32(id) + 1
				n[id]++
			}
		}
		at = end
	}
	return out, nil
}

// byGroup is what rows have, group after group; the group of number i ends before ends[i].
func byGroup(al mem.Allocator, g *Groups, of []int32) (out, ends []int32, free func(), err error) {
	out, free, err = mem.Scratch[int32](al, len(of))
	if err != nil {
		return nil, nil, nil, err
	}
	ends = make([]int32, g.N+1)
	for _, id := range g.IDs {
		if id >= 0 {
			ends[id+1]++
		}
	}
	for i := range g.N {
		ends[i+1] += ends[i]
	}
	for i, id := range g.IDs {
		if id >= 0 {
			out[ends[id]] = of[i] // the start of a group moves to its end
			ends[id]++
		}
	}
	return out, ends[:g.N], free, nil
}
