package join

import (
	gosort "sort"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
)

// spillBatch is how many rows are sent to partitions at a time.
const spillBatch = 1 << 16

// Spilled is Rows for sides that are too long to be matched at once: a Grace hash join (Kitsuregawa, Tanaka
// and Moto-oka, Application of hash to data base machine and its architecture, 1983). Key columns and row
// numbers are sent to partitions of s by hash or, where the result ascends by key, by ranges of the left
// keys; partitions are matched one by one, and their answers are put in the order of the whole. Besides its
// result it needs memory for one partition, and for a number per row of the side whose order counts. Memory
// comes back early where al has Free. Partitions 0 to 3*parts-1 of s are used.
func Spilled(al mem.Allocator, s spill.Store, how How, sorted bool, left, right []*frame.Column, parts int) (l, r []int64, err error) {
	if how == Cross || len(left) == 0 || parts < 1 {
		return nil, nil, errs.New(errs.Internal, "%s join by %d keys in %d parts", how, len(left), parts)
	}
	sp := &spiller{al: al, s: s, how: how, sorted: sorted || how == Outer, parts: parts}
	if sp.sorted {
		sp.limits(left, right)
	}
	for side, keys := range [2][]*frame.Column{left, right} {
		if err := sp.send(side, keys); err != nil {
			return nil, nil, err
		}
	}
	for p := range parts {
		if err := sp.match(p, left, right); err != nil {
			return nil, nil, err
		}
	}
	if sp.sorted {
		return sp.end()
	}
	n := left[0].Rows
	if how == Right || how == RightAnti {
		n = right[0].Rows
	}
	return sp.restore(n)
}

type spiller struct {
	al     mem.Allocator
	s      spill.Store
	how    How
	sorted bool
	parts  int
	bounds []order.Key // rows of the left keys, in order, that cut sorted parts; nil before there are any
	nbound int
	nulls  []bool
	values []bool // categories meet other values
	pairs  int    // rows of the result
	paired [2]bool
}

// limits chooses parts-1 rows among a sample of the left keys.
func (sp *spiller) limits(left, right []*frame.Column) {
	for k := range left {
		l, r := left[k].DType, right[k].DType
		sp.nulls, sp.values = append(sp.nulls, NullsFirst(l, r)), append(sp.values, ByValue(l, r))
	}
	n := left[0].Rows
	var at []int64
	for k := range min(n, 16*sp.parts) {
		at = append(at, int64(k*n/min(n, 16*sp.parts)))
	}
	sample, err := sp.take(mem.Heap, left, at)
	if err != nil {
		panic(err) // the Go heap does not refuse
	}
	rows := order.Rows(sp.keys(sample), len(at))
	var cut []int64
	for k := 1; k < sp.parts && len(rows) > 0; k++ {
		cut = append(cut, rows[k*len(rows)/sp.parts])
	}
	bounds, err := sp.take(mem.Heap, sample, cut)
	if err != nil {
		panic(err)
	}
	sp.bounds, sp.nbound = sp.keys(bounds), len(cut)
}

func (sp *spiller) keys(cols []*frame.Column) []order.Key {
	out := make([]order.Key, len(cols))
	for i, c := range cols {
		out[i] = order.Key{Col: c, NullsFirst: sp.nulls[i], ByValue: sp.values[i]}
	}
	return out
}

func (sp *spiller) take(al mem.Allocator, cols []*frame.Column, rows []int64) ([]*frame.Column, error) {
	out := make([]*frame.Column, len(cols))
	for i, c := range cols {
		var err error
		if out[i], err = c.Take(al, rows); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// destinations is the part of every row of a batch.
func (sp *spiller) destinations(al mem.Allocator, keys []*frame.Column) ([]int32, error) {
	to, err := alloc[int32](al, keys[0].Rows)
	if err != nil {
		return nil, err
	}
	if sp.sorted {
		compare := order.Comparer(sp.keys(keys), sp.bounds)
		for i := range to {
			to[i] = int32(gosort.Search(sp.nbound, func(k int) bool { return compare(i, k) < 0 }))
		}
		return to, nil
	}
	hs, err := hash.Rows(al, keys...)
	if err != nil {
		return nil, err
	}
	for i, h := range hs {
		to[i] = int32(hash.Part(h, sp.parts))
	}
	return to, nil
}

// send writes the keys of a side and their row numbers to its partitions.
func (sp *spiller) send(side int, keys []*frame.Column) error {
	for lo := 0; lo < keys[0].Rows; lo += spillBatch {
		if err := sp.batch(side, keys, lo, min(lo+spillBatch, keys[0].Rows)); err != nil {
			return err
		}
	}
	return nil
}

func (sp *spiller) batch(side int, keys []*frame.Column, lo, hi int) error {
	a := spill.NewArena(sp.al)
	defer a.Free()
	cols := make([]*frame.Column, len(keys), len(keys)+1)
	for i, c := range keys {
		cols[i] = c.Slice(lo, hi)
	}
	to, err := sp.destinations(a, cols)
	if err != nil {
		return err
	}
	cols = append(cols, frame.NewRangeColumn(dtype.Int64, int64(lo), 1, hi-lo))
	rows := make([][]int64, sp.parts)
	for i, p := range to {
		rows[p] = append(rows[p], int64(i))
	}
	for p, at := range rows {
		if len(at) == 0 {
			continue
		}
		part, err := sp.take(a, cols, at)
		if err != nil {
			return err
		}
		if err := sp.append(side*sp.parts+p, part); err != nil {
			return err
		}
	}
	return nil
}

func (sp *spiller) append(p int, cols []*frame.Column) error {
	f, err := frame.New(nil, make([]frame.Label, len(cols)), cols...)
	if err != nil {
		return err
	}
	return sp.s.Append(p, f)
}

// load is the keys and row numbers of a side's partition; those of like without rows when it has none.
func (sp *spiller) load(al mem.Allocator, p int, like []*frame.Column) (keys []*frame.Column, rows []int64, err error) {
	var runs []*frame.Frame
	err = sp.s.Read(p, func(v any) error {
		f, err := v.(*frame.Frame).Clone(al)
		runs = append(runs, f)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if runs == nil {
		for _, c := range like {
			keys = append(keys, c.Slice(0, 0))
		}
		return keys, nil, nil
	}
	f, err := frame.ConcatFrames(al, runs...)
	if err != nil {
		return nil, nil, err
	}
	last, err := f.Cols[len(like)].Decode(al)
	if err != nil {
		return nil, nil, err
	}
	return f.Cols[:len(like)], frame.Values[int64](last), sp.s.Drop(p)
}

// match joins one partition and writes its pairs of rows.
func (sp *spiller) match(p int, left, right []*frame.Column) error {
	a := spill.NewArena(sp.al)
	defer a.Free()
	lk, lrows, err := sp.load(a, p, left)
	if err != nil {
		return err
	}
	rk, rrows, err := sp.load(a, sp.parts+p, right)
	if err != nil {
		return err
	}
	l, r, err := Rows(a, sp.how, sp.sorted, lk, rk)
	if err != nil {
		return err
	}
	lift(l, lrows)
	lift(r, rrows)
	var cols []*frame.Column
	for i, rows := range [2][]int64{l, r} {
		if rows != nil {
			cols, sp.paired[i] = append(cols, frame.OfType(dtype.Int64, rows)), true
			if i == 0 || l == nil {
				sp.pairs += len(rows)
			}
		}
	}
	if cols == nil || cols[0].Rows == 0 {
		return nil
	}
	return sp.append(2*sp.parts+p, cols)
}

// lift turns rows of a part into rows of the whole side: row i of the part is rows[i], and -1 stays.
func lift(part, rows []int64) {
	for i, p := range part {
		if p >= 0 {
			part[i] = rows[p]
		}
	}
}

// each calls f with the pairs of all partitions; a side without rows is nil.
func (sp *spiller) each(f func(l, r []int64)) error {
	for p := range sp.parts {
		err := sp.s.Read(2*sp.parts+p, func(v any) error {
			var side [2][]int64
			k := 0
			for i := range side {
				if sp.paired[i] {
					c, err := v.(*frame.Frame).Cols[k].Decode(mem.Heap)
					if err != nil {
						return err
					}
					side[i] = frame.Values[int64](c)
					k++
				}
			}
			f(side[0], side[1])
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// result is memory for the rows of both sides.
func (sp *spiller) result() (out [2][]int64, err error) {
	for i := range out {
		if sp.paired[i] {
			if out[i], err = rowsOf(sp.al, sp.pairs); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// end puts the pairs of the partitions end to end.
func (sp *spiller) end() (l, r []int64, err error) {
	out, err := sp.result()
	if err != nil {
		return nil, nil, err
	}
	at := 0
	err = sp.each(func(l, r []int64) {
		if l != nil {
			copy(out[0][at:], l)
		}
		if r != nil {
			copy(out[1][at:], r)
		}
		at += max(len(l), len(r))
	})
	return out[0], out[1], err
}

// restore puts the pairs in order of the n rows of the driving side; a row has its pairs in one partition.
func (sp *spiller) restore(n int) (l, r []int64, err error) {
	drive := 0
	if sp.how == Right || sp.how == RightAnti {
		drive = 1
	}
	a := spill.NewArena(sp.al)
	defer a.Free()
	next, err := alloc[int64](a, n+1)
	if err != nil {
		return nil, nil, err
	}
	clear(next)
	side := func(l, r []int64) []int64 {
		if drive == 0 {
			return l
		}
		return r
	}
	if err := sp.each(func(l, r []int64) {
		for _, i := range side(l, r) {
			next[i+1]++
		}
	}); err != nil {
		return nil, nil, err
	}
	for i := range n {
		next[i+1] += next[i]
	}
	out, err := sp.result()
	if err != nil {
		return nil, nil, err
	}
	err = sp.each(func(l, r []int64) {
		for k, i := range side(l, r) {
			at := next[i]
			next[i]++
			if l != nil {
				out[0][at] = l[k]
			}
			if r != nil {
				out[1][at] = r[k]
			}
		}
	})
	return out[0], out[1], err
}
