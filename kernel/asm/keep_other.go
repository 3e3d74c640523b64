//go:build !amd64

package asm

func keepOf(int, *byte, *byte, *byte, int, int) int { panic("asm: no kernels for this machine") }
