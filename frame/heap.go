package frame

import "github.com/mars-project/mars-go/mem"

// heapStep is the size of a string heap; longer texts get a heap of their own. The first ones are smaller.
const heapStep = 1 << 20

// heapWriter packs texts into heaps.
type heapWriter struct {
	al     mem.Allocator
	blocks []*mem.Block
	used   int // bytes of the last block
	step   int
	err    error
}

// put stores s and returns its view.
func (h *heapWriter) put(s []byte) View {
	if len(s) <= InlineMax {
		return inlineView(s)
	}
	at := h.space(len(s))
	if at == nil {
		return View{}
	}
	copy(at, s)
	return MakeView(s, len(h.blocks)-1, h.used-len(s))
}

// space is room for n bytes, which end where the used bytes of the last block do; nil after a failure.
func (h *heapWriter) space(n int) []byte {
	if h.err != nil {
		return nil
	}
	k := len(h.blocks) - 1
	if k < 0 || h.used+n > h.blocks[k].Len() {
		h.step = min(max(2*h.step, 4<<10), heapStep)
		blk, err := h.al.Alloc(max(h.step, n))
		if err != nil {
			h.err = err
			return nil
		}
		h.blocks = append(h.blocks, blk)
		h.used, k = 0, k+1
	}
	h.used += n
	return h.blocks[k].Bytes()[h.used-n : h.used]
}

// done cuts the last heap when it is mostly empty.
func (h *heapWriter) done() ([]*mem.Block, error) {
	k := len(h.blocks) - 1
	if h.err != nil || k < 0 || 2*h.used >= h.blocks[k].Len() {
		return h.blocks, h.err
	}
	blk, err := h.al.Alloc(h.used)
	if err != nil {
		return nil, err
	}
	copy(blk.Bytes(), h.blocks[k].Bytes()[:h.used])
	mem.Free(h.al, h.blocks[k])
	h.blocks[k] = blk
	return h.blocks, nil
}
