package asm

import "unsafe"

// keepRun is the elements of one call.
const keepRun = 1 << 13

// KeepPlaces writes the places, counted from at, of the bytes of mask that are not zero to out, which has room for all of them. It returns how many
// bytes it looked at and how many places it wrote: the end, or without kernels all, is left to the caller.
func KeepPlaces(l Level, out []int64, mask []byte, at int) (looked, wrote int) {
	return keep(l, 0, unsafe.Pointer(unsafe.SliceData(out)), len(out), mask, nil, at)
}

// Keep64 writes the words of from where bytes of mask are not zero to out, as KeepPlaces does.
func Keep64(l Level, out []uint64, mask []byte, from []uint64) (looked, wrote int) {
	return keep(l, 8, unsafe.Pointer(unsafe.SliceData(out)), len(out), mask, unsafe.Pointer(unsafe.SliceData(from)), 0)
}

// Keep32 is Keep64 for words of 32 bits.
func Keep32(l Level, out []uint32, mask []byte, from []uint32) (looked, wrote int) {
	return keep(l, 4, unsafe.Pointer(unsafe.SliceData(out)), len(out), mask, unsafe.Pointer(unsafe.SliceData(from)), 0)
}

// keep writes to out while it surely holds what a run may write and 64 bytes behind, then by way of room of its own.
func keep(l Level, size int, out unsafe.Pointer, room int, mask []byte, from unsafe.Pointer, at int) (looked, wrote int) {
	if l != AVX512 {
		return 0, 0
	}
	z := size
	if z == 0 {
		z = 8
	}
	for {
		n := min(keepRun, len(mask)-looked, room-wrote-64/z) &^ 63
		short := n <= 0
		if short {
			if n = 64; len(mask)-looked < n || wrote == room {
				return looked, wrote
			}
		}
		var p *byte
		if size > 0 {
			p = (*byte)(unsafe.Add(from, looked*z))
		}
		if short {
			var buf [64*8 + 64]byte
			k := keepOf(size, &buf[0], &mask[looked], p, n, at+looked)
			if k > room-wrote {
				return looked, wrote
			}
			copy(unsafe.Slice((*byte)(unsafe.Add(out, wrote*z)), k*z), buf[:])
			wrote += k
		} else {
			wrote += keepOf(size, (*byte)(unsafe.Add(out, wrote*z)), &mask[looked], p, n, at+looked)
		}
		looked += n
	}
}
