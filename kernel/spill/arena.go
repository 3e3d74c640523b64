package spill

import "github.com/mars-project/mars-go/mem"

// An Arena remembers the blocks it gives out, so that an attempt that failed, or a step that is over, gives
// them back before the subtask ends.
type Arena struct {
	mem.Allocator
	blocks []*mem.Block
}

// NewArena is an arena over al. Blocks come back early where al has Free, as the scope of a subtask has.
func NewArena(al mem.Allocator) *Arena { return &Arena{Allocator: al} }

// Alloc is that of the allocator.
func (a *Arena) Alloc(n int) (*mem.Block, error) {
	b, err := a.Allocator.Alloc(n)
	if err == nil {
		a.blocks = append(a.blocks, b)
	}
	return b, err
}

// Free gives all blocks back, which nobody may use any more. The arena can be used again.
func (a *Arena) Free() {
	for _, b := range a.blocks {
		mem.Free(a.Allocator, b)
	}
	a.blocks = nil
}
