package mem

// A Tally counts blocks that are held by several holders once. The zero value is empty. It holds no references and is
// not safe for concurrent use.
type Tally struct {
	holds map[*Block]int
	bytes int64
}

// Add counts one more holder of b and returns the bytes that it adds: b.Size() for the first holder, else 0.
func (t *Tally) Add(b *Block) int64 {
	if t.holds == nil {
		t.holds = map[*Block]int{}
	}
	t.holds[b]++
	if t.holds[b] > 1 {
		return 0
	}
	t.bytes += b.Size()
	return b.Size()
}

// Remove counts one holder less and returns the bytes that go: b.Size() for the last holder, else 0.
func (t *Tally) Remove(b *Block) int64 {
	n, ok := t.holds[b]
	switch {
	case !ok:
		panic("mem: Tally.Remove of a block that is not counted")
	case n > 1:
		t.holds[b] = n - 1
		return 0
	}
	delete(t.holds, b)
	t.bytes -= b.Size()
	return b.Size()
}

// Holders is the number of holders of b.
func (t *Tally) Holders(b *Block) int { return t.holds[b] }

// Bytes is the size of all blocks, each counted once.
func (t *Tally) Bytes() int64 { return t.bytes }

// Len is the number of blocks.
func (t *Tally) Len() int { return len(t.holds) }
