package asm_test

import (
	"bytes"
	"testing"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// aligned is n bytes at an address that is a multiple of 64, with bytes of 1 before and behind.
func aligned(n int) (all, part []byte) {
	all = bytes.Repeat([]byte{1}, n+128)
	skip := 64 - int(uintptr(unsafe.Pointer(&all[0]))%64)
	return all, all[skip:][:n]
}

func TestWriteMemoryClearsItsPartAlone(t *testing.T) {
	for _, l := range asm.Levels() {
		for _, n := range []int{0, 512, 1024, 1 << 16} {
			all, part := aligned(n)
			asm.WriteMemory(l, part)
			if bytes.Count(part, []byte{0}) != n || bytes.Count(all, []byte{0}) != n {
				t.Errorf("%s: of %d bytes %d are zero in the part and %d in all", l, n, bytes.Count(part, []byte{0}), bytes.Count(all, []byte{0}))
			}
			asm.ReadMemory(l, part)
		}
	}
}

func TestSpinCountsWhatItDoes(t *testing.T) {
	for _, l := range asm.Levels() {
		for _, size := range []int{4, 8} {
			for _, n := range []int{0, 1, 1000} {
				if got := asm.Spin(l, size, n); got < 2*n || got > 2*n+2*12*64/size {
					t.Errorf("%s: Spin(%d, %d) = %d", l, size, n, got)
				}
			}
		}
	}
}
