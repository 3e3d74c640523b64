package reduce

import (
	"math/bits"
	"unsafe"
)

// A tree joins states in pairs as they come: slot i holds the fold of 2^i leaves, so that every join is of
// neighbours of equal weight. Splitting the leaves at a multiple of a power of two and pushing the folds of
// the parts gives the same tree.
type tree struct {
	step  stepper
	w     int // states per leaf
	count int
	slots []unsafe.Pointer
	leaf  unsafe.Pointer // where the next leaf is written
	row   unsafe.Pointer // for one row of a leaf
	mem   []uint64
}

// reset empties the tree for leaves of w states, of which at most leaves will come.
func (t *tree) reset(w, leaves int) {
	t.w, t.count = w, 0
	bytes := (w*t.step.size() + 63) &^ 63
	n := bits.Len(uint(leaves)) + 2
	if need := n * bytes / 8; need > len(t.mem) {
		t.mem = make([]uint64, need)
		t.slots = nil
	}
	if len(t.slots) < n-2 {
		t.slots = make([]unsafe.Pointer, n-2)
	}
	p := unsafe.Pointer(unsafe.SliceData(t.mem))
	t.leaf, t.row = p, unsafe.Add(p, bytes)
	for i := range n - 2 {
		t.slots[i] = unsafe.Add(p, (i+2)*bytes)
	}
}

// push takes what was written to leaf: the fold of 2^i leaves. The leaves before them are a multiple of as
// many.
func (t *tree) push(i int) {
	n := 1 << i
	for ; t.count>>i&1 == 1; i++ {
		t.step.merge(t.slots[i], t.leaf, t.w)
		t.slots[i], t.leaf = t.leaf, t.slots[i]
	}
	t.slots[i], t.leaf = t.leaf, t.slots[i]
	t.count += n
}

// fold is the states of all leaves; at least one was pushed.
func (t *tree) fold() unsafe.Pointer {
	var acc unsafe.Pointer
	for i := range t.slots {
		switch {
		case t.count>>i&1 == 0:
		case acc == nil:
			acc = t.slots[i]
		default:
			t.step.merge(t.slots[i], acc, t.w)
			acc = t.slots[i]
		}
	}
	return acc
}
