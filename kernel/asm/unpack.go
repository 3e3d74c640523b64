package asm

import (
	"encoding/binary"
	"unsafe"
)

// Unpack8 spreads numbers of w bits, 1 to 8, the lowest first, over bytes. It takes whole groups of eight,
// while src has a word to read, and says how many numbers that were. Without a bit deposit, lanes are cut by
// halves: each step moves the upper half of every lane's numbers to a lane of its own.
func Unpack8(l Level, dst, src []byte, w uint) int {
	n := groups(len(dst), len(src), w, 8)
	if n == 0 {
		return 0
	}
	w &= 15
	m4, m2, m1 := uint64(1)<<(4*w)-1, (uint64(1)<<(2*w)-1)*0x1_00000001, (uint64(1)<<w-1)*0x1_0001_0001_0001
	if l != Portable {
		spread8Of(&dst[0], &src[0], n, uint64(w), m1|m1<<8)
		return 8 * n
	}
	for i := range n {
		x := binary.LittleEndian.Uint64(src)
		src = src[w:]
		x = x&m4 | x>>(4*w)&m4<<32
		x = x&m2 | x>>(2*w)&m2<<16
		binary.LittleEndian.PutUint64(dst[8*i:], x&m1|x>>w&m1<<8)
	}
	return 8 * n
}

// Unpack16 is Unpack8 for numbers of 1 to 16 bits and for lanes of two bytes; it reads two words.
func Unpack16(l Level, dst []uint16, src []byte, w uint) int {
	n := groups(len(dst), len(src), w, 16)
	if n == 0 {
		return 0
	}
	w &= 31
	m2, m1 := uint64(1)<<(2*w)-1, (uint64(1)<<w-1)*0x1_00000001
	if l != Portable {
		spread16Of(&dst[0], &src[0], n, uint64(w), m1|m1<<16)
		return 8 * n
	}
	half, odd := w/2, w&1*4
	for i := range n {
		x, y := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[half:])>>odd
		src = src[w:]
		x, y = x&m2|x>>(2*w)&m2<<32, y&m2|y>>(2*w)&m2<<32
		to := (*[2]uint64)(unsafe.Pointer((*[8]uint16)(dst[8*i:])))
		to[0], to[1] = x&m1|x>>w&m1<<16, y&m1|y>>w&m1<<16
	}
	return 8 * n
}

// groups is how many groups of eight numbers of w bits there are to write, and to read where the bytes from
// the group on are at least so many.
func groups(numbers, bytes int, w uint, least int) int {
	if bytes < least || w == 0 {
		return 0
	}
	return min(numbers/8, (bytes-least)/int(w)+1)
}
