package asm

import "unsafe"

func missing(v []float64) int {
	return missing256d((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}
