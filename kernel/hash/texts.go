package hash

import (
	"bytes"
	"unsafe"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A textTable numbers distinct texts in order of appearance. Texts too long for a view are copied together,
// so that comparing does not go through the heaps of the rows.
type textTable struct {
	al     mem.Allocator
	slots  slots
	hashes vec[uint64]     // by number
	views  vec[frame.View] // by number plus one; long texts lie in heaps, with bits of the hash for a prefix
	first  vec[int64]
	n      int
	heaps  []*mem.Block
	used   int // of the last heap

	touched byte // keeps loads that are made ahead
}

// halves is a view as two words: short texts are equal where these are, as what follows a text in its view is
// 0.
func halves(v *frame.View) *[2]uint64 { return (*[2]uint64)(unsafe.Pointer(v)) }

// number writes the numbers of texts, of which the first is row base; those that valid lacks get -1. valid
// starts at the first text. It is errMany where many texts differ early among rows, 0 for any number of them.
func (t *textTable) number(views []frame.View, heaps []*mem.Block, valid frame.Bitmap, ids []int32, base int64, rows int) error {
	var hs [batch]uint64
	for lo := 0; lo < len(views); lo += batch {
		vs := views[lo:min(lo+batch, len(views))]
		textHashes(vs, heaps, hs[:len(vs)])
		if err := early(t.n, base+int64(lo), rows); err != nil {
			return err
		}
		if err := t.room(len(vs)); err != nil {
			return err
		}
		b := valid
		if !b.IsZero() {
			b = b.Slice(lo)
		}
		if err := t.probe(vs, heaps, b, hs[:len(vs)], ids[lo:], base+int64(lo)); err != nil {
			return err
		}
	}
	return nil
}

// textHashes writes hashes of texts: of the view, where it holds all of a text.
func textHashes(views []frame.View, heaps []*mem.Block, hs []uint64) {
	hs = hs[:len(views)]
	for i := range views {
		if w := halves(&views[i]); views[i].Inline() {
			hs[i] = mix(w[0]+k2, w[1])
		} else {
			hs[i] = 0
		}
	}
	if len(heaps) == 0 {
		return
	}
	for i := range views {
		if v := &views[i]; !v.Inline() {
			hs[i] = Bytes(v.Bytes(heaps))
		}
	}
}

// marked is the first half of the view of a text in a table: long ones, which may begin alike, have bits of
// the hash there.
func marked(v *frame.View, h uint64) uint64 {
	if v.Inline() {
		return halves(v)[0]
	}
	return uint64(uint32(v.Len)) | h<<32
}

// probe numbers at most batch of texts. The loads of all are under way together, and only rows whose text is
// not in its first slot are looked at one by one.
func (t *textTable) probe(views []frame.View, heaps []*mem.Block, valid frame.Bitmap, hs []uint64, ids []int32, base int64) error {
	table, known, shift := t.slots.all, t.views.all, t.slots.shift
	var missed [batch]uint8
	ids, views = ids[:len(hs)], views[:len(hs)]
	for r, h := range hs {
		ids[r] = table[h>>shift]
	}
	long := false
	for r, h := range hs {
		num := ids[r]
		ids[r] = num - 1
		v := &views[r]
		a, b := halves(v), halves(&known[num])
		x := (a[0] ^ b[0]) | (a[1] ^ b[1])
		if !v.Inline() {
			x, long = marked(v, h)^b[0], true
		}
		missed[r] = uint8(some(x) | int(uint32(num-1)>>31))
	}
	if long {
		t.confirm(views, heaps, ids, missed[:len(views)])
	}
	var rest [batch]int32
	m := 0
	for r := range hs {
		rest[m&(batch-1)] = int32(r)
		m += int(missed[r])
	}
	mask := len(table) - 1
	for _, r := range rest[:m] {
		if !valid.Get(int(r)) {
			continue
		}
		v, h := &views[r], hs[r]
		for i := int(h >> shift); ; i++ {
			num := table[i&mask]
			if num == 0 {
				if err := t.add(v, heaps, h, base+int64(r)); err != nil {
					return err
				}
				table[i&mask] = int32(t.n)
				ids[r] = int32(t.n - 1)
				break
			}
			if t.has(num, v, heaps, h) {
				ids[r] = num - 1
				break
			}
		}
	}
	if !valid.IsZero() {
		for r := range ids {
			if !valid.Get(r) {
				ids[r] = -1
			}
		}
	}
	return nil
}

// confirm marks those long texts as missed that are not the text of their number. The loads of some are under
// way together before any is compared.
func (t *textTable) confirm(views []frame.View, heaps []*mem.Block, ids []int32, missed []uint8) {
	var others [64][]byte
	for lo := 0; lo < len(views); lo += len(others) {
		hi := min(lo+len(others), len(views))
		touch := byte(0)
		for r := lo; r < hi; r++ {
			if missed[r] != 0 || views[r].Inline() {
				others[r-lo] = nil
				continue
			}
			p := t.views.all[ids[r]+1].Bytes(t.heaps)
			others[r-lo] = p
			touch |= p[0] | p[len(p)-1]
		}
		t.touched = touch
		for r := lo; r < hi; r++ {
			if p := others[r-lo]; p != nil && !bytes.Equal(views[r].Bytes(heaps), p) {
				missed[r] = 1
			}
		}
	}
}

// has reports that the text of a number, plus one, is that of v, whose hash is h.
func (t *textTable) has(num int32, v *frame.View, heaps []*mem.Block, h uint64) bool {
	w := &t.views.all[num]
	a, b := halves(v), halves(w)
	if v.Inline() {
		return *a == *b
	}
	return marked(v, h) == b[0] && bytes.Equal(v.Bytes(heaps), w.Bytes(t.heaps))
}

// same reports equal texts.
func same(v *frame.View, heaps []*mem.Block, w *frame.View, others []*mem.Block) bool {
	a, b := halves(v), halves(w)
	return a[0] == b[0] && (v.Inline() && a[1] == b[1] || !v.Inline() && bytes.Equal(v.Bytes(heaps), w.Bytes(others)))
}

// add appends a text.
func (t *textTable) add(v *frame.View, heaps []*mem.Block, h uint64, row int64) error {
	w, err := t.copied(v, heaps)
	if err != nil {
		return err
	}
	t.hashes.all[t.n], t.first.all[t.n] = h, row
	t.n++
	t.views.all[t.n] = w
	halves(&t.views.all[t.n])[0] = marked(&w, h)
	return nil
}

// copied is a view of a text in the table's own heaps.
func (t *textTable) copied(v *frame.View, heaps []*mem.Block) (frame.View, error) {
	if v.Inline() {
		return *v, nil
	}
	p := v.Bytes(heaps)
	if k := len(t.heaps); k == 0 || t.used+len(p) > t.heaps[k-1].Len() {
		b, err := t.al.Alloc(max(len(p), min(1<<12<<(2*min(k, 4)), 1<<20)))
		if err != nil {
			return frame.View{}, err
		}
		t.heaps, t.used = append(t.heaps, b), 0
	}
	k := len(t.heaps) - 1
	copy(t.heaps[k].Bytes()[t.used:], p)
	t.used += len(p)
	return frame.MakeView(p, k, t.used-len(p)), nil
}

func (t *textTable) room(more int) error {
	if t.n+more > len(t.first.all) {
		size := max(least, 2*t.n+more)
		if err := t.views.grow(t.al, size+1, min(t.n+1, len(t.views.all))); err != nil {
			return err
		}
		if err := t.hashes.grow(t.al, size, t.n); err != nil {
			return err
		}
		if err := t.first.grow(t.al, size, t.n); err != nil {
			return err
		}
	}
	return t.slots.room(t.al, t.n, more, func(k int) uint64 { return t.hashes.all[k] })
}

// text is a distinct text by number.
func (t *textTable) text(num int) []byte { return t.views.all[num+1].Bytes(t.heaps) }

// free gives back all but the first rows.
func (t *textTable) free() {
	t.slots.free(t.al)
	t.hashes.free(t.al)
	t.views.free(t.al)
	for _, b := range t.heaps {
		mem.Free(t.al, b)
	}
	t.heaps = nil
}
