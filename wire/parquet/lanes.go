package parquet

import (
	"encoding/binary"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// lanes8 fills dst from numbers of w bits, 1 to 8, the lowest first. Bytes that src lacks are zero.
func lanes8(dst, src []byte, w uint) {
	n := asm.Unpack8(asm.Active(), dst, src, w)
	lastOf(dst[n:], src[n/8*int(w):], w)
}

// lanes16 is lanes8 for numbers of 1 to 16 bits.
func lanes16(dst []uint16, src []byte, w uint) {
	n := asm.Unpack16(asm.Active(), dst, src, w)
	lastOf(dst[n:], src[n/8*int(w):], w)
}

// lastOf fills dst one by one.
func lastOf[T byte | uint16 | uint32](dst []T, src []byte, w uint) {
	mask := uint64(1)<<w - 1
	for k := range dst {
		bit := uint(k) * w
		dst[k] = T(load(src, int(bit>>3)) >> (bit & 7) & mask)
	}
}

// below reports that all numbers are less than limit.
func below[T byte | uint16 | uint32](vs []T, limit int) bool {
	var most T
	if unsafe.Sizeof(most) > 2 || limit > 1<<(8*unsafe.Sizeof(most)-1) {
		for _, v := range vs {
			most = max(most, v)
		}
		return len(vs) == 0 || int(most) < limit
	}
	size := int(unsafe.Sizeof(most))
	ones := ^uint64(0) / (1<<(8*size) - 1)         // 1 in each lane
	top := ones << (8*size - 1)                    // the highest bit of each
	add, over := top-uint64(limit)*ones, uint64(0) // a lane of at least limit gets its highest bit, or has it
	n := len(vs) * size / 8
	if n > 0 {
		for _, x := range unsafe.Slice((*[8]byte)(unsafe.Pointer(&vs[0])), n) {
			y := binary.LittleEndian.Uint64(x[:])
			over |= y | (y&^top + add)
		}
	}
	for _, v := range vs[n*8/size:] {
		if int(v) >= limit {
			return false
		}
	}
	return over&top == 0
}
