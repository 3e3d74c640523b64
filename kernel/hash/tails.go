package hash

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// tails are texts of one length that begin alike, as names made of a number with zeros before it do: at most
// their last eight bytes tell them apart. These are a word, which is numbered without another look at the
// text.
type tails struct {
	n    int    // bytes of every text
	head uint64 // the first half of a view, of which mask covers the length and what the texts have in common
	mask uint64
	same []part // of texts too long for a view: what the view does not have and the last eight bytes do not
}

// A part is what eight bytes of a text from at on are where mask covers them.
type part struct {
	at         int
	word, mask uint64
}

// inView is the bytes that a view holds of a short text, and tail those that tell texts apart.
const (
	inView = 12
	tail   = 8
)

// tails is the tails of all rows, end to end, each read once with what it is held against; nil where the
// texts are others.
func (x *texted) tails(al mem.Allocator) (words []uint64, free func(), err error) {
	if words, free, err = mem.Scratch[uint64](al, x.rows); err != nil {
		return nil, nil, err
	}
	var t *tails
	for k, c := range x.cols {
		vs := x.views[k]
		for i := 0; t == nil && i < len(vs); i++ {
			if c.Valid.Get(i) {
				t = tailsLike(&vs[i], c.Heaps)
			}
		}
		if t != nil && !t.take(vs, c.Heaps, c.Valid, words[x.start(k):]) {
			free()
			return nil, nil, nil
		}
	}
	return words, free, nil
}

// tailsLike are texts that begin as this one does.
func tailsLike(v *frame.View, heaps []*mem.Block) *tails {
	t := &tails{n: int(v.Len), head: halves(v)[0], mask: ^uint64(0)}
	if v.Inline() {
		t.mask = 1<<(32+8*max(t.n-tail, 0)) - 1
		return t
	}
	p := v.Bytes(heaps)
	for k := len(v.Prefix); k < t.n-tail; k += 8 {
		mask := ^uint64(0) >> (8 * max(k+8-(t.n-tail), 0))
		t.same = append(t.same, part{k, binary.LittleEndian.Uint64(p[k:]) & mask, mask})
	}
	return t
}

// take writes the tails of texts, and reports that all texts are of one length and begin alike.
func (t *tails) take(vs []frame.View, heaps []*mem.Block, valid frame.Bitmap, words []uint64) bool {
	for lo := 0; lo < len(vs); lo += batch {
		some := vs[lo:min(lo+batch, len(vs))]
		if valid.IsZero() {
			if t.differ(some, heaps) != 0 {
				return false
			}
		} else {
			for i := range some {
				if valid.Get(lo+i) && t.differ(some[i:i+1], heaps) != 0 {
					return false
				}
			}
		}
		t.words(some, heaps, words[lo:][:len(some)])
	}
	return true
}

// differ is 0 where all texts are of one length and begin alike.
func (t *tails) differ(vs []frame.View, heaps []*mem.Block) (x uint64) {
	for i := range vs {
		x |= (halves(&vs[i])[0] ^ t.head) & t.mask
	}
	if x != 0 || len(t.same) == 0 {
		return x
	}
	heap, of := []byte(nil), int32(-1)
	for i := range vs {
		v := &vs[i]
		if v.Heap != of {
			of, heap = v.Heap, heaps[v.Heap].Bytes()
		}
		p := heap[v.Off:][:t.n]
		for _, s := range t.same {
			x |= (binary.LittleEndian.Uint64(p[s.at:]) ^ s.word) & s.mask
		}
	}
	return x
}

// words writes the tails of texts, which ascend as the texts do. What stands for a missing one need not be of
// their length.
func (t *tails) words(vs []frame.View, heaps []*mem.Block, out []uint64) {
	out = out[:len(vs)]
	if t.n <= inView {
		at := uintptr(max(t.n, tail) - len(vs[0].Prefix))
		for i := range vs {
			out[i] = bits.ReverseBytes64(*(*uint64)(unsafe.Add(unsafe.Pointer(&vs[i]), at)))
		}
		return
	}
	heap, of := []byte(nil), int32(-1)
	for i := range vs {
		v := &vs[i]
		if int(v.Len) != t.n {
			out[i] = 0
			continue
		}
		if v.Heap != of {
			of, heap = v.Heap, heaps[v.Heap].Bytes()
		}
		out[i] = binary.BigEndian.Uint64(heap[int(v.Off)+t.n-tail:])
	}
}
