package asm

import "unsafe"

// keepRun is the elements of one call.
const keepRun = 1 << 13

// KeepPlaces writes the places, counted from at, of the bytes of mask that are not zero to out, which has
// room for all of them. It returns how many bytes it looked at and how many places it wrote: the end, or
// without kernels all, is left to the caller.
func KeepPlaces(l Level, out []int64, mask []byte, at int) (looked, wrote int) {
	return keep(keeperOf(l, 0), 8, unsafe.Pointer(unsafe.SliceData(out)), len(out), mask, nil, at)
}

// Keep writes the elements of from, of 1, 2, 4, 8 or 16 bytes, where bytes of mask are not zero to out, as
// KeepPlaces does. For elements of other sizes it leaves all to the caller.
func Keep[W any](l Level, out []W, mask []byte, from []W) (looked, wrote int) {
	size := int(unsafe.Sizeof(*new(W)))
	return keep(keeperOf(l, size), size, unsafe.Pointer(unsafe.SliceData(out)), len(out), mask, unsafe.Pointer(unsafe.SliceData(from)), 0)
}

// keep writes to out while it surely holds what a run may write and 64 bytes behind, then by way of room of
// its own.
func keep(k keeper, size int, out unsafe.Pointer, room int, mask []byte, from unsafe.Pointer, at int) (looked, wrote int) {
	if k == noKeeper {
		return 0, 0
	}
	for {
		n := min(keepRun, len(mask)-looked, room-wrote-64/size) &^ 63
		short := n <= 0
		if short {
			if n = 64; len(mask)-looked < n || wrote == room {
				return looked, wrote
			}
		}
		var p *byte
		if from != nil {
			p = (*byte)(unsafe.Add(from, looked*size))
		}
		if short {
			var buf [64*16 + 64]byte
			c := k.run(&buf[0], &mask[looked], p, n, at+looked)
			if c > room-wrote {
				return looked, wrote
			}
			copy(unsafe.Slice((*byte)(unsafe.Add(out, wrote*size)), c*size), buf[:])
			wrote += c
		} else {
			wrote += k.run((*byte)(unsafe.Add(out, wrote*size)), &mask[looked], p, n, at+looked)
		}
		looked += n
	}
}
