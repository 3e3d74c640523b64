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
	if len(s) <= inlineMax {
		return inlineView(s)
	}
	if h.err != nil {
		return View{}
	}
	k := len(h.blocks) - 1
	if k < 0 || h.used+len(s) > h.blocks[k].Len() {
		h.step = min(max(2*h.step, 4<<10), heapStep)
		blk, err := h.al.Alloc(max(h.step, len(s)))
		if err != nil {
			h.err = err
			return View{}
		}
		h.blocks = append(h.blocks, blk)
		h.used, k = 0, k+1
	}
	copy(h.blocks[k].Bytes()[h.used:], s)
	v := MakeView(s, k, h.used)
	h.used += len(s)
	return v
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
	free(h.al, h.blocks[k])
	h.blocks[k] = blk
	return h.blocks, nil
}
