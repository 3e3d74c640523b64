//go:build !amd64

package asm

// narrowKeepers is said of vectors, which are not here.
var narrowKeepers = false

type keeper struct{}

var noKeeper keeper

func keeperOf(Level, int) keeper { return noKeeper }

func (keeper) run(_, _, _ *byte, _, _ int) int { panic("asm: no kernels for this machine") }
