//go:build !amd64

package asm

var folds map[foldKey]*Fold

const none = "asm: no kernels for this machine"

func find(Level, Elem, *byte, int, uint64) int { panic(none) }

func denan(Level, Elem, *byte, *byte, int, uint64) int { panic(none) }

func spread(Level, *byte, int, float64, *[2]float64) { panic(none) }

func moments(Level, *byte, *byte, int, int) { panic(none) }

func steps(Level, *byte, *byte, *byte, int, int, int, *byte) { panic(none) }

func sumOf(Level, *byte, *byte, int) { panic(none) }
