package join

import "github.com/mars-project/mars-go/mem"

// probe looks keys up, of which lo is the first of the table.
func probe[T integer](al mem.Allocator, how How, t *table, left []T, lo T) (l, r []int64, err error) {
	if how == Semi || how == LeftAnti {
		return found(al, t, left, lo, how == Semi)
	}
	if t.start != nil {
		return several(al, how == Left, t, left, lo)
	}
	if l, err = rowsOf(al, len(left)); err != nil {
		return nil, nil, err
	}
	if r, err = rowsOf(al, len(left)); err != nil {
		return nil, nil, err
	}
	if t.bits != nil {
		n := scattered(how == Left, t, left, lo, l, r)
		return l[:n:n], r[:n:n], nil
	}
	row, last := t.row, uint64(len(t.row)-1)
	if how == Left {
		for i, k := range left {
			l[i], r[i] = int64(i), int64(row[min(uint64(k)-uint64(lo), last)])-1
		}
		return l, r, nil
	}
	at := 0
	for i, k := range left { // rows without a match are written over: there is no branch to be mispredicted
		m := row[min(uint64(k)-uint64(lo), last)]
		l[at], r[at] = int64(i), int64(m)-1
		at += int(uint32(-m) >> 31)
	}
	return l[:at:at], r[:at:at], nil
}

// scattered looks keys up in a table of bits, and says how many rows it wrote.
func scattered[T integer](keep bool, t *table, left []T, lo T, l, r []int64) (n int) {
	last := uint64(64*len(t.bits) - 1)
	for i, k := range left {
		d := uint64(k) - uint64(lo)
		e := min(d, last)
		has := t.has(e)
		if d > last {
			has = 0
		}
		l[n], r[n] = int64(i), int64(t.rows[t.rank(e)])
		if keep {
			if has == 0 {
				r[n] = -1
			}
			has = 1
		}
		n += has
	}
	return n
}

// found is the left rows whose key is there, or is not.
func found[T integer](al mem.Allocator, t *table, left []T, lo T, want bool) (l, r []int64, err error) {
	if l, err = rowsOf(al, len(left)); err != nil {
		return nil, nil, err
	}
	at := 0
	for i, k := range left {
		d := uint64(k) - uint64(lo)
		there := false
		switch {
		case t.row != nil:
			there = t.row[min(d, uint64(len(t.row)-1))] != 0
		case t.bits != nil:
			there = d < uint64(64*len(t.bits)) && t.has(d) != 0
		default:
			d = min(d, uint64(len(t.start)-2))
			there = t.start[d] < t.start[d+1]
		}
		if there == want {
			l[at] = int64(i)
			at++
		}
	}
	return l[:at:at], nil, nil
}

// several looks keys up that have any number of rows: counted first, then written.
func several[T integer](al mem.Allocator, keep bool, t *table, left []T, lo T) (l, r []int64, err error) {
	start, last := t.start, uint64(len(t.start)-2)
	n := 0
	for _, k := range left {
		d := min(uint64(k)-uint64(lo), last)
		m := int(start[d+1] - start[d])
		if keep {
			m = max(m, 1)
		}
		n += m
	}
	if l, err = rowsOf(al, n); err != nil {
		return nil, nil, err
	}
	if r, err = rowsOf(al, n); err != nil {
		return nil, nil, err
	}
	at := 0
	for i, k := range left {
		d := min(uint64(k)-uint64(lo), last)
		a, b := start[d], start[d+1]
		if a == b && keep {
			l[at], r[at] = int64(i), -1
			at++
		}
		for _, m := range t.rows[a:b] {
			l[at], r[at] = int64(i), int64(m)
			at++
		}
	}
	return l, r, nil
}
