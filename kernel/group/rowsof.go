package group

import "github.com/mars-project/mars-go/mem"

// Of is the groups of rows of the rows of g: row i belongs to the group of row rows[i], and to none where
// that is negative. Groups without rows are left out. The others stand in their order or, not kept, by first
// appearance. first is the row of g that the first row of each group is.
func (g *Groups) Of(al mem.Allocator, rows []int64, kept bool) (of *Groups, first []int64, err error) {
	ids, _, err := mem.Scratch[int32](al, len(rows))
	if err != nil {
		return nil, nil, err
	}
	now, free, err := mem.Scratch[int32](al, g.N)
	if err != nil {
		return nil, nil, err
	}
	defer free()
	for i := range now {
		now[i] = -1
	}
	n := int32(0)
	for i, r := range rows {
		ids[i] = -1
		if r < 0 || g.IDs[r] < 0 {
			continue
		}
		id := g.IDs[r]
		if now[id] < 0 {
			now[id] = n
			n++
		}
		ids[i] = id
	}
	if kept {
		n = 0
		for id, at := range now {
			if at >= 0 {
				now[id] = n
				n++
			}
		}
	}
	of = &Groups{IDs: ids, N: int(n), full: true}
	if of.First, _, err = mem.Scratch[int64](al, of.N); err != nil {
		return nil, nil, err
	}
	if first, _, err = mem.Scratch[int64](al, of.N); err != nil {
		return nil, nil, err
	}
	for i := range of.First {
		of.First[i] = -1
	}
	for i, id := range ids {
		if id < 0 {
			continue
		}
		k := now[id]
		if ids[i] = k; of.First[k] < 0 {
			of.First[k], first[k] = int64(i), rows[i]
		}
	}
	return of, first, nil
}
