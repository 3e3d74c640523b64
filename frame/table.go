package frame

import (
	"hash/maphash"

	"github.com/mars-project/mars-go/mem"
)

// table finds texts in a list of views: open addressing over codes.
type table struct {
	slots []int32 // code + 1
	tags  []uint32
	n     int
	seed  maphash.Seed
}

// find is the code of s, or the next code and false; the caller then appends s to views.
func (t *table) find(s []byte, views []View, heaps []*mem.Block) (int, bool) {
	if t.slots == nil {
		t.slots, t.tags, t.seed = make([]int32, 256), make([]uint32, 256), maphash.MakeSeed()
	}
	if 2*t.n >= len(t.slots) {
		t.grow()
	}
	h := maphash.Bytes(t.seed, s)
	tag, mask := uint32(h>>32), len(t.slots)-1
	for i := int(tag) & mask; ; i = (i + 1) & mask {
		k := int(t.slots[i]) - 1
		if k < 0 {
			t.slots[i], t.tags[i] = int32(t.n+1), tag
			t.n++
			return t.n - 1, false
		}
		if t.tags[i] == tag && k < len(views) && string(views[k].bytesIn(heaps)) == string(s) {
			return k, true
		}
	}
}

// grow doubles the slots. Places are found from the tags, so the texts are not read again.
func (t *table) grow() {
	old, tags := t.slots, t.tags
	t.slots, t.tags = make([]int32, 2*len(old)), make([]uint32, 2*len(old))
	mask := len(t.slots) - 1
	for i, k := range old {
		if k == 0 {
			continue
		}
		j := int(tags[i]) & mask
		for t.slots[j] != 0 {
			j = (j + 1) & mask
		}
		t.slots[j], t.tags[j] = k, tags[i]
	}
}
