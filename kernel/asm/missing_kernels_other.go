//go:build !amd64

package asm

func missing([]float64) int { panic("asm: no kernels for this machine") }
