package csv

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// heapStep is the size of a block of long texts; longer texts get one of their own. The first ones are
// smaller.
const heapStep = 1 << 20

// A heap is the blocks that views of long texts point into.
type heap struct {
	al     mem.Allocator
	blocks []*mem.Block
	used   int // bytes of the last block
	step   int
}

// put is the view of a text, copied.
func (h *heap) put(s []byte) (frame.View, error) {
	if len(s) <= inline {
		return frame.MakeView(s, 0, 0), nil
	}
	k := len(h.blocks) - 1
	if k < 0 || h.used+len(s) > h.blocks[k].Len() {
		h.step = min(max(2*h.step, 4<<10), heapStep)
		b, err := h.al.Alloc(max(h.step, len(s)))
		if err != nil {
			return frame.View{}, err
		}
		h.blocks = append(h.blocks, b)
		h.used, k = 0, k+1
	}
	copy(h.blocks[k].Bytes()[h.used:], s)
	v := frame.MakeView(s, k, h.used)
	h.used += len(s)
	return v, nil
}

// done cuts the last block when it is mostly empty.
func (h *heap) done() ([]*mem.Block, error) {
	k := len(h.blocks) - 1
	if k < 0 || 2*h.used >= h.blocks[k].Len() {
		return h.blocks, nil
	}
	b, err := h.al.Alloc(h.used)
	if err != nil {
		return nil, err
	}
	copy(b.Bytes(), h.blocks[k].Bytes()[:h.used])
	mem.Free(h.al, h.blocks[k])
	h.blocks[k] = b
	return h.blocks, nil
}
