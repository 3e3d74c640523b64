//go:build !amd64

package asm

func (s *Sliding) slide(Level, *byte, *byte, *byte, int, int, bool) {
	panic("asm: no kernels for this machine")
}
