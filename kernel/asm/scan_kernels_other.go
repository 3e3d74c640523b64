//go:build !amd64

package asm

func scan(Level, FoldOp, Elem, *byte, *byte, int, *byte) { panic(none) }
