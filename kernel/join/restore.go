package join

import "github.com/mars-project/mars-go/mem"

// Pairs are the rows of a part of a join, counted in the whole sides.
type Pairs struct{ L, R []int64 }

// Lift turns rows of a part into rows of the whole side: row i of the part is rows[i], and -1 stays.
func Lift(part, rows []int64) {
	for i, p := range part {
		if p >= 0 {
			part[i] = rows[p]
		}
	}
}

// Restore joins the answers of parts, cut by key, to the answer of the whole: pairs in the order of the rows of the driving side, which has n
// rows (the right one for Right and RightAnti, else the left one). A row has its pairs in one part, whose order stays. It does not serve
// Outer and sorted joins, whose parts must be cut by ranges of the keys: those are put end to end.
func Restore(al mem.Allocator, how How, n int, parts []Pairs) (l, r []int64, err error) {
	right := how == Right || how == RightAnti
	sides := func(p Pairs) (drive, other []int64) {
		if right {
			return p.R, p.L
		}
		return p.L, p.R
	}
	next, err := alloc[int64](al, n+1)
	if err != nil {
		return nil, nil, err
	}
	clear(next)
	paired := false
	for _, p := range parts {
		d, o := sides(p)
		paired = paired || o != nil
		for _, i := range d {
			next[i+1]++
		}
	}
	for i := range n {
		next[i+1] += next[i]
	}
	drive, err := rowsOf(al, int(next[n]))
	if err != nil {
		return nil, nil, err
	}
	var other []int64
	if paired {
		if other, err = rowsOf(al, len(drive)); err != nil {
			return nil, nil, err
		}
	}
	for _, p := range parts {
		d, o := sides(p)
		for k, i := range d {
			at := next[i]
			next[i]++
			drive[at] = i
			if paired {
				other[at] = o[k]
			}
		}
	}
	if right {
		return other, drive, nil
	}
	return drive, other, nil
}
