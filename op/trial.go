package op

import (
	"sync"

	"github.com/mars-project/mars-go/mem"
)

// trial is a World that remembers the blocks it gave out, to give them back early where the world below takes
// them.
type trial struct {
	World
	mu     sync.Mutex
	blocks []*mem.Block
}

// Alloc is that of the world below.
func (t *trial) Alloc(n int) (*mem.Block, error) {
	b, err := t.World.Alloc(n)
	if err == nil {
		t.mu.Lock()
		t.blocks = append(t.blocks, b)
		t.mu.Unlock()
	}
	return b, err
}

func (t *trial) undo() {
	for _, b := range t.blocks {
		mem.Free(t.World, b)
	}
	t.blocks = nil
}

// Free gives one block back.
func (t *trial) Free(b *mem.Block) bool {
	f, ok := t.World.(interface{ Free(b *mem.Block) bool })
	if !ok {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := len(t.blocks) - 1; i >= 0; i-- {
		if t.blocks[i] == b {
			t.blocks = append(t.blocks[:i], t.blocks[i+1:]...)
			return f.Free(b)
		}
	}
	return false
}
