package mem

import "math/bits"

const (
	slabMax   = 64 << 10 // blocks of less come from slabs
	largeMin  = 1 << 20  // blocks of more come from the large space
	numClass  = 320      // classes up to 2^47 bytes
	firstStep = 64
)

// Round is the number of bytes that a block of n bytes takes from a budget. Sizes are multiples of 64 up to
// 512 and then eight classes per doubling, as in jemalloc, so that at most one byte in nine is wasted above
// 512 bytes.
func Round(n int) int64 {
	if n <= 512 {
		return int64(n+firstStep-1) &^ (firstStep - 1)
	}
	step := 1 << (bits.Len(uint(n-1)) - 4)
	return int64((n-1)&^(step-1) + step)
}

// class is the index of the largest class of at most s bytes; s >= 64.
func class(s int64) int {
	if s < 512 {
		return int(s/firstStep) - 1
	}
	k := bits.Len64(uint64(s)) - 1
	return (k-9)*8 + 7 + int(uint64(s)>>(k-3)&7)
}

// slabSize is the size of the slabs that hold slots of s bytes.
func slabSize(s int64) int64 {
	switch {
	case s <= 2<<10:
		return 64 << 10
	case s <= 16<<10:
		return 256 << 10
	}
	return 512 << 10
}
