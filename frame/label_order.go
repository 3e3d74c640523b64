package frame

import (
	"cmp"
	"math"
	"math/big"
	"strings"

	"github.com/mars-project/mars-go/dtype"
)

// Compare orders labels: numbers and bools by value, then strings by bytes, times and deltas by instant,
// tuples element by element, bytes, intervals by their ends, NaN, NaT and None last. Labels that are the same
// number of different kinds are ordered by kind, so that 0 means ==. pandas cannot order mixed kinds at all;
// this order is for determinism.
func (l Label) Compare(m Label) int {
	if c := l.compareValue(m); c != 0 {
		return c
	}
	if c := cmp.Compare(l.kind, m.kind); c != 0 {
		return c
	}
	if c := cmp.Compare(l.unit, m.unit); c != 0 {
		return c
	}
	if c := cmp.Compare(l.num, m.num); c != 0 {
		return c
	}
	return strings.Compare(l.str, m.str)
}

// Same is Python's ==, except that a missing label is the same as itself: 1, 1.0 and True are the same, and
// one instant in two units.
func (l Label) Same(m Label) bool { return l == m || l.compareValue(m) == 0 }

// Key is the label that stands for all that are the Same: what a map is keyed with.
func (l Label) Key() Label {
	switch {
	case l.IsNil():
		return l
	case l.IsMissing():
		return labelFloat(math.NaN())
	}
	switch l.kind {
	case LabelBool:
		l.kind = LabelInt
	case LabelFloat:
		if f := l.float(); f == math.Trunc(f) && f >= math.MinInt64 && f < 1<<63 {
			return L(int64(f))
		} else if f == math.Trunc(f) && f >= 1<<63 && f < 1<<64 {
			return L(uint64(f))
		}
	case LabelTime, LabelDelta:
		if l.str != "" {
			l.str = "UTC"
		}
		l = l.midnight()
		for l.unit > dtype.Second && int64(l.num)%1000 == 0 {
			l.unit, l.num = l.unit-1, uint64(int64(l.num)/1000)
		}
	case LabelInterval:
		v, _ := l.Interval()
		return v.ends(Label.Key)
	case LabelTuple:
		ls := l.Elems()
		for i, e := range ls {
			ls[i] = e.Key()
		}
		return TupleOf(ls)
	}
	return l
}

// Less is Compare below zero.
func (l Label) Less(m Label) bool { return l.Compare(m) < 0 }

func (l Label) rank() int {
	switch {
	case l.IsNil():
		return 9
	case l.IsMissing():
		return 8
	}
	switch l.kind {
	case LabelString:
		return 1
	case LabelTime:
		return 2
	case LabelDelta:
		return 3
	case LabelTuple:
		return 4
	case LabelBytes:
		return 5
	case LabelInterval:
		return 6
	}
	return 0
}

// compareValue orders by value alone.
func (l Label) compareValue(m Label) int {
	r := l.rank()
	if c := cmp.Compare(r, m.rank()); c != 0 || r >= 8 {
		return c
	}
	switch l.kind {
	case LabelString, LabelBytes:
		return strings.Compare(l.str, m.str)
	case LabelTime, LabelDelta:
		if c := compareTicks(int64(l.num), l.unit, int64(m.num), m.unit); c != 0 {
			return c
		}
		return cmp.Compare(boolInt(l.str != ""), boolInt(m.str != "")) // an instant and a wall time differ
	case LabelInterval:
		a, _ := l.Interval()
		b, _ := m.Interval()
		if c := a.Left.compareValue(b.Left); c != 0 {
			return c
		}
		if c := a.Right.compareValue(b.Right); c != 0 {
			return c
		}
		return cmp.Compare(l.num, m.num)
	case LabelTuple:
		a, b := l.Elems(), m.Elems()
		for i := range min(len(a), len(b)) {
			if c := a[i].compareValue(b[i]); c != 0 {
				return c
			}
		}
		return cmp.Compare(len(a), len(b))
	}
	return l.compareNumber(m)
}

func (l Label) compareNumber(m Label) int {
	li, lInt := l.integer()
	mi, mInt := m.integer()
	switch {
	case lInt && mInt:
		return cmp.Compare(li, mi)
	case l.kind == LabelFloat && m.kind == LabelFloat:
		return cmp.Compare(l.float(), m.float())
	}
	return l.exact().Cmp(m.exact())
}

// integer is the value of a bool or int label.
func (l Label) integer() (int64, bool) {
	return int64(l.num), l.kind == LabelInt || l.kind == LabelBool
}

// exact is the number without rounding.
func (l Label) exact() *big.Float {
	z := new(big.Float).SetPrec(64)
	switch l.kind {
	case LabelFloat:
		return z.SetFloat64(l.float())
	case LabelUint:
		return z.SetUint64(l.num)
	}
	return z.SetInt64(int64(l.num))
}

// compareTicks orders a of unit u and b of unit v without overflow.
func compareTicks(a int64, u dtype.Unit, b int64, v dtype.Unit) int {
	switch {
	case u == v:
		return cmp.Compare(a, b)
	case u > v:
		return -compareTicks(b, v, a, u)
	}
	f, ok := dtype.Factor(u, v) // u is the coarse one
	if !ok {
		return cmp.Compare(u, v)
	}
	q, r := b/f, b%f
	if r < 0 {
		q, r = q-1, r+f
	}
	if c := cmp.Compare(a, q); c != 0 {
		return c
	}
	return cmp.Compare(0, r)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
