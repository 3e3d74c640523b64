package hash

import (
	"math/bits"
	"unsafe"
)

// A wordTable numbers distinct 64-bit keys in order of appearance: open addressing with linear probing, at most half full.
type wordTable struct {
	slots []int32  // number + 1
	keys  []uint64 // by number
	shift uint
}

func newWordTable(hint int) *wordTable {
	n := 1 << bits.Len(uint(max(2*min(hint, 1<<16), 64)-1))
	return &wordTable{slots: make([]int32, n), shift: uint(64 - bits.Len(uint(n-1)))}
}

// number is the number of k, new or old.
func (t *wordTable) number(k uint64) int32 {
	mask := len(t.slots) - 1
	i := int((k ^ k>>32) * 0x9e3779b97f4a7c15 >> t.shift)
	for {
		s := t.slots[i]
		if s == 0 {
			break
		}
		if t.keys[s-1] == k {
			return s - 1
		}
		i = (i + 1) & mask
	}
	t.keys = append(t.keys, k)
	t.slots[i] = int32(len(t.keys))
	if 2*len(t.keys) > len(t.slots) {
		t.grow()
	}
	return int32(len(t.keys) - 1)
}

func (t *wordTable) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	t.shift--
	mask := len(t.slots) - 1
	for j, k := range t.keys {
		i := int((k ^ k>>32) * 0x9e3779b97f4a7c15 >> t.shift)
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(j + 1)
	}
}

// A textTable numbers distinct texts in order of appearance. Texts are not copied: they must outlive the table.
type textTable struct {
	slots []int32
	tags  []uint64 // hash, by number
	texts []string
}

func newTextTable() *textTable { return &textTable{slots: make([]int32, 256)} }

func (t *textTable) number(p []byte) int32 {
	h := Bytes(p)
	mask := len(t.slots) - 1
	i := int(h) & mask
	for {
		s := t.slots[i]
		if s == 0 {
			break
		}
		if t.tags[s-1] == h && t.texts[s-1] == string(p) {
			return s - 1
		}
		i = (i + 1) & mask
	}
	t.texts = append(t.texts, unsafe.String(unsafe.SliceData(p), len(p)))
	t.tags = append(t.tags, h)
	t.slots[i] = int32(len(t.texts))
	if 2*len(t.texts) > len(t.slots) {
		t.slots = make([]int32, 4*len(t.slots))
		mask = len(t.slots) - 1
		for j, h := range t.tags {
			i := int(h) & mask
			for t.slots[i] != 0 {
				i = (i + 1) & mask
			}
			t.slots[i] = int32(j + 1)
		}
	}
	return int32(len(t.texts) - 1)
}
