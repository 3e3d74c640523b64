package asm

import "unsafe"

// A Form is how values of one dtype become unsigned keys of their width: those that are Zero count as 0,
// those beyond Inf without their sign as NaN; then key = (v ^ (v>>top & Mask) ^ Flip) - Add. Values come back
// by the same steps in reverse.
type Form struct {
	Mask, Flip, Add, Inf, NaN, Zero uint64
}

// KeySort is the kernels that sort unsigned keys of 8 or 4 bytes.
type KeySort struct {
	Size int // bytes of a key
	Leaf int // keys that Network sorts at most
}

// Keys64 is the kernels for keys of 64 bits, nil where the level has none.
func Keys64(l Level) *KeySort { return keySortOf(l, 8) }

// Keys32 is the kernels for keys of 32 bits, nil where the level has none.
func Keys32(l Level) *KeySort { return keySortOf(l, 4) }

// keysAtOnce is the keys that one call encodes, or about as many as it parts.
const keysAtOnce = 1 << 13

// Encode writes the keys of n values to dst, which may be src.
func (k *KeySort) Encode(dst, src unsafe.Pointer, n int, f *Form) {
	for i := 0; i < n; i += keysAtOnce {
		at := i * k.Size
		k.encode((*byte)(unsafe.Add(dst, at)), (*byte)(unsafe.Add(src, at)), min(n-i, keysAtOnce), f)
	}
}

// Decode writes the values of n keys to dst, which may be src.
func (k *KeySort) Decode(dst, src unsafe.Pointer, n int, f *Form) {
	for i := 0; i < n; i += keysAtOnce {
		at := i * k.Size
		k.decode((*byte)(unsafe.Add(dst, at)), (*byte)(unsafe.Add(src, at)), min(n-i, keysAtOnce), f)
	}
}

// Network sorts n keys, at most Leaf.
func (k *KeySort) Network(p unsafe.Pointer, n int) {
	if n > 1 {
		k.network((*byte)(p), n)
	}
}

// splitHold is the bytes at each end that a partition sets aside to have room.
const splitHold = 4 * 64

// MinSplit is the least number of keys that Split takes.
func (k *KeySort) MinSplit() int { return 2 * splitHold / k.Size }

// Split moves keys below the pivot before the others and returns how many there are. n is at least MinSplit.
// With a form the keys are values still, which are encoded on the way.
func (k *KeySort) Split(p unsafe.Pointer, n int, pivot uint64, f *Form) int {
	var hold [2 * splitHold]byte
	z := k.Size
	end := n * z
	done := [2]int{0, end} // encoded up to here, and from here on
	code := func(lo, hi int) {
		if f == nil {
			return
		}
		if lo = min(lo, done[1]); lo > done[0] {
			k.Encode(unsafe.Add(p, done[0]), unsafe.Add(p, done[0]), (lo-done[0])/z, f)
			done[0] = lo
		}
		if hi = max(hi, done[0]); hi < done[1] {
			k.Encode(unsafe.Add(p, hi), unsafe.Add(p, hi), (done[1]-hi)/z, f)
			done[1] = hi
		}
	}
	const run = keysAtOnce / 32
	code(splitHold, end-splitHold)
	copy(hold[:splitHold], unsafe.Slice((*byte)(p), splitHold))
	copy(hold[splitHold:], unsafe.Slice((*byte)(unsafe.Add(p, end-splitHold)), splitHold))
	at := [4]int{splitHold, end - splitHold, 0, end}
	for at[1]-at[0] >= splitHold {
		code(at[0]+run*splitHold, at[1]-run*splitHold)
		k.split((*byte)(p), &at, pivot, 4, run)
	}
	code(end, 0)
	k.split((*byte)(p), &at, pivot, 1, 4)
	k.odd(p, &at, pivot)
	k.place((*byte)(p), &at, pivot, &hold[0])
	return at[2] / z
}

// odd places the last keys, fewer than a vector, one by one: those below the pivot before the room, which the
// others are behind.
func (k *KeySort) odd(p unsafe.Pointer, at *[4]int, pivot uint64) {
	var rest [64]byte
	n := copy(rest[:], unsafe.Slice((*byte)(unsafe.Add(p, at[0])), at[1]-at[0]))
	for i := 0; i < n; i += k.Size {
		if k.Size == 8 {
			v := *(*uint64)(unsafe.Pointer(&rest[i]))
			*(*uint64)(unsafe.Add(p, room(at, v < pivot, 8))) = v
		} else {
			v := *(*uint32)(unsafe.Pointer(&rest[i]))
			*(*uint32)(unsafe.Add(p, room(at, v < uint32(pivot), 4))) = v
		}
	}
}

// room takes a place of z bytes at the left or right end of what is free.
func room(at *[4]int, left bool, z int) int {
	if left {
		at[2] += z
		return at[2] - z
	}
	at[3] -= z
	return at[3]
}

// Between writes those of n elements at from whose keys are lo to hi, both included, to out, in order, and
// returns how many. They are as wide as keys. It may write 64 bytes behind the last: n elements and these fit
// in out.
func (k *KeySort) Between(out, from, keys unsafe.Pointer, n int, lo, hi uint64) int {
	kept := 0
	for i := 0; i < n; i += keysAtOnce {
		at := i * k.Size
		kept += k.between((*byte)(unsafe.Add(out, kept*k.Size)), (*byte)(unsafe.Add(from, at)), (*byte)(unsafe.Add(keys, at)), min(n-i, keysAtOnce), lo, hi)
	}
	return kept
}

// Below returns how many of n keys are less than the pivot.
func (k *KeySort) Below(keys unsafe.Pointer, n int, pivot uint64) int {
	c := 0
	for i := 0; i < n; i += keysAtOnce {
		c += k.below((*byte)(unsafe.Add(keys, i*k.Size)), min(n-i, keysAtOnce), pivot)
	}
	return c
}
