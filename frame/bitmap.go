package frame

import (
	"encoding/binary"
	"math/bits"

	"github.com/mars-project/mars-go/mem"
)

// A Bitmap is one bit per row in Arrow's order (least significant first); a set bit means that the row is
// there. The zero Bitmap has all bits set, so code that meets it may skip the test.
type Bitmap struct {
	Block *mem.Block
	Off   int // of row 0, in bits
}

// IsZero reports the bitmap that sets every bit.
func (b Bitmap) IsZero() bool { return b.Block == nil }

// Get is bit i.
func (b Bitmap) Get(i int) bool {
	if b.Block == nil {
		return true
	}
	i += b.Off
	return b.Block.Bytes()[i>>3]>>(i&7)&1 != 0
}

// Slice is the bitmap from bit lo on.
func (b Bitmap) Slice(lo int) Bitmap {
	if b.Block != nil {
		b.Off += lo
	}
	return b
}

// Word is the 64 bits from bit i on. Bits beyond the end of the block are clear; bits beyond the caller's
// rows are undefined.
func (b Bitmap) Word(i int) uint64 {
	if b.Block == nil {
		return ^uint64(0)
	}
	i += b.Off
	p, s := b.Block.Bytes(), uint(i&7)
	i >>= 3
	if i+9 <= len(p) {
		return binary.LittleEndian.Uint64(p[i:])>>s | uint64(p[i+8])<<1<<(63-s)
	}
	var tail [9]byte
	if i < len(p) {
		copy(tail[:], p[i:])
	}
	return binary.LittleEndian.Uint64(tail[:])>>s | uint64(tail[8])<<1<<(63-s)
}

// Count is the number of set bits among the first n.
func (b Bitmap) Count(n int) int {
	if b.Block == nil {
		return n
	}
	c, i := 0, 0
	for ; i+64 <= n; i += 64 {
		c += bits.OnesCount64(b.Word(i))
	}
	if i < n {
		c += bits.OnesCount64(b.Word(i) & (1<<(n-i) - 1))
	}
	return c
}

// A BitWriter fills a new bitmap from bit 0 on.
type BitWriter struct {
	block *mem.Block
	bytes []byte
}

// NewBits is a bitmap of n bits, all set or all clear, to be changed by Set and Clear.
func NewBits(al mem.Allocator, n int, set bool) (BitWriter, error) {
	blk, err := al.Alloc((n + 7) / 8)
	if err != nil {
		return BitWriter{}, err
	}
	w := BitWriter{blk, blk.Bytes()}
	fill := byte(0)
	if set {
		fill = 0xff
	}
	for i := range w.bytes {
		w.bytes[i] = fill
	}
	return w, nil
}

// Set sets bit i.
func (w BitWriter) Set(i int) { w.bytes[i>>3] |= 1 << (i & 7) }

// Clear clears bit i.
func (w BitWriter) Clear(i int) { w.bytes[i>>3] &^= 1 << (i & 7) }

// Bitmap is what was written.
func (w BitWriter) Bitmap() Bitmap { return Bitmap{Block: w.block} }

// copyBits copies n bits of src to bit at of w, which must be all set from there on.
func (w BitWriter) copyBits(at int, src Bitmap, n int) {
	if src.Block == nil {
		return
	}
	for i := 0; i < n; i += 64 {
		x := ^src.Word(i)
		if n-i < 64 {
			x &= 1<<(n-i) - 1
		}
		for ; x != 0; x &= x - 1 {
			w.Clear(at + i + bits.TrailingZeros64(x))
		}
	}
}
