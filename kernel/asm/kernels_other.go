//go:build !amd64

package asm

import "unsafe"

func gemmOf(Level, int) *Gemm { return nil }

func complexOf(Level, int) *Gemm { return nil }

func (p Philox) fill(Level, unsafe.Pointer, int, int) int { return 0 }

func vectorOf(Level, int) *Vector { return nil }

func (v *Vector) dot(int, int, *byte, int, *byte, *byte) { panic("asm: no kernels for this machine") }

func (v *Vector) axpy(int, int, *byte, *byte, int, *byte) { panic("asm: no kernels for this machine") }

func spin(_ Level, size, turns int) { spinPortable(size, turns) }

func readMemory(_ Level, p []byte) { readGo(p) }

func writeMemory(_ Level, p []byte) { clear(p) }

func (v *Vector) symv(int, *byte, int, *byte, *byte, *byte, *byte) {
	panic("asm: no kernels for this machine")
}

func fetchLines(*byte, int, int, int) {}

func secularOf(Level) *Secular { return nil }

func (s *Secular) sums(int, *float64, *float64, float64, *float64) {
	panic("asm: no kernels for this machine")
}

func (s *Secular) ratios(bool, int, *float64, *float64, *float64, float64) {
	panic("asm: no kernels for this machine")
}

func (s *Secular) quotients(int, *float64, *float64, *float64, *float64) {
	panic("asm: no kernels for this machine")
}

var (
	unaries  map[string]kernelSet[Function1]
	binaries map[string]kernelSet[Function2]
)

func delimitOf(Level, *uint64, *byte, int, uint64, uint64) uint64 {
	panic("asm: no kernels for this machine")
}

func placesOf(*uint32, *uint64, int, uint64) int { panic("asm: no kernels") }

func spread8Of(*byte, *byte, int, uint64, uint64) { panic("asm: no kernels for this machine") }

func spread16Of(*uint16, *byte, int, uint64, uint64) { panic("asm: no kernels for this machine") }
