package arrow

import (
	"encoding/binary"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// packBools is bits of one-byte bools.
func packBools(al mem.Allocator, vs []uint8) ([]byte, error) {
	blk, err := al.Alloc((len(vs) + 7) / 8)
	if err != nil {
		return nil, err
	}
	out := blk.Bytes()
	n := len(vs) / 8
	for i := range n {
		// Byte k of the word is 0 or 1; the product collects them in the top byte, bit k from byte k.
		out[i] = byte(binary.LittleEndian.Uint64(vs[8*i:]) * 0x0102040810204080 >> 56)
	}
	if n < len(out) {
		out[n] = 0
		for k, v := range vs[8*n:] {
			out[n] |= v << k
		}
	}
	return out, nil
}

// unpackBools is one-byte bools of n bits from bit off on.
func unpackBools(al mem.Allocator, p []byte, off, n int) (*mem.Block, error) {
	blk, err := al.Alloc(n)
	if err != nil {
		return nil, err
	}
	out := blk.Bytes()
	for i := range n {
		k := off + i
		out[i] = p[k>>3] >> (k & 7) & 1
	}
	return blk, nil
}

// validBits are the n bits of a bitmap from a byte border on: shared where it starts at one, else moved. Nil
// says that nothing is missing.
func validBits(al mem.Allocator, b frame.Bitmap, n int) ([]byte, int, error) {
	if b.IsZero() {
		return nil, 0, nil
	}
	nulls := n - b.Count(n)
	if nulls == 0 {
		return nil, 0, nil
	}
	if b.Off%8 == 0 {
		return b.Block.Bytes()[b.Off/8:][:(n+7)/8], nulls, nil
	}
	w, err := frame.NewBits(al, n, true)
	if err != nil {
		return nil, 0, err
	}
	for i := range n {
		if !b.Get(i) {
			w.Clear(i)
		}
	}
	return w.Bitmap().Block.Bytes(), nulls, nil
}

// bitsOf is a bitmap of the rows that are there, nil when all are.
func bitsOf(al mem.Allocator, n int, missing func(i int) bool) ([]byte, int, error) {
	var w frame.BitWriter
	nulls := 0
	for i := range n {
		if !missing(i) {
			continue
		}
		if nulls == 0 {
			var err error
			if w, err = frame.NewBits(al, n, true); err != nil {
				return nil, 0, err
			}
		}
		w.Clear(i)
		nulls++
	}
	if nulls == 0 {
		return nil, 0, nil
	}
	return w.Bitmap().Block.Bytes(), nulls, nil
}
