//go:build !amd64

package asm

func products(Level, Elem, *byte, int, *byte, int, int) { panic(none) }

func productRows(Level, Elem, *byte, int, *byte, int, int, int) int { panic(none) }

func productJoin(Level, *byte, *byte, int, int) int { panic(none) }

func turnings(Elem, *byte, *byte, int, int) { panic(none) }
