//go:build !amd64

package asm

func (v *Vector) subst(int, int, *byte, int, *byte) { panic("asm: no kernels for this machine") }
