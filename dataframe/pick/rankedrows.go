package pick

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// ranked puts the rank of each row of a chunk among the chosen rows, 0 for the others.
func (o *ChosenRows) ranked(x *op.Exec) error {
	f := x.Frame(0)
	b, err := x.Mem().Alloc(f.NRows * 8)
	if err != nil {
		return err
	}
	ranks := mem.View[int64](b, 0, f.NRows)
	clear(ranks)
	if o.byPlace() {
		s, list, err := o.places(x, f.NRows)
		if err != nil {
			return err
		}
		rank(ranks, x.Index[1], s, list)
	} else {
		before := x.Index[4:]
		for i, l := range o.Named.wanted() {
			for k, r := range f.Index.Locate(l) {
				ranks[r] = int64(before[i] + k + 1)
			}
		}
	}
	s, err := frame.NewSeries(f.Index, frame.Label{}, frame.NewPlain(dtype.Int64, b, 0, f.NRows, frame.Bitmap{}))
	if err != nil {
		return err
	}
	return x.Put(0, s.WithOrd(f.Ord))
}

// rank numbers the rows of a chunk that begins at a place which are in a span or list of places.
func rank(ranks []int64, at int, s span, list []int) {
	for k, p := range list {
		if p >= at && p < at+len(ranks) {
			ranks[p-at] = int64(k + 1)
		}
	}
	if list != nil {
		return
	}
	for r := range ranks {
		q := at + r - s.lo
		if k := q / s.step; q%s.step == 0 && k >= 0 && k < s.n {
			ranks[r] = int64(k + 1)
		}
	}
}

// count is how many rows have each of the wanted labels, chunk by chunk: Map asks a chunk, Combine joins,
// Final refuses those that no row has.
func (o *ChosenRows) count(x *op.Exec) error {
	want := o.Named.wanted()
	var all op.Tuple
	if x.Stage == op.Map {
		counts := make(op.Tuple, len(want))
		for i, l := range want {
			counts[i] = int64(len(x.Frame(0).Index.Locate(l)))
		}
		all = op.Tuple{counts}
	} else {
		for _, t := range x.Tuples() {
			all = append(all, t...)
		}
	}
	if x.Stage == op.Final {
		err := o.allFound(func(i int) bool {
			for _, counts := range all {
				if counts.(op.Tuple)[i].(int64) > 0 {
					return true
				}
			}
			return false
		})
		if err != nil {
			return err
		}
	}
	return x.Put(0, all)
}

// ranksBefore is, of each chunk and each label, how many rows come before the first one that it has: those of
// the labels before, and those of the label in the chunks before.
func ranksBefore(counts op.Tuple) [][]int {
	out := make([][]int, len(counts))
	for c := range out {
		out[c] = make([]int, len(counts[c].(op.Tuple)))
	}
	n := 0
	for i := range out[0] {
		for c := range out {
			out[c][i] = n
			n += int(counts[c].(op.Tuple)[i].(int64))
		}
	}
	return out
}
