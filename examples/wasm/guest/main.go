//go:build wasip1

// Command guest is a WebAssembly module in Go:
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o guest.wasm ./examples/wasm/guest
//
// Floor 9.
package main

import "unsafe"

// kept is what the caller has asked for: the collector leaves it where it is.
var kept [][]byte

// alloc gives memory for an array of the caller.
//
//go:wasmexport mars_alloc
func alloc(bytes uint32) unsafe.Pointer {
	b := make([]byte, bytes)
	kept = append(kept, b)
	return unsafe.Pointer(unsafe.SliceData(b))
}

// smooth is the mean of each element and those up to width places beside it.
//
//go:wasmexport smooth
func smooth(at unsafe.Pointer, n uint32, width int32) uint64 {
	a := unsafe.Slice((*float64)(at), n)
	out := make([]float64, n)
	for i := range a {
		lo, hi := max(0, i-int(width)), min(len(a), i+int(width)+1)
		for _, v := range a[lo:hi] {
			out[i] += v / float64(hi-lo)
		}
	}
	return array(out)
}

// array is a result: its address, and how many elements it has.
func array(a []float64) uint64 {
	if len(a) == 0 {
		return 0
	}
	kept = append(kept, unsafe.Slice((*byte)(unsafe.Pointer(&a[0])), 8*len(a)))
	return uint64(uintptr(unsafe.Pointer(&a[0])))<<32 | uint64(len(a))
}

func main() {}
