package join

import (
	"unsafe"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// A How is a kind of join.
type How uint8

const (
	Inner     How = iota // matches, in left order, then right order
	Left                 // and left rows without a match
	Right                // matches and right rows without one, in right order, then left order
	Outer                // all rows, by ascending key; then left order, then right order
	Semi                 // left rows with a match, once
	LeftAnti             // left rows without a match
	RightAnti            // right rows without a match
	Cross                // all pairs; see CrossRows
)

var hows = [...]string{"inner", "left", "right", "outer", "semi", "left_anti", "right_anti", "cross"}

// String is pandas' name of h.
func (h How) String() string { return hows[h] }

// Parse is the inverse of String; another name is an Invalid error, worded as pandas'.
func Parse(s string) (How, error) {
	for i, n := range hows {
		if n == s {
			return How(i), nil
		}
	}
	return 0, errs.New(errs.Invalid, "'%s' is not a valid Merge type: left, right, inner, outer, left_anti, right_anti, cross, asof", s)
}

// Rows matches the rows of two lists of key columns, as many on both sides. l and r are the left and right
// rows of the result, of equal length; one of them is nil for semi and anti joins. With sorted the result
// ascends by key instead of its side's order; missing keys come last, but see NullsFirst.
func Rows(al mem.Allocator, how How, sorted bool, left, right []*frame.Column) (l, r []int64, err error) {
	if how == Cross || len(left) == 0 {
		return nil, nil, errs.New(errs.Internal, "%s join by %d keys", how, len(left))
	}
	if len(left) == 1 && !sorted {
		switch how {
		case Inner, Left, Semi, LeftAnti:
			if l, r, ok, err := direct(al, how, left[0], right[0]); ok || err != nil {
				return l, r, err
			}
		case Right, RightAnti:
			mirrored := map[How]How{Right: Left, RightAnti: LeftAnti}[how]
			r, l, ok, err := direct(al, mirrored, right[0], left[0])
			if ok || err != nil {
				return l, r, err
			}
		}
	}
	if how == Inner && !sorted {
		if l, r, ok, err := inner(al, left, right); ok || err != nil {
			return l, r, err
		}
	}
	order := hash.Appearance
	if sorted || how == Outer {
		order = hash.Sorted
		if left, right, err = ascending(al, left, right); err != nil {
			return nil, nil, err
		}
	}
	num, err := hash.Number(al, order, false, left, right)
	if err != nil {
		return nil, nil, err
	}
	j := &joiner{al: al, l: num.IDs[0], r: num.IDs[1], n: num.N}
	if order == hash.Sorted && how <= Outer {
		return j.ordered(al, how, wholly)
	}
	switch how {
	case Semi, LeftAnti:
		l, err = j.filter(j.l, j.r, how == Semi, sorted)
		return l, nil, err
	case RightAnti:
		r, err = j.filter(j.r, j.l, false, sorted)
		return nil, r, err
	case Right:
		j.l, j.r = j.r, j.l
		r, l, err = j.probe(true)
		return l, r, err
	}
	return j.probe(how == Left)
}

// Labels matches the rows of two columns of one dtype as an outer join that ascends, with missing times
// behind all others: so pandas orders labels that meet.
func Labels(al mem.Allocator, left, right *frame.Column) (l, r []int64, err error) {
	num, err := hash.Number(al, hash.Sorted, false, []*frame.Column{left}, []*frame.Column{right})
	if err != nil {
		return nil, nil, err
	}
	return (&joiner{al: al, l: num.IDs[0], r: num.IDs[1], n: num.N}).ordered(al, Outer, wholly)
}

// CrossRows is all pairs of n left and m right rows, left rows outermost.
func CrossRows(al mem.Allocator, n, m int) (l, r []int64, err error) {
	if l, err = rowsOf(al, n*m); err != nil {
		return nil, nil, err
	}
	if r, err = rowsOf(al, n*m); err != nil {
		return nil, nil, err
	}
	k := 0
	for i := range n {
		for j := range m {
			l[k], r[k] = int64(i), int64(j)
			k++
		}
	}
	return l, r, nil
}

type joiner struct {
	al   mem.Allocator
	l, r []int32 // key numbers of the rows
	n    int     // distinct keys
}

// buckets is the rows of a side by key: key k has rows[starts[k]:starts[k+1]], in their order.
func (j *joiner) buckets(ids []int32) (starts []int32, rows []int32, err error) {
	if starts, err = alloc[int32](j.al, j.n+1); err != nil {
		return nil, nil, err
	}
	clear(starts)
	for _, id := range ids {
		starts[id+1]++
	}
	for k := range j.n {
		starts[k+1] += starts[k]
	}
	if rows, err = alloc[int32](j.al, len(ids)); err != nil {
		return nil, nil, err
	}
	next, err := alloc[int32](j.al, j.n)
	if err != nil {
		return nil, nil, err
	}
	copy(next, starts)
	for i, id := range ids {
		rows[next[id]] = int32(i)
		next[id]++
	}
	return starts, rows, nil
}

// byKey is the rows of a side in order of their keys, or nil for their own order.
func (j *joiner) byKey(ids []int32, sorted bool) ([]int32, error) {
	if !sorted {
		return nil, nil
	}
	_, rows, err := j.buckets(ids)
	return rows, err
}

// probe looks every row of l up in r; with keep rows without a match stay.
func (j *joiner) probe(keep bool) (l, r []int64, err error) {
	starts, rows, err := j.buckets(j.r)
	if err != nil {
		return nil, nil, err
	}
	n := 0
	for _, id := range j.l {
		k := int(starts[id+1] - starts[id])
		if k == 0 && keep {
			k = 1
		}
		n += k
	}
	if l, err = rowsOf(j.al, n); err != nil {
		return nil, nil, err
	}
	if r, err = rowsOf(j.al, n); err != nil {
		return nil, nil, err
	}
	at := 0
	for i, id := range j.l {
		match := rows[starts[id]:starts[id+1]]
		if len(match) == 0 && keep {
			l[at], r[at] = int64(i), -1
			at++
		}
		for _, m := range match {
			l[at], r[at] = int64(i), int64(m)
			at++
		}
	}
	return l, r, nil
}

// filter is the rows of ids whose key does (or does not) occur among others.
func (j *joiner) filter(ids, others []int32, want, sorted bool) ([]int64, error) {
	has, err := alloc[bool](j.al, j.n)
	if err != nil {
		return nil, err
	}
	clear(has)
	for _, id := range others {
		has[id] = true
	}
	order, err := j.byKey(ids, sorted)
	if err != nil {
		return nil, err
	}
	n := 0
	for _, id := range ids {
		if has[id] == want {
			n++
		}
	}
	out, err := rowsOf(j.al, n)
	if err != nil {
		return nil, err
	}
	at := 0
	for i := range ids {
		if order != nil {
			i = int(order[i])
		}
		if has[ids[i]] == want {
			out[at] = int64(i)
			at++
		}
	}
	return out, nil
}

func rowsOf(al mem.Allocator, n int) ([]int64, error) { return alloc[int64](al, n) }

func alloc[T any](al mem.Allocator, n int) ([]T, error) {
	var t T
	b, err := al.Alloc(n * int(unsafe.Sizeof(t)))
	if err != nil {
		return nil, err
	}
	return mem.View[T](b, 0, n), nil
}
