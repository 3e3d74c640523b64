package parquet

import (
	"encoding/binary"
	"unsafe"
)

// Packed numbers are spread over the lanes of a word by halves: each step moves the upper half of every lane's numbers to a lane of its own.

// lanes8 fills dst from numbers of w bits, 1 to 8, the lowest first. Bytes that src lacks are zero.
func lanes8(dst, src []byte, w uint) {
	w &= 15
	m4, m2, m1 := uint64(1)<<(4*w)-1, (uint64(1)<<(2*w)-1)*0x1_00000001, (uint64(1)<<w-1)*0x1_0001_0001_0001
	i := 0
	for ; i+8 <= len(dst) && len(src) >= 8; i += 8 {
		x := binary.LittleEndian.Uint64(src)
		src = src[w:]
		x = x&m4 | x>>(4*w)&m4<<32
		x = x&m2 | x>>(2*w)&m2<<16
		binary.LittleEndian.PutUint64(dst[i:], x&m1|x>>w&m1<<8)
	}
	lastOf(dst[i:], src, w)
}

// lanes16 is lanes8 for numbers of 1 to 16 bits.
func lanes16(dst []uint16, src []byte, w uint) {
	w &= 31
	m2, m1 := uint64(1)<<(2*w)-1, (uint64(1)<<w-1)*0x1_00000001
	half, odd := w/2, w&1*4
	i := 0
	for ; i+8 <= len(dst) && len(src) >= 16; i += 8 {
		x, y := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[half:])>>odd
		src = src[w:]
		x, y = x&m2|x>>(2*w)&m2<<32, y&m2|y>>(2*w)&m2<<32
		to := (*[2]uint64)(unsafe.Pointer((*[8]uint16)(dst[i:])))
		to[0], to[1] = x&m1|x>>w&m1<<16, y&m1|y>>w&m1<<16
	}
	lastOf(dst[i:], src, w)
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
