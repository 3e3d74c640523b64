package join

import (
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
)

// A Window is at most N rows of a join, from row From on.
type Window struct{ From, N int }

var wholly = Window{N: math.MaxInt}

// Ordered is a window of the rows of an Inner, Left, Right or Outer join that ascends by key, as Rows has
// them. It needs memory for them and for the keys, not for the other rows.
func Ordered(al mem.Allocator, how How, w Window, left, right []*frame.Column) (l, r []int64, err error) {
	if how > Outer || len(left) == 0 {
		return nil, nil, errs.New(errs.Internal, "%s join by %d keys in their order", how, len(left))
	}
	a := spill.NewArena(al)
	defer a.Free()
	if left, right, err = ascending(a, left, right); err != nil {
		return nil, nil, err
	}
	num, err := hash.Number(a, hash.Sorted, false, left, right)
	if err != nil {
		return nil, nil, err
	}
	return (&joiner{al: a, l: num.IDs[0], r: num.IDs[1], n: num.N}).ordered(al, how, w)
}

// Count is how many rows Ordered has to give.
func Count(al mem.Allocator, how How, left, right []*frame.Column) (int, error) {
	a := spill.NewArena(al)
	defer a.Free()
	num, err := hash.Number(a, hash.Appearance, false, left, right)
	if err != nil {
		return 0, err
	}
	ls, err := counts(a, num.IDs[0], num.N)
	if err != nil {
		return 0, err
	}
	rs, err := counts(a, num.IDs[1], num.N)
	if err != nil {
		return 0, err
	}
	n := 0
	for k, l := range ls {
		n += how.pairs(int(l), int(rs[k]))
	}
	return n, nil
}

// pairs is how many rows a key makes that so many left and right rows have.
func (h How) pairs(left, right int) int {
	if left == 0 && h != Right && h != Outer || right == 0 && h != Left && h != Outer {
		return 0
	}
	return max(left, 1) * max(right, 1)
}

// noRow stands for the rows of a side that has none of a key.
var noRow = []int32{-1}

// ordered is a window of the rows by ascending key, in memory of out.
func (j *joiner) ordered(out mem.Allocator, how How, w Window) (l, r []int64, err error) {
	ls, lrows, err := j.buckets(j.l)
	if err != nil {
		return nil, nil, err
	}
	rs, rrows, err := j.buckets(j.r)
	if err != nil {
		return nil, nil, err
	}
	n := -w.From
	for k := range j.n {
		n += how.pairs(int(ls[k+1]-ls[k]), int(rs[k+1]-rs[k]))
	}
	n = min(max(n, 0), w.N)
	if l, err = rowsOf(out, n); err != nil {
		return nil, nil, err
	}
	if r, err = rowsOf(out, n); err != nil {
		return nil, nil, err
	}
	first, next := l, r // the side whose rows are outermost, and the other
	if how == Right {
		ls, rs, lrows, rrows, first, next = rs, ls, rrows, lrows, r, l
	}
	keepNext := how == Outer
	at, skip := 0, w.From
	for k := 0; at < n; k++ {
		a, b := lrows[ls[k]:ls[k+1]], rrows[rs[k]:rs[k+1]]
		switch {
		case len(a) == 0 && !keepNext, len(b) == 0 && how == Inner:
			continue
		case len(a) == 0:
			a = noRow
		case len(b) == 0:
			b = noRow
		}
		if skip >= len(a)*len(b) {
			skip -= len(a) * len(b)
			continue
		}
		b0 := skip % len(b)
		for _, x := range a[skip/len(b):] {
			for _, y := range b[b0:min(len(b), b0+n-at)] {
				first[at], next[at] = int64(x), int64(y)
				at++
			}
			b0 = 0
		}
		skip = 0
	}
	return l, r, nil
}
