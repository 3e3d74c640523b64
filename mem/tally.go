package mem

// A Tally counts blocks that are held by several holders once. The zero value is empty. It holds no
// references and is not safe for concurrent use; it must not be copied. The count of a block is in the block,
// for the first tally that counts it.
type Tally struct {
	others map[*Block]int // of blocks whose own count is another tally's
	n      int
	bytes  int64
}

// mine reports that the count of b is in b.
func (t *Tally) mine(b *Block) bool { return b.tally.Load() == t }

// Add counts one more holder of b and returns the bytes that it adds: b.Size() for the first holder, else 0.
func (t *Tally) Add(b *Block) int64 {
	n := 0
	switch {
	case t.mine(b) || t.others[b] == 0 && b.tally.CompareAndSwap(nil, t):
		b.holds++
		n = int(b.holds)
	default:
		if t.others == nil {
			t.others = map[*Block]int{}
		}
		t.others[b]++
		n = t.others[b]
	}
	if n > 1 {
		return 0
	}
	t.n++
	t.bytes += b.Size()
	return b.Size()
}

// Remove counts one holder less and returns the bytes that go: b.Size() for the last holder, else 0.
func (t *Tally) Remove(b *Block) int64 {
	switch {
	case t.mine(b):
		if b.holds--; b.holds > 0 {
			return 0
		}
		b.tally.Store(nil)
	case t.others[b] == 0:
		panic("mem: Tally.Remove of a block that is not counted")
	case t.others[b] > 1:
		t.others[b]--
		return 0
	default:
		delete(t.others, b)
	}
	t.n--
	t.bytes -= b.Size()
	return b.Size()
}

// Holders is the number of holders of b.
func (t *Tally) Holders(b *Block) int {
	if t.mine(b) {
		return int(b.holds)
	}
	return t.others[b]
}

// Bytes is the size of all blocks, each counted once.
func (t *Tally) Bytes() int64 { return t.bytes }

// Len is the number of blocks.
func (t *Tally) Len() int { return t.n }
