//go:build !amd64

package asm

import "unsafe"

func gemmOf(Level, int) *Gemm { return nil }

func complexOf(Level, int) *Gemm { return nil }

func (p Philox) fill(Level, unsafe.Pointer, int, int) int { return 0 }
