//go:build !amd64

package asm

var folds map[foldKey]*Fold

const none = "asm: no kernels for this machine"

func find(Level, Elem, *byte, int, uint64) int { panic(none) }

func denan(Level, Elem, *byte, *byte, int, uint64) int { panic(none) }
