package frame

import (
	"cmp"
	"sort"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// canon makes labels that Python calls equal the same label: whole floats and bools become ints, instants
// nanoseconds where they fit.
func (l Label) canon() Label {
	switch l.kind {
	case LabelBool:
		return L(int64(l.num))
	case LabelFloat:
		f := l.float()
		if i := int64(f); float64(i) == f && f >= -1<<63 && f < 1<<63 {
			return L(i)
		}
		if u := uint64(f); f >= 1<<63 && f < 1<<64 && float64(u) == f {
			return L(u)
		}
	case LabelTime, LabelDelta:
		return l.coarsest()
	case LabelInterval:
		v, _ := l.Interval()
		return v.ends(Label.canon)
	case LabelTuple:
		es := l.Elems()
		for i, e := range es {
			es[i] = e.canon()
		}
		return TupleOf(es)
	}
	if l.IsMissing() {
		return missingLabel
	}
	return l
}

var missingLabel = L(Timedelta{NaT, 0})

// midnight is a date as the instant with which it begins.
func (l Label) midnight() Label {
	if l.unit == dtype.Day && int64(l.num) != NaT {
		l.num, l.unit = uint64(86400*int64(l.num)), dtype.Second
	}
	return l
}

// coarsest is the instant in the coarsest of s, ms, us, ns that holds it.
func (l Label) coarsest() Label {
	if l.IsMissing() {
		return missingLabel
	}
	l = l.midnight()
	v := int64(l.num)
	u := l.unit
	for u > dtype.Second && v%1000 == 0 {
		v, u = v/1000, u-1
	}
	l.num, l.unit = uint64(v), u
	if l.str != "" {
		l.str = "UTC"
	}
	return l
}

// Locate are the rows with label l in ascending order, nil when there is none. Labels match as in Python (1
// finds 1.0) and missing ones match each other; a time finds the same instant in any unit. A RangeIndex
// computes, a sorted index searches, others build a hash on first use. A tuple shorter than the levels of a
// MultiIndex, or one label, finds the rows that begin with it.
func (x *Index) Locate(l Label) []int {
	switch {
	case x.Kind == RangeIndex:
		if i, ok := x.rangeRow(l); ok {
			return []int{i}
		}
		return nil
	case x.Kind == MultiIndex && l.Len() < x.NLevels():
		return x.locatePrefix(l.Elems())
	case x.Kind != CategoricalIndex && x.IsIncreasing() && !l.IsMissing() && x.comparable(l):
		lo := sort.Search(x.N, func(i int) bool { return x.Label(i).compareValue(l) >= 0 })
		var rows []int
		for i := lo; i < x.N && x.Label(i).compareValue(l) == 0; i++ {
			rows = append(rows, i)
		}
		return rows
	}
	t := x.table()
	first := t.find(l)
	if first < 0 {
		return nil
	}
	rows := []int{int(first)}
	if t.next != nil {
		for i := t.next[first]; i >= 0; i = t.next[i] {
			rows = append(rows, int(i))
		}
	}
	return rows
}

// Has reports that some row has label l.
func (x *Index) Has(l Label) bool { return x.Locate(l) != nil }

// comparable reports that the order of labels tells where l would be.
func (x *Index) comparable(l Label) bool {
	return x.N == 0 || x.Kind == MultiIndex || x.Label(0).rank() == l.rank()
}

// rangeRow is the row of a RangeIndex that has label l.
func (x *Index) rangeRow(l Label) (int, bool) {
	v, ok := l.canon().Int()
	if !ok || x.N == 0 {
		return 0, false
	}
	d := v - x.Start
	if d%x.Step != 0 || d/x.Step < 0 || d/x.Step >= int64(x.N) {
		return 0, false
	}
	return int(d / x.Step), true
}

// locatePrefix finds the rows whose first levels have these labels.
func (x *Index) locatePrefix(ls []Label) []int {
	if x.IsIncreasing() {
		at := func(i int) int {
			for k, l := range ls {
				if d := x.Levels[k].Label(i).compareValue(l); d != 0 {
					return d
				}
			}
			return 0
		}
		lo := sort.Search(x.N, func(i int) bool { return at(i) >= 0 })
		hi := lo + sort.Search(x.N-lo, func(i int) bool { return at(lo+i) > 0 })
		return count(lo, hi)
	}
	var rows []int
next:
	for i := range x.N {
		for k, l := range ls {
			if m := x.Levels[k].Label(i); !m.Same(l) && !(m.IsMissing() && l.IsMissing()) {
				continue next
			}
		}
		rows = append(rows, i)
	}
	return rows
}

func count(lo, hi int) []int {
	var rows []int
	for i := lo; i < hi; i++ {
		rows = append(rows, i)
	}
	return rows
}

// Bounds are the rows of a label slice, both ends included; a None end is open. On a sorted index ends need
// not be labels; on an unsorted one each end must be the label of one row, or of adjacent rows: else
// NotFound, with pandas' words.
func (x *Index) Bounds(from, to Label) (lo, hi int, err error) {
	lo, hi = 0, x.N
	if x.Kind == CategoricalIndex { // ordered by categories, so an end must be one
		for _, l := range []Label{from, to} {
			if _, ok := x.Levels[0].Dict.Code(l); !ok && !l.IsNil() {
				return 0, 0, errs.New(errs.NotFound, "%s", l.Repr())
			}
		}
	}
	switch {
	case x.IsIncreasing():
		if !from.IsNil() {
			lo = sort.Search(x.N, func(i int) bool { return x.edge(i, from) >= 0 })
		}
		if !to.IsNil() {
			hi = sort.Search(x.N, func(i int) bool { return x.edge(i, to) > 0 })
		}
		return lo, max(lo, hi), nil
	case x.IsDecreasing():
		if !from.IsNil() {
			lo = sort.Search(x.N, func(i int) bool { return x.edge(i, from) <= 0 })
		}
		if !to.IsNil() {
			hi = sort.Search(x.N, func(i int) bool { return x.edge(i, to) < 0 })
		}
		return lo, max(lo, hi), nil
	}
	if !from.IsNil() {
		rows, err := x.end(from, "left")
		if err != nil {
			return 0, 0, err
		}
		lo = rows[0]
	}
	if !to.IsNil() {
		rows, err := x.end(to, "right")
		if err != nil {
			return 0, 0, err
		}
		hi = rows[len(rows)-1] + 1
	}
	return lo, max(lo, hi), nil
}

// edge compares row i with a slice end, which may be a prefix of a tuple.
func (x *Index) edge(i int, l Label) int {
	if x.Kind == CategoricalIndex {
		c := x.Levels[0]
		k, _ := c.Dict.Code(l)
		return cmp.Compare(c.Code(i), k)
	}
	row := x.Label(i)
	if x.Kind == MultiIndex && l.Len() < x.NLevels() {
		row = TupleOf(row.Elems()[:l.Len()])
		l = TupleOf(l.Elems())
	}
	return row.compareValue(l)
}

// end finds the rows of a slice end on an unsorted index.
func (x *Index) end(l Label, side string) ([]int, error) {
	rows := x.Locate(l)
	if rows == nil {
		return nil, errs.New(errs.NotFound, "%s", l.Repr())
	}
	if rows[len(rows)-1]-rows[0] != len(rows)-1 {
		return nil, errs.New(errs.NotFound, "Cannot get %s slice bound for non-unique label: %s", side, l.Repr())
	}
	return rows, nil
}
