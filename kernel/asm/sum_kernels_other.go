//go:build !amd64

package asm

func sums(Level, Elem, bool, *byte, *byte, *byte, int, int) { panic(none) }

func sumRows(Level, Elem, *byte, *byte, *byte, int, int, int) int { panic(none) }

func sumJoin(Level, *byte, *byte, *byte, *byte, int) int { panic(none) }

func sumShort(Elem, *byte, *byte, *byte, int, int) int { panic(none) }

func squares(Level, *byte, int, *byte, int, int) { panic(none) }

func squareRows(Level, *byte, int, *byte, int, int, int) int { panic(none) }

func sumPlain(s, e, x *byte, w, run int) { panic(none) }
