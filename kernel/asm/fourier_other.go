//go:build !amd64

package asm

func fftOf(Level, int) *FFT { return nil }

func (f *FFT) pass(int, *byte, *byte, *byte, *byte, *byte, int, int, int, int) {
	panic("asm: no kernels for this machine")
}

func (f *FFT) join(*byte, *byte, *byte, *byte, *byte, int, int) {
	panic("asm: no kernels for this machine")
}

func (f *FFT) apart(*byte, *byte, *byte, int, int) { panic("asm: no kernels for this machine") }

func (f *FFT) together(*byte, *byte, *byte, int, int, float64) {
	panic("asm: no kernels for this machine")
}

func (f *FFT) turn(*byte, *byte, *byte, *byte, *byte, *byte, int, int) {
	panic("asm: no kernels for this machine")
}

func (f *FFT) halves(*byte, *byte, *byte, *byte, *byte, *byte, *byte, *byte, int, float64) {
	panic("asm: no kernels for this machine")
}
