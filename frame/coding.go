package frame

import "github.com/mars-project/mars-go/mem"

// A coding numbers texts in order of appearance: open addressing, with 32 bits of the hash beside the code,
// so that hardly a text is looked at in vain.
type coding struct {
	al    mem.Allocator
	heaps heapWriter
	views buffer[View]
	block *mem.Block // of slots
	slots []codeSlot
	bytes int // of the texts
	err   error
}

type codeSlot struct {
	tag  uint32
	code int32 // + 1; 0: the slot is empty
}

func newCoding(al mem.Allocator) *coding {
	t := &coding{al: al, heaps: heapWriter{al: al}, views: buffer[View]{al: al}}
	t.make(1 << 12)
	return t
}

// make makes the slots anew, which are empty then.
func (t *coding) make(n int) {
	b, err := t.al.Alloc(n * sizeOf(codeSlot{}))
	if err != nil {
		t.err = err
		return
	}
	t.block, t.slots = b, mem.View[codeSlot](b, 0, n)
	clear(t.slots)
}

// free gives the slots back; texts and views stay.
func (t *coding) free() {
	mem.Free(t.al, t.block)
	t.block, t.slots = nil, nil
}

// codingOf numbers the values of a dictionary by their places. Nothing is to be added to it.
func codingOf(al mem.Allocator, values *Column) (*coding, error) {
	const batch = 256
	var hs [batch]uint64
	t := &coding{al: al, heaps: heapWriter{al: al, blocks: values.Heaps}}
	t.views.data, t.views.n = Views(values), values.Rows
	size := 1 << 12
	for size < 2*values.Rows {
		size *= 2
	}
	if t.make(size); t.err != nil {
		return nil, t.err
	}
	mask := size - 1
	for lo := 0; lo < values.Rows; lo += batch {
		n := min(batch, values.Rows-lo)
		for i, v := range t.views.data[lo : lo+n] {
			hs[i] = hashBytes(v.bytesIn(values.Heaps))
		}
		for i, h := range hs[:n] {
			k := int(h>>32) & mask
			for t.slots[k].code != 0 {
				k = (k + 1) & mask
			}
			t.slots[k] = codeSlot{uint32(h >> 32), int32(lo + i + 1)}
		}
	}
	return t, nil
}

// within is for each code where its text is among the values of another dictionary, -1 for nowhere, and how
// many are there.
func (t *coding) within(values *Column) (to []int32, common int) {
	const batch = 256 // whose slots are on their way together
	var hs [batch]uint64
	var at [batch]int32
	to = make([]int32, t.views.n)
	for i := range to {
		to[i] = -1
	}
	views, mask := Views(values), len(t.slots)-1
	for lo := 0; lo < len(views); lo += batch {
		vs := views[lo:min(lo+batch, len(views))]
		for i := range vs {
			hs[i] = hashBytes(vs[i].bytesIn(values.Heaps))
		}
		for i, h := range hs[:len(vs)] {
			at[i] = t.slots[int(h>>32)&mask].code // for the cache
		}
		for i := range vs {
			if at[i] == 0 {
				continue
			}
			if code, _ := t.find(hs[i], vs[i].bytesIn(values.Heaps)); code >= 0 {
				to[code] = int32(lo + i)
				common++
			}
		}
	}
	return to, common
}

// number writes the code of every row, -1 for a missing one. It gives up, false, where texts differ too
// often, or when the allocator refuses.
func (t *coding) number(c *Column, codes []int32) bool {
	const batch = 256 // whose slots are on their way together
	var hs [batch]uint64
	views := mem.View[View](c.Data, c.Offset, c.Rows)
	for lo := 0; lo < c.Rows; lo += batch {
		vs := views[lo:min(lo+batch, c.Rows)]
		for i := range vs {
			hs[i] = hashBytes(vs[i].bytesIn(c.Heaps))
		}
		for t.err == nil && 2*(t.views.n+batch) > len(t.slots) {
			t.grow()
		}
		if t.err != nil || !t.views.room(batch) {
			return false
		}
		mask := len(t.slots) - 1
		out := codes[lo:][:len(vs)]
		for i, h := range hs[:len(vs)] {
			out[i] = t.slots[int(h>>32)&mask].code // for the cache
		}
		for i := range vs {
			if !c.Valid.Get(lo + i) {
				out[i] = -1
				continue
			}
			out[i] = t.code(hs[i], vs[i].bytesIn(c.Heaps))
		}
		if t.heaps.err != nil || 4*t.views.n > c.Rows || t.bytes > dictBytes {
			return false
		}
	}
	return true
}

// find is the code of s, whose hash is h, or -1 and the slot where it belongs.
func (t *coding) find(h uint64, s []byte) (code int32, slot int) {
	tag, mask := uint32(h>>32), len(t.slots)-1
	for k := int(tag) & mask; ; k = (k + 1) & mask {
		x := &t.slots[k]
		if x.code == 0 {
			return -1, k
		}
		if x.tag == tag && string(t.views.data[x.code-1].bytesIn(t.heaps.blocks)) == string(s) {
			return x.code - 1, k
		}
	}
}

// code is the code of s, whose hash is h; a new text is copied.
func (t *coding) code(h uint64, s []byte) int32 {
	code, k := t.find(h, s)
	if code < 0 {
		t.views.add(t.heaps.put(s))
		t.bytes += len(s) + 16
		code = int32(t.views.n - 1)
		t.slots[k] = codeSlot{uint32(h >> 32), code + 1}
	}
	return code
}

// grow doubles the slots; places follow from the tags.
func (t *coding) grow() {
	old, block := t.slots, t.block
	if t.make(2 * len(old)); t.err != nil {
		return
	}
	mask := len(t.slots) - 1
	for _, x := range old {
		if x.code == 0 {
			continue
		}
		k := int(x.tag) & mask
		for t.slots[k].code != 0 {
			k = (k + 1) & mask
		}
		t.slots[k] = x
	}
	mem.Free(t.al, block)
}
