package frame

import "github.com/mars-project/mars-go/mem"

// Expect says how many rows there will be, so that views need not grow.
func (b *StrBuilder) Expect(rows int) { b.expect = rows }

// Keeps reports that the builder still keeps a dictionary, so that Views is not to be called yet.
func (b *StrBuilder) Keeps() bool { return b.dict }

// Heap takes a block over that views may name, and gives its number.
func (b *StrBuilder) Heap(block *mem.Block) int {
	b.heaps.blocks, b.heaps.used = append(b.heaps.blocks, block), block.Len()
	return len(b.heaps.blocks) - 1
}

// Heaps is how many heaps there are; the next one that Heap takes over gets this number.
func (b *StrBuilder) Heaps() int { return len(b.heaps.blocks) }

// Store copies texts into a heap: its number and where the first begins. Views of the others follow from it.
func (b *StrBuilder) Store(texts []byte) (heap, off int, err error) {
	at := b.heaps.space(len(texts))
	if at == nil {
		return 0, 0, b.heaps.err
	}
	copy(at, texts)
	return len(b.heaps.blocks) - 1, b.heaps.used - len(texts), nil
}

// Views adds rows whose views the caller writes: those that bits has, lowest first, or all of them if it is
// nil. The others must become the zero view. It is nil after a failure, which Column tells.
func (b *StrBuilder) Views(rows int, bits []uint64) []View {
	if b.dict {
		panic("frame: Views of a builder that keeps a dictionary")
	}
	if b.views.n == 0 && !b.views.room(max(rows, b.expect)) || !b.views.room(rows) {
		return nil
	}
	b.rows += rows
	b.bits.addAll(rows, bits)
	b.views.n += rows
	return b.views.data[b.views.n-rows : b.views.n]
}

// addAll adds rows of which bits are there; nil: all.
func (b *bitBuffer) addAll(rows int, bits []uint64) {
	if bits == nil && !b.any {
		b.n += rows
		return
	}
	for i := range rows {
		b.add(bits == nil || bits[i>>6]>>(i&63)&1 != 0)
	}
}
