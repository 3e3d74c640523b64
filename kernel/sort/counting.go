package sort

import (
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// countFrom is the number of keys from which on counting every value beats other sorts.
func countFrom[W word]() int {
	if unsafe.Sizeof(W(0)) == 1 {
		return 64
	}
	return 1 << 14
}

// tally counts the keys; counts has a place for every value of W, and beside it as many of no use.
func tally[W word](keys []W, counts []uint32) {
	clear(counts)
	half := len(counts) / 2
	a, b := counts[:half], counts[half:] // neighbours are often equal and would wait for each other
	i := 0
	for ; i+1 < len(keys); i += 2 {
		a[keys[i]]++
		b[keys[i+1]]++
	}
	if i < len(keys) {
		a[keys[i]]++
	}
	for k, c := range b {
		a[k] += c
	}
}

// values is the number of values of W, one or two bytes wide.
func values[W word]() int { return 1 << (8 * unsafe.Sizeof(W(0))) }

// countSort sorts values of one or two bytes by counting them.
func countSort[W word](al mem.Allocator, s []W, f *asm.Form) error {
	counts, free, err := mem.Scratch[uint32](al, 2*values[W]())
	if err != nil {
		return err
	}
	defer free()
	encodeForm(nil, s, s, f)
	tally(s, counts)
	at := 0
	for k := range values[W]() {
		c := int(counts[k])
		if c == 0 {
			continue
		}
		key := [1]W{W(k)}
		decodeForm(nil, key[:], key[:], f)
		run := s[at : at+c]
		for i := range run {
			run[i] = key[0]
		}
		at += c
	}
	return nil
}

// countOrder is orderKeys of keys of one or two bytes.
func countOrder[W word](al mem.Allocator, keys []W, out []int64, heads bool) error {
	counts, free, err := mem.Scratch[uint32](al, 2*values[W]())
	if err != nil {
		return err
	}
	defer free()
	tally(keys, counts)
	at := uint32(0)
	first := counts[values[W]():]
	for k, c := range counts[:values[W]()] {
		counts[k], first[k] = at, at
		at += c
	}
	for i, k := range keys {
		out[counts[k]] = int64(i)
		counts[k]++
	}
	if heads {
		for k, f := range first {
			if counts[k] > f {
				out[f] |= headBit
			}
		}
	}
	return nil
}
