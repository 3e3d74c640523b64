package frame

import (
	"math/bits"

	"github.com/mars-project/mars-go/dtype"
)

// indexTable is the hash of labels to rows, built on first use. Plain int64, times and texts have open
// addressing over the rows themselves, other labels a map. Rows of one label are chained in ascending order.
type indexTable struct {
	ints  []int64  // the rows of an int64 or time level
	text  *Column  // or a text level
	slots []int32  // first row of a label + 1, at its hash
	tags  []uint32 // of texts: upper half of the hash
	null  int32    // first missing row of texts, -1 for none

	label map[Label]int32 // canonical labels of any other index

	dtype dtype.DType
	next  []int32 // row of the same label after this one, -1 for none; nil when all are unique
}

func (t *indexTable) unique() bool { return t.next == nil }

// table builds the hash.
func (x *Index) table() *indexTable {
	if t := x.lookup.Load(); t != nil {
		return t
	}
	t := &indexTable{null: -1, dtype: x.DType()}
	var c *Column
	if len(x.Levels) == 1 {
		c = x.Levels[0]
	}
	switch {
	case x.Kind == MultiIndex || c == nil || c.Enc != Plain || c.DType.Null || c.IsPending():
	case c.isText():
		t.text = c
	case c.DType == dtype.Int64 || c.DType.IsTemporal():
		t.ints = raw[int64](c, c.Rows)
	}
	if t.text != nil || t.ints != nil {
		n := 1 << bits.Len(uint(2*x.N))
		t.slots = make([]int32, n)
		if t.text != nil {
			t.tags = make([]uint32, n)
		}
	} else {
		t.label = make(map[Label]int32, x.N)
	}
	t.build(x)
	x.lookup.Store(t)
	return t
}

func (t *indexTable) build(x *Index) {
	var last []int32 // of the chain that begins at a row
	for i := range x.N {
		first := t.put(x, i)
		if first < 0 {
			continue
		}
		if t.next == nil {
			t.next, last = make([]int32, x.N), make([]int32, x.N)
			for j := range t.next {
				t.next[j], last[j] = -1, int32(j)
			}
		}
		t.next[last[first]] = int32(i)
		last[first] = int32(i)
	}
}

// put enters row i, or returns the first row of its label; -1 says that it is the first.
func (t *indexTable) put(x *Index, i int) int32 {
	switch {
	case t.ints != nil:
		p, first := t.probeInt(t.ints[i])
		if first < 0 {
			t.slots[p] = int32(i + 1)
		}
		return first
	case t.text != nil && t.text.IsNull(i):
		first := t.null
		if first < 0 {
			t.null = int32(i)
		}
		return first
	case t.text != nil:
		s := t.text.Text(i)
		h := hashBytes(s)
		p, first := t.probeText(s, h)
		if first < 0 {
			t.slots[p], t.tags[p] = int32(i+1), uint32(h>>32)
		}
		return first
	}
	key := x.Label(i).canon()
	first, found := t.label[key]
	if !found {
		t.label[key] = int32(i)
		return -1
	}
	return first
}

// probeInt is the slot of v, and its first row or -1.
func (t *indexTable) probeInt(v int64) (slot int, first int32) {
	mask := len(t.slots) - 1
	for p := int(mix(uint64(v))) & mask; ; p = (p + 1) & mask {
		r := t.slots[p] - 1
		if r < 0 || t.ints[r] == v {
			return p, r
		}
	}
}

// probeText is the slot of s, whose hash is h, and its first row or -1.
func (t *indexTable) probeText(s []byte, h uint64) (slot int, first int32) {
	mask := len(t.slots) - 1
	for p := int(h) & mask; ; p = (p + 1) & mask {
		r := t.slots[p] - 1
		if r < 0 || t.tags[p] == uint32(h>>32) && string(t.text.Text(int(r))) == string(s) {
			return p, r
		}
	}
}

// find is the first row of label l, -1 for none.
func (t *indexTable) find(l Label) int32 {
	switch {
	case t.text != nil:
		if l.IsMissing() {
			return t.null
		}
		s, ok := l.Text()
		if !ok {
			return -1
		}
		b := []byte(s)
		_, first := t.probeText(b, hashBytes(b))
		return first
	case t.ints != nil:
		v, ok := l.as(t.dtype)
		if !ok {
			return -1
		}
		_, first := t.probeInt(v)
		return first
	}
	first, ok := t.label[l.canon()]
	if !ok {
		return -1
	}
	return first
}

// as is the label as a value of an int64 or time dtype; false when no value of the dtype is the same.
func (l Label) as(d dtype.DType) (int64, bool) {
	if d.IsTemporal() && l.IsMissing() {
		return NaT, true
	}
	switch {
	case d.IsInteger():
		return l.canon().Int()
	case d.IsDatetime() && (l.kind != LabelTime || (l.str == "") != (d.TZ == "")), d.IsTimedelta() && l.kind != LabelDelta:
		return 0, false
	}
	v := int64(l.num)
	if f, ok := dtype.Factor(l.unit, d.Unit); ok {
		w := v * f
		return w, w/f == v && w != NaT
	}
	f, ok := dtype.Factor(d.Unit, l.unit)
	return v / max(f, 1), ok && v%f == 0
}
