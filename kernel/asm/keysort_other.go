//go:build !amd64

package asm

func keySortOf(Level, int) *KeySort { return nil }

func (k *KeySort) encode(*byte, *byte, int, *Form) { panic("asm: no kernels for this machine") }

func (k *KeySort) decode(*byte, *byte, int, *Form) { panic("asm: no kernels for this machine") }

func (k *KeySort) split(*byte, *[4]int, uint64, int, int) { panic("asm: no kernels for this machine") }

func (k *KeySort) place(*byte, *[4]int, uint64, *byte) { panic("asm: no kernels for this machine") }

func (k *KeySort) network(*byte, int) { panic("asm: no kernels for this machine") }

func (k *KeySort) between(_, _, _ *byte, _ int, _, _ uint64) int {
	panic("asm: no kernels for this machine")
}

func (k *KeySort) below(*byte, int, uint64) int { panic("asm: no kernels for this machine") }
